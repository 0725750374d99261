// SPDX-License-Identifier: Apache-2.0
// Sequential stream of the unpacked bytes of a zip entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/formats/archives/zip_directory.h"

namespace ng {

// Unpacks only the requested bytes and buffers at most 64 KiB of the archive. `reader` and `entry`
// must outlive it.
class ZipEntryStream {
 public:
  ZipEntryStream(const Reader& reader, const ZipEntry& entry);
  ~ZipEntryStream();
  ZipEntryStream(const ZipEntryStream&) = delete;
  ZipEntryStream& operator=(const ZipEntryStream&) = delete;

  // Reads exactly out.size() bytes; throws a bad_file Error if the data is damaged or too short.
  void read(std::span<std::byte> out);
  // Call after the last byte: throws a bad_file Error if bytes remain or the CRC does not match.
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
  unsigned long crc_ = 0;                 // as zlib counts
  std::unique_ptr<Inflation> inflation_;  // null: stored
};

}  // namespace ng
