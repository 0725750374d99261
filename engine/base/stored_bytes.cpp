// SPDX-License-Identifier: Apache-2.0
#include "engine/base/stored_bytes.h"

#include <string>
#include <utility>

#include "engine/base/error.h"

namespace ng {

const std::byte* StoredBytes::kept() const {
  if (has_read_.load(std::memory_order_acquire)) return kept_.data();
  const std::lock_guard lock(reading_);
  if (has_read_.load(std::memory_order_relaxed)) return kept_.data();
  try {
    std::vector<std::byte> bytes(size_);
    read(0, bytes);
    kept_ = std::move(bytes);
  } catch (const std::bad_alloc&) {
    refuse(ErrorKind::system, "no memory for an array of " + std::to_string(size_) + " bytes");
  }
  has_read_.store(true, std::memory_order_release);
  return kept_.data();
}

}  // namespace ng
