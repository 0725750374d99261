// SPDX-License-Identifier: Apache-2.0
// Bounded, positioned reading of files; all file formats use it. Messages contain the position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/limits.h"

namespace ng {

class InputFile;

// A file or memory, read sequentially or by position. Files are not mapped, so that a file that
// shrinks during reading causes an Error and no signal. Used by one thread at a time.
class Reader {
 public:
  // Throws a bad_file Error if the file is missing, unreadable, not a regular file (folders, pipes,
  // devices; never blocks on these) or larger than the limit.
  explicit Reader(const std::string& path, Limits limits = {});
  // Reads `bytes`, which must outlive the reader; messages use `name` as the file.
  Reader(std::span<const std::byte> bytes, std::string name, Limits limits = {});
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  const std::string& path() const { return path_; }
  const std::shared_ptr<const InputFile>& file() const { return file_; }  // null: memory
  const Limits& limits() const { return limits_; }
  std::uint64_t size() const { return size_; }
  std::uint64_t offset() const { return offset_; }
  std::uint64_t remaining() const { return size_ - offset_; }
  void seek(std::uint64_t offset);  // bad_file Error beyond the end

  // Each throws a bad_file Error if the file is too short, and a system Error if reading fails.
  void read(std::span<std::byte> out);
  void read_at(std::uint64_t offset, std::span<std::byte> out) const;  // keeps the position
  std::string text(std::uint64_t bytes);  // checked against the allocation limit first
  std::vector<std::byte> bytes(std::uint64_t bytes);
  std::uint16_t u16();  // little endian
  std::uint32_t u32();
  std::uint64_t u64();
  std::string first_bytes(std::size_t most) const;  // fewer if the file is shorter

  // The current position: "'net.safetensors' at 0x1a, tensor 'w1'".
  std::string where() const;
  std::string where(std::uint64_t offset) const;

  // Throw bad_file Errors at the current position, or at `offset`.
  struct Complaint {
    std::string what, found, expected, action;
  };
  [[noreturn]] void fail(Complaint complaint) const;
  [[noreturn]] void fail_at(std::uint64_t offset, Complaint complaint) const;
  // Throws if `found` exceeds `limit`, naming both.
  void check_limit(const char* what, std::uint64_t found, std::uint64_t limit) const;
  // Throws if fewer than `bytes` are left.
  void need(std::uint64_t bytes, const char* what = "data") const;

  // Names the part being read in messages, during its lifetime.
  class Field {
   public:
    Field(Reader& reader, std::string name) : reader_(reader) {
      reader_.fields_.push_back(std::move(name));
    }
    ~Field() { reader_.fields_.pop_back(); }
    Field(const Field&) = delete;
    Field& operator=(const Field&) = delete;

   private:
    Reader& reader_;
  };

 private:
  std::uint64_t little_endian(int bytes);

  std::string path_;
  Limits limits_;
  std::shared_ptr<const InputFile> file_;
  std::span<const std::byte> memory_;
  std::uint64_t size_ = 0;
  std::uint64_t offset_ = 0;
  std::vector<std::string> fields_;
};

}  // namespace ng
