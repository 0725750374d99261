// SPDX-License-Identifier: Apache-2.0
// gzip: a file packed by itself, as data sets are published.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/base/reader.h"

namespace ng {

// By the first two bytes of what `reader` reads.
bool is_gzip(const Reader& reader);

// The whole of `reader` unpacked, its CRC and length checked; at most what the limits allow.
// bad_file Error for a file that is cut off or damaged, and for bytes behind the data; unavailable
// Error without zlib.
std::vector<std::byte> read_gzip(Reader& reader);

// `bytes` packed, the same bytes for the same input. Unavailable Error without zlib.
std::string gzip_bytes(std::span<const std::byte> bytes);

}  // namespace ng
