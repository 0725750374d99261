// SPDX-License-Identifier: Apache-2.0
// The memory of the devices of one program.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "engine/runtime/host_device.h"

namespace ng {

// The host's memory, and by name that of each device. memory_left() is the host's: each part()
// knows its own.
class HetrDevice : public HostDevice {
 public:
  std::string_view name() const override { return "hetr"; }
  bool is_host() const override { return false; }
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
