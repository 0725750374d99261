// SPDX-License-Identifier: Apache-2.0
// The memory of a GPU as a Device. The GPU is opened by the first allocation and stays open for
// later transformers, until it fails or CudaDevice::close_idle() is called.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "engine/runtime/device.h"

namespace ng {

class CudaDevice;

class GpuDevice : public Device {
 public:
  GpuDevice(std::string name, int ordinal) : name_(std::move(name)), ordinal_(ordinal) {}
  std::string_view name() const override { return name_; }  // "gpu:1"
  int ordinal() const { return ordinal_; }
  bool is_host() const override { return false; }
  std::int64_t memory_left() const override;

  std::byte* allocate(std::int64_t bytes, const std::string& what) const override;
  void free(std::byte* memory) const override;
  void copy_in(std::byte* to, const std::byte* from_host, std::int64_t bytes) const override;
  void copy_out(std::byte* to_host, const std::byte* from, std::int64_t bytes) const override;
  void copy_within(std::byte* to, const std::byte* from, std::int64_t bytes) const override;
  void synchronise() const override;
  std::string fault_of(const std::byte* memory, std::int64_t bytes) const override;

 private:
  const std::string name_;
  const int ordinal_;
  mutable std::mutex mutex_;
  mutable std::map<std::byte*, std::shared_ptr<CudaDevice>> owners_;  // by allocation
};

}  // namespace ng
