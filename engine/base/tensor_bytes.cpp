// SPDX-License-Identifier: Apache-2.0
#include "engine/base/tensor_bytes.h"

#include <algorithm>

#include "engine/base/stored_bytes.h"

namespace ng {

std::size_t TensorBytes::stored_size() const {
  return stored_->size();
}

const std::byte* TensorBytes::stored_data() const {
  return stored_->kept();
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
