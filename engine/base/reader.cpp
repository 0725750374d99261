// SPDX-License-Identifier: Apache-2.0
#include "engine/base/reader.h"

#include <algorithm>
#include <cstdio>

#include "engine/base/counted.h"
#include "engine/base/input_file.h"
#include "engine/base/quote.h"

namespace ng {
namespace {

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

}  // namespace

Reader::Reader(const std::string& path, Limits limits)
    : path_(path), limits_(limits), file_(InputFile::open(path)), size_(file_->size()) {
  if (size_ <= limits_.file_bytes) return;
  refuse_file(path, "the file is too large", counted(size_, "byte"),
              "at most " + std::to_string(limits_.file_bytes) + " (limit file_bytes)");
}

Reader::Reader(std::span<const std::byte> bytes, std::string name, Limits limits)
    : path_(std::move(name)), limits_(limits), memory_(bytes), size_(bytes.size()) {}

void Reader::seek(std::uint64_t offset) {
  if (offset > size_) {
    fail({"a position is beyond the end of the file",
          hex(offset),
          "at most " + hex(size_) + " (file size)",
          {}});
  }
  offset_ = offset;
}

void Reader::need(std::uint64_t bytes, const char* what) const {
  if (bytes <= remaining()) return;
  fail({std::string("the file is cut off in its ") + what, counted(remaining(), "byte"),
        counted(bytes, "byte"), "download or export it again"});
}

void Reader::read(std::span<std::byte> out) {
  need(out.size());
  read_at(offset_, out);
  offset_ += out.size();
}

void Reader::read_at(std::uint64_t offset, std::span<std::byte> out) const {
  if (offset > size_ || out.size() > size_ - offset) {
    fail_at(offset, {"the file is too short",
                     counted(size_, "byte"),
                     std::to_string(offset) + " + " + counted(out.size(), "byte"),
                     {}});
  }
  if (!file_) {
    std::copy_n(memory_.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
    return;
  }
  const std::size_t got = file_->read(offset, out);
  if (got == out.size()) return;
  fail_at(offset + got, {"the file was truncated while it was read", {}, {}, {}});
}

std::string Reader::text(std::uint64_t bytes) {
  need(bytes);
  check_limit("the size of a text", bytes, limits_.allocation_bytes);
  std::string out(bytes, '\0');
  read(std::as_writable_bytes(std::span(out)));
  return out;
}

std::vector<std::byte> Reader::bytes(std::uint64_t bytes) {
  need(bytes);
  check_limit("the size of a block", bytes, limits_.allocation_bytes);
  std::vector<std::byte> out(bytes);
  read(out);
  return out;
}

std::uint64_t Reader::little_endian(int bytes) {
  std::byte raw[8] = {};
  read(std::span(raw).first(static_cast<std::size_t>(bytes)));
  std::uint64_t value = 0;
  for (int i = bytes; i-- > 0;) value = value << 8 | std::to_integer<std::uint64_t>(raw[i]);
  return value;
}

std::uint16_t Reader::u16() {
  return static_cast<std::uint16_t>(little_endian(2));
}
std::uint32_t Reader::u32() {
  return static_cast<std::uint32_t>(little_endian(4));
}
std::uint64_t Reader::u64() {
  return little_endian(8);
}

std::string Reader::first_bytes(std::size_t most) const {
  std::string out(std::min<std::uint64_t>(most, size_), '\0');
  read_at(0, std::as_writable_bytes(std::span(out)));
  return out;
}

std::string Reader::where() const {
  return where(offset_);
}

std::string Reader::where(std::uint64_t offset) const {
  std::string place = quote(path_) + " at " + hex(offset);
  for (const std::string& field : fields_) place += ", " + field;
  return place;
}

void Reader::fail(Complaint complaint) const {
  fail_at(offset_, std::move(complaint));
}

void Reader::fail_at(std::uint64_t offset, Complaint complaint) const {
  refuse(ErrorKind::bad_file, {.severity = Severity::error,
                               .what = quote(path_) + ": " + std::move(complaint.what),
                               .where = where(offset),
                               .found = std::move(complaint.found),
                               .expected = std::move(complaint.expected),
                               .action = std::move(complaint.action),
                               .ops = {}});
}

void Reader::check_limit(const char* what, std::uint64_t found, std::uint64_t limit) const {
  if (found <= limit) return;
  fail({std::string(what) + " is beyond the limit", std::to_string(found),
        "at most " + std::to_string(limit), "raise the limit if you trust this file"});
}

}  // namespace ng
