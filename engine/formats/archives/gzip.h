// SPDX-License-Identifier: Apache-2.0
// gzip compression of a single file, as used for published data sets.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/base/reader.h"

namespace ng {

// Decides by the first two bytes of `reader`.
bool is_gzip(const Reader& reader);

// Unpacks the whole of `reader`, within its limits, and verifies CRC and length. Throws a bad_file
// Error for truncated or damaged files and for trailing bytes.
std::vector<std::byte> read_gzip(Reader& reader);

// Packs `bytes`; the output is deterministic.
std::string gzip_bytes(std::span<const std::byte> bytes);

}  // namespace ng
