// SPDX-License-Identifier: Apache-2.0
// The one way in which files are read: bounded, by position, with the place in every message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/limits.h"

namespace ng {

// A file or a piece of memory, read from front to back or by position. The file is never mapped, so
// that one which shrinks meanwhile gives an Error and no signal. Used by one thread at a time.
class Reader {
 public:
  // Throws a bad_file Error for what is not there, not readable, or not a regular file (folders,
  // pipes, devices: never waits for one), and for files beyond the limit.
  explicit Reader(const std::string& path, Limits limits = {});
  // Reads `bytes`, which must outlive the reader; `name` stands for the file in messages.
  Reader(std::span<const std::byte> bytes, std::string name, Limits limits = {});
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  const std::string& path() const { return path_; }
  const Limits& limits() const { return limits_; }
  std::uint64_t size() const { return size_; }
  std::uint64_t offset() const { return offset_; }
  std::uint64_t remaining() const { return size_ - offset_; }
  void seek(std::uint64_t offset);  // bad_file Error beyond the end

  // Each throws a bad_file Error when the file is too short, a system Error when it cannot be read.
  void read(std::span<std::byte> out);
  void read_at(std::uint64_t offset, std::span<std::byte> out) const;  // the position stays
  std::string text(std::uint64_t bytes);  // checked against the allocation limit first
  std::vector<std::byte> bytes(std::uint64_t bytes);
  std::uint16_t u16();  // little endian
  std::uint32_t u32();
  std::uint64_t u64();
  std::string first_bytes(std::size_t most) const;  // as many as there are

  // Where reading stands: "'net.safetensors' at 0x1a, tensor 'w1'".
  std::string where() const;
  std::string where(std::uint64_t offset) const;

  // bad_file Errors at the present place, or at `offset`.
  struct Complaint {
    std::string what, found, expected, action;
  };
  [[noreturn]] void fail(Complaint complaint) const;
  [[noreturn]] void fail_at(std::uint64_t offset, Complaint complaint) const;
  // Refuses `found` beyond `limit`, naming both.
  void check_limit(const char* what, std::uint64_t found, std::uint64_t limit) const;
  // Refuses when fewer than `bytes` are left.
  void need(std::uint64_t bytes, const char* what = "data") const;

  // Names the part being read for messages, while it lives.
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
  int file_ = -1;
  std::span<const std::byte> memory_;
  std::uint64_t size_ = 0;
  std::uint64_t offset_ = 0;
  std::vector<std::string> fields_;
};

}  // namespace ng
