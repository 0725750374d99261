// SPDX-License-Identifier: Apache-2.0
// Where programs have their memory: the host (host_device), or a GPU (engine/backends/gpu).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ng {

// Thread safe.
class Device {
 public:
  virtual ~Device() = default;
  virtual std::string_view name() const = 0;
  // Can the host read and write the memory at its address? Otherwise only the copies below can.
  virtual bool is_host() const = 0;
  // Bytes that can still be allocated; the largest int64 if that is not known.
  virtual std::int64_t memory_left() const = 0;

  // Zeroed memory, aligned to 64 bytes. Throws a system Error that names `what` and the size.
  virtual std::byte* allocate(std::int64_t bytes, const std::string& what) const = 0;
  virtual void free(std::byte* memory) const = 0;

  // From the host, to the host, and between two places of the device; these do not overlap. In the
  // order of the calls, with the steps in between; synchronise() waits for all of them.
  virtual void copy_in(std::byte* to, const std::byte* from_host, std::int64_t bytes) const = 0;
  virtual void copy_out(std::byte* to_host, const std::byte* from, std::int64_t bytes) const = 0;
  virtual void copy_within(std::byte* to, const std::byte* from, std::int64_t bytes) const = 0;
  virtual void synchronise() const = 0;

  // The memory of a buffer's device (Buffer::device), of a backend that runs programs on several.
  virtual const Device& part(std::string_view /*device*/) const { return *this; }

  // Why these bytes are not memory of this device; empty if they are, or if that is not known.
  virtual std::string fault_of(const std::byte* /*memory*/, std::int64_t /*bytes*/) const {
    return {};
  }
};

const Device& host_device();

}  // namespace ng
