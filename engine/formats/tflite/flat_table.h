// SPDX-License-Identifier: Apache-2.0
// Tables of a FlatBuffer, read by position: every offset is checked against the file when it is
// followed, and long vectors, such as weights, are not read at all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/reader.h"

namespace ng {

// A part of the file in memory. Used by one thread at a time; the reader must outlive it.
class FlatFile {
 public:
  explicit FlatFile(const Reader& reader);

  // Throws a bad_file Error beyond the end of the file.
  template <class T>
  T number(std::uint64_t at) const {
    T value;
    read(at, std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }
  void read(std::uint64_t at, std::span<std::byte> out) const;
  // Elements of vectors that are read, `bytes` each: tables may share a vector, so that a small
  // file could describe many. Throws a bad_file Error at more than four times the file.
  void count(std::uint64_t at, std::uint64_t elements, std::uint64_t bytes) const;
  [[noreturn]] void fail(std::uint64_t at, std::string found, std::string expected) const;
  std::uint64_t size() const { return reader_.size(); }

 private:
  const Reader& reader_;
  mutable std::vector<std::byte> part_;
  mutable std::uint64_t start_ = 0, read_bytes_ = 0;
};

class FlatTable {
 public:
  // The root table.
  explicit FlatTable(const FlatFile& file);
  FlatTable(const FlatFile& file, std::uint64_t at);

  std::uint64_t at() const { return at_; }
  bool has(int slot) const { return field(slot).has_value(); }

  // `otherwise` if the field is absent.
  template <class T>
  T number(int slot, T otherwise = 0) const {
    const auto at = field(slot);
    return at ? file_->number<T>(*at) : otherwise;
  }
  std::optional<FlatTable> table(int slot) const;
  std::string text(int slot) const;
  template <class T>
  std::vector<T> numbers(int slot) const {
    const Vector vector = vector_of(slot, sizeof(T));
    file_->count(vector.at, vector.size, sizeof(T));
    std::vector<T> all(vector.size);
    file_->read(vector.at, std::as_writable_bytes(std::span(all)));
    return all;
  }
  std::vector<FlatTable> tables(int slot) const;
  // Where the elements of a vector are.
  struct Vector {
    std::uint64_t at = 0, size = 0;
  };
  Vector vector_of(int slot, std::size_t element_bytes) const;

 private:
  std::optional<std::uint64_t> field(int slot) const;
  std::uint64_t target(std::uint64_t at) const;

  const FlatFile* file_;
  std::uint64_t at_, fields_ = 0;
  std::uint16_t fields_bytes_ = 0;
};

}  // namespace ng
