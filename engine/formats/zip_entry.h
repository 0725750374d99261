// SPDX-License-Identifier: Apache-2.0
// The unpacked bytes of one entry of a zip archive, from front to back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/formats/zip_directory.h"

namespace ng {

// Unpacks no more than is asked for and holds at most 64 KiB of the archive. `reader` and `entry`
// must outlive it. Deflated entries need zlib; without it an unavailable Error says so.
class ZipEntryStream {
 public:
  ZipEntryStream(const Reader& reader, const ZipEntry& entry);
  ~ZipEntryStream();
  ZipEntryStream(const ZipEntryStream&) = delete;
  ZipEntryStream& operator=(const ZipEntryStream&) = delete;

  // The next bytes, all of them; bad_file Error when the data is damaged or there are fewer.
  void read(std::span<std::byte> out);
  // After the last byte was read: bad_file Error when more follow, or the CRC is not the
  // directory's.
  void finish();

 private:
  struct Inflation;
  void read_stored(std::span<std::byte> out);
  std::size_t inflate_some(std::span<std::byte> out);
  void inflate(std::span<std::byte> out);
  void finish_inflation();
  [[noreturn]] void fail(const char* what, std::string found, std::string expected) const;

  const Reader& reader_;
  const ZipEntry& entry_;
  std::uint64_t packed_read_ = 0, given_ = 0;
  std::uint32_t crc_ = 0;
  std::unique_ptr<Inflation> inflation_;  // null: stored
};

}  // namespace ng
