// SPDX-License-Identifier: Apache-2.0
// The memory of the host, also as a base of devices that have theirs there.
#pragma once

#include "engine/runtime/device.h"

namespace ng {

class HostDevice : public Device {
 public:
  std::string_view name() const override { return "host"; }
  bool is_host() const override { return true; }
  std::int64_t memory_left() const override;
  std::byte* allocate(std::int64_t bytes, const std::string& what) const override;
  void free(std::byte* memory) const override;
  void copy_in(std::byte* to, const std::byte* from_host, std::int64_t bytes) const override;
  void copy_out(std::byte* to_host, const std::byte* from, std::int64_t bytes) const override;
  void copy_within(std::byte* to, const std::byte* from, std::int64_t bytes) const override;
  void synchronise() const override {}  // steps and copies end before they return
};

}  // namespace ng
