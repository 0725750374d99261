// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/gpu_device.h"

#include "engine/backends/gpu/cuda_device.h"

namespace ng {

std::int64_t GpuDevice::memory_left() const {
  return CudaDevice::open(ordinal_)->memory_left();
}

std::byte* GpuDevice::allocate(std::int64_t bytes, const std::string& what) const {
  std::shared_ptr<CudaDevice> device = CudaDevice::open(ordinal_);
  std::byte* const memory = device->allocate(bytes, what);
  const std::scoped_lock lock(mutex_);
  owners_[memory] = std::move(device);
  return memory;
}

void GpuDevice::free(std::byte* memory) const {
  std::shared_ptr<CudaDevice> device;  // closed after the lock is released, if it was the last use
  {
    const std::scoped_lock lock(mutex_);
    const auto owner = owners_.find(memory);
    if (owner == owners_.end()) return;
    device = std::move(owner->second);
    owners_.erase(owner);
  }
  device->free(memory);
}

void GpuDevice::copy_in(std::byte* to, const std::byte* from_host, std::int64_t bytes) const {
  CudaDevice::open(ordinal_)->copy_in(to, from_host, bytes);
}

void GpuDevice::copy_out(std::byte* to_host, const std::byte* from, std::int64_t bytes) const {
  CudaDevice::open(ordinal_)->copy_out(to_host, from, bytes);
}

void GpuDevice::copy_within(std::byte* to, const std::byte* from, std::int64_t bytes) const {
  const std::shared_ptr<CudaDevice> device = CudaDevice::open(ordinal_);
  device->copy_within(to, from, bytes, device->stream());
}

void GpuDevice::synchronise() const {
  CudaDevice::open(ordinal_)->wait(running_steps);
}

std::string GpuDevice::fault_of(const std::byte* memory, std::int64_t bytes) const {
  return CudaDevice::open(ordinal_)->fault_of(memory, bytes);
}

}  // namespace ng
