// SPDX-License-Identifier: Apache-2.0
// CRC-32 as used by zip archives.
#pragma once

#include <cstdint>
#include <string_view>

namespace ng {

// Continues the CRC `before` with `bytes`; start with 0.
std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0);

}  // namespace ng
