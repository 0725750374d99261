// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/hetr/hetr_device.h"

#include <vector>

#include "engine/backends/hetr/device_backends.h"

namespace ng {

const Device& HetrDevice::part(std::string_view device) const {
  if (device.empty()) return host_device();
  const std::scoped_lock lock(mutex_);
  auto known = parts_.find(device);
  if (known == parts_.end()) {
    const std::string name(device);
    known = parts_.emplace(name, &require_device(name).device()).first;
  }
  return *known->second;
}

void HetrDevice::synchronise() const {
  const std::scoped_lock lock(mutex_);
  for (const auto& [name, device] : parts_) device->synchronise();
}

// Users cannot know which device keeps a value.
std::string HetrDevice::fault_of(const std::byte*, std::int64_t) const {
  return "the transformer hetr takes and gives arrays in host memory only";
}

void copy_between(const Device& from_device, const std::byte* from, const Device& to_device,
                  std::byte* to, std::int64_t bytes) {
  if (&from_device == &to_device) return to_device.copy_within(to, from, bytes);
  if (from_device.is_host()) return to_device.copy_in(to, from, bytes);
  if (to_device.is_host()) return from_device.copy_out(to, from, bytes);
  std::vector<std::byte> host(static_cast<std::size_t>(bytes));
  from_device.copy_out(host.data(), from, bytes);
  to_device.copy_in(to, host.data(), bytes);
}

}  // namespace ng
