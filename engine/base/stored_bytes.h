// SPDX-License-Identifier: Apache-2.0
// Bytes of a tensor that a file keeps.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

namespace ng {

// Bytes that are kept elsewhere and do not change. Used by several threads.
class StoredBytes {
 public:
  explicit StoredBytes(std::size_t size) : size_(size) {}
  virtual ~StoredBytes() = default;
  StoredBytes(const StoredBytes&) = delete;
  StoredBytes& operator=(const StoredBytes&) = delete;

  std::size_t size() const { return size_; }
  // Copies `out.size()` bytes from `offset` and keeps none. Throws a bad_file Error if the bytes
  // are no longer there, a system Error if reading fails.
  virtual void read(std::size_t offset, std::span<std::byte> out) const = 0;
  // All bytes, read by the first call, and kept. Throws like read().
  const std::byte* kept() const;

 private:
  const std::size_t size_;
  mutable std::mutex reading_;
  mutable std::atomic<bool> has_read_ = false;
  mutable std::vector<std::byte> kept_;
};

}  // namespace ng
