// SPDX-License-Identifier: Apache-2.0
#include "engine/base/tensor_bytes.h"

#include <algorithm>

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

void TensorBytes::read(std::size_t offset, std::span<std::byte> out) const {
  if (stored_) return stored_->read(offset, out);
  std::copy_n(own_.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
}

std::vector<std::byte> TensorBytes::copy() const {
  std::vector<std::byte> bytes(size());
  read(0, bytes);
  return bytes;
}

void TensorBytes::for_each_block(
    const std::function<void(std::span<const std::byte>)>& visit) const {
  if (!stored_) return visit(own_);
  constexpr std::size_t most = 1 << 22;
  std::vector<std::byte> block(std::min(size(), most));
  for (std::size_t at = 0; at < size(); at += most) {
    const std::span<std::byte> part = std::span(block).first(std::min(most, size() - at));
    stored_->read(at, part);
    visit(part);
  }
}

void TensorBytes::make_own() {
  own_ = copy();
  stored_.reset();
}

bool TensorBytes::operator==(const TensorBytes& other) const {
  if (size() != other.size()) return false;
  return (stored_ && stored_ == other.stored_) || std::equal(begin(), end(), other.begin());
}

}  // namespace ng
