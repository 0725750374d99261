// SPDX-License-Identifier: Apache-2.0
// The bytes of a tensor's elements: its own, or bytes of a file that are read when they are needed.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace ng {

class StoredBytes;

// A sequence of bytes as a vector has. Copies share stored bytes; any access that could change them
// makes them its own first.
class TensorBytes {
 public:
  TensorBytes() = default;
  TensorBytes(std::vector<std::byte> own) : own_(std::move(own)) {}  // NOLINT: implicit
  TensorBytes(std::shared_ptr<const StoredBytes> stored)             // NOLINT: implicit
      : stored_(std::move(stored)) {}

  std::size_t size() const { return stored_ ? stored_size() : own_.size(); }
  bool empty() const { return size() == 0; }
  const std::byte* data() const { return stored_ ? stored_data() : own_.data(); }
  std::byte* data() { return own().data(); }
  const std::byte* begin() const { return data(); }
  const std::byte* end() const { return data() + size(); }
  std::byte* begin() { return data(); }
  std::byte* end() { return data() + size(); }
  std::byte operator[](std::size_t i) const { return data()[i]; }
  std::byte& operator[](std::size_t i) { return data()[i]; }
  void resize(std::size_t size) { own().resize(size); }

  // Copies `out.size()` bytes from `offset`, without keeping those that are stored.
  void read(std::size_t offset, std::span<std::byte> out) const;
  std::vector<std::byte> copy() const;
  // Calls `visit` with all bytes in their order, own bytes at once, stored ones in blocks that are
  // not kept.
  void for_each_block(const std::function<void(std::span<const std::byte>)>& visit) const;
  bool operator==(const TensorBytes& other) const;

 private:
  std::vector<std::byte>& own() {
    if (stored_) make_own();
    return own_;
  }
  std::size_t stored_size() const;
  const std::byte* stored_data() const;
  void make_own();

  std::vector<std::byte> own_;  // empty if stored_
  std::shared_ptr<const StoredBytes> stored_;
};

}  // namespace ng
