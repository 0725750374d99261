// SPDX-License-Identifier: Apache-2.0
// A regular file that is open for reading.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "engine/base/tensor_bytes.h"

namespace ng {

// Thread safe.
class InputFile {
 public:
  // Throws a bad_file Error if the file is missing, unreadable or not a regular file (folders,
  // pipes, devices; never blocks on these).
  static std::shared_ptr<const InputFile> open(const std::string& path);
  // Takes over the descriptor that open(2) gave, and closes it when it throws, as open() does: with
  // the reason in errno for -1.
  InputFile(int descriptor, std::string path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  // Reads bytes at `offset` and returns how many: fewer than asked for only at the end of the file.
  // Throws a system Error if reading fails.
  std::size_t read(std::uint64_t offset, std::span<std::byte> out) const;
  // Was the file written to since it was opened? A file that replaced it under its name does not
  // count: the old one is read on.
  bool was_changed() const;

 private:
  const int descriptor_;
  const std::string path_;
  std::uint64_t size_ = 0;
  std::pair<std::int64_t, std::int64_t> modified_;  // seconds, nanoseconds
};

// Throws a bad_file Error about a whole file.
[[noreturn]] void refuse_file(const std::string& path, std::string what, std::string found,
                              std::string expected = {}, std::string action = {});

// Bytes of a file that are read when they are needed, and keep the file open until then; a few
// bytes are read at once. They must lie inside the file. Throws a bad_file Error if it was changed.
TensorBytes bytes_later(std::shared_ptr<const InputFile> file, std::uint64_t offset,
                        std::uint64_t bytes);

}  // namespace ng
