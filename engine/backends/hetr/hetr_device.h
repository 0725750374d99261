// SPDX-License-Identifier: Apache-2.0
// The memory of the devices of one program.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "engine/runtime/device.h"

namespace ng {

// The host's memory, and by name that of each device.
class HetrDevice : public Device {
 public:
  std::string_view name() const override { return "hetr"; }
  bool is_host() const override { return false; }
  // The host's memory; each part() knows its own.
  std::int64_t memory_left() const override { return host_device().memory_left(); }
  std::byte* allocate(std::int64_t bytes, const std::string& what) const override {
    return host_device().allocate(bytes, what);
  }
  void free(std::byte* memory) const override { host_device().free(memory); }
  void copy_in(std::byte* to, const std::byte* from_host, std::int64_t bytes) const override {
    host_device().copy_in(to, from_host, bytes);
  }
  void copy_out(std::byte* to_host, const std::byte* from, std::int64_t bytes) const override {
    host_device().copy_out(to_host, from, bytes);
  }
  void copy_within(std::byte* to, const std::byte* from, std::int64_t bytes) const override {
    host_device().copy_within(to, from, bytes);
  }
  void synchronise() const override;  // all devices
  const Device& part(std::string_view device) const override;
  std::string fault_of(const std::byte* memory, std::int64_t bytes) const override;

 private:
  mutable std::mutex mutex_;
  mutable std::map<std::string, const Device*, std::less<>> parts_;
};

// Copies bytes from one device to another, after the steps of both that were started before.
void copy_between(const Device& from_device, const std::byte* from, const Device& to_device,
                  std::byte* to, std::int64_t bytes);

}  // namespace ng
