// SPDX-License-Identifier: Apache-2.0
// Strict reader of zip directories: local and central records of an entry must agree. libzip does
// not replace it: it reports no offsets, the local flags or NUL bytes in names, so that overlapping
// entries, hidden data and two end records could not be refused.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/reader.h"

namespace ng {

struct ZipEntry {
  std::string name;
  std::uint16_t flags = 0, method = 0;  // 0 stored, 8 deflated
  std::uint32_t crc = 0;
  std::uint64_t packed = 0, unpacked = 0;  // bytes
  std::uint64_t header = 0, data = 0;      // offsets of header and data in the file
  std::uint64_t directory = 0;             // offset of its directory record
};

// The entries in directory order. Throws a bad_file Error for archives that are truncated, contain
// hidden data, overlap, are encrypted, or exceed the limits.
std::vector<ZipEntry> read_zip_directory(const Reader& reader);

// Unpacks and verifies the whole of `entry`; see ZipEntryStream.
std::string read_zip_entry(const Reader& reader, const ZipEntry& entry);

}  // namespace ng
