// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/archives/zip_writer.h"

#include <zlib.h>

#include "engine/base/error.h"

namespace ng {
namespace {

constexpr std::uint64_t header_bytes = 30, directory_bytes = 46, end_bytes = 22;

// Appends a number in little-endian order.
void put(std::string& record, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) record += static_cast<char>(value >> (8 * i) & 0xff);
}

}  // namespace

// Fields common to the local header and the directory: version, flags (UTF-8 names), method stored,
// date 1980-01-01, CRC, sizes, name length, no extra field.
void ZipWriter::put_common(std::string& record, const Written& entry) {
  for (const std::uint64_t value : {20, 0x0800, 0, 0, 0x21}) put(record, value, 2);
  put(record, entry.crc, 4);
  put(record, entry.size, 4);
  put(record, entry.size, 4);
  put(record, entry.name.size(), 2);
  put(record, 0, 2);
}

void ZipWriter::add(const std::string& name, std::string_view bytes) {
  Written entry{name, 0, bytes.size(), offset_};
  const std::uint64_t after = offset_ + header_bytes + name.size() + bytes.size();
  directory_ += directory_bytes + name.size();
  if (after + directory_ + end_bytes > most_bytes || entries_.size() >= most_entries)
    refuse(ErrorKind::value, "zip archives cannot exceed 4 GiB or 65534 entries");
  entry.crc = static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  std::string local;
  put(local, 0x04034b50, 4);
  put_common(local, entry);
  file_.write(local);
  file_.write(name);
  file_.write(bytes);
  offset_ = after;
  entries_.push_back(std::move(entry));
}

void ZipWriter::commit() {
  std::string record;
  for (const Written& entry : entries_) {
    put(record, 0x02014b50, 4);
    put(record, 20, 2);
    put_common(record, entry);
    put(record, 0, 6);  // no comment, first disk, attributes
    put(record, 0, 4);
    put(record, entry.offset, 4);
    record += entry.name;
  }
  const std::uint64_t bytes = record.size();
  put(record, 0x06054b50, 4);
  put(record, 0, 4);
  put(record, entries_.size(), 2);
  put(record, entries_.size(), 2);
  put(record, bytes, 4);
  put(record, offset_, 4);
  put(record, 0, 2);
  file_.write(record);
  file_.commit();
}

}  // namespace ng
