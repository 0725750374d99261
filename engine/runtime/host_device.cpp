// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/host_device.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "engine/base/error.h"
#include "engine/runtime/memory_left.h"

namespace ng {
namespace {

constexpr std::int64_t alignment = 64;

std::size_t rounded(std::int64_t bytes) {
  const std::int64_t whole = (bytes + alignment - 1) / alignment * alignment;
  return static_cast<std::size_t>(std::max(alignment, whole));
}

void copy(std::byte* to, const std::byte* from, std::int64_t bytes) {
  if (bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

[[noreturn]] void refuse_size(std::int64_t bytes, const std::string& what) {
  Diagnostic diagnostic;
  diagnostic.what = "no memory for " + what;
  diagnostic.found = std::to_string(bytes) + " bytes requested";
  diagnostic.action = "use a smaller batch or shorter axes, or close other programs";
  refuse(ErrorKind::system, std::move(diagnostic));
}

}  // namespace

std::int64_t HostDevice::memory_left() const {
  return ng::memory_left();
}

std::byte* HostDevice::allocate(std::int64_t bytes, const std::string& what) const {
  require_memory(bytes, what);
  const std::size_t size = rounded(bytes);
  auto* memory = static_cast<std::byte*>(std::aligned_alloc(alignment, size));
  if (!memory) refuse_size(bytes, what);
  std::memset(memory, 0, size);
  return memory;
}

void HostDevice::free(std::byte* memory) const {
  std::free(memory);
}

void HostDevice::copy_in(std::byte* to, const std::byte* from_host, std::int64_t bytes) const {
  copy(to, from_host, bytes);
}

void HostDevice::copy_out(std::byte* to_host, const std::byte* from, std::int64_t bytes) const {
  copy(to_host, from, bytes);
}

void HostDevice::copy_within(std::byte* to, const std::byte* from, std::int64_t bytes) const {
  copy(to, from, bytes);
}

const Device& host_device() {
  static const HostDevice device;
  return device;
}

}  // namespace ng
