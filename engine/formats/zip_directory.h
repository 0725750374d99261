// SPDX-License-Identifier: Apache-2.0
// The directory of a zip archive, read strictly: both copies of every entry's facts must agree.
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
  std::uint64_t header = 0, data = 0;      // where it starts in the file
  std::uint64_t directory = 0;             // where its directory record is
};

// The entries in the order of the directory. bad_file Error for archives that are cut off, hide
// something, overlap, are encrypted, or claim to hold more than the limits allow.
std::vector<ZipEntry> read_zip_directory(const Reader& reader);

// The whole of `entry`, unpacked and checked; see ZipEntryStream.
std::string read_zip_entry(const Reader& reader, const ZipEntry& entry);

}  // namespace ng
