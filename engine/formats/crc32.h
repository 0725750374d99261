// SPDX-License-Identifier: Apache-2.0
// CRC-32 as zip archives use it.
#pragma once

#include <cstdint>
#include <string_view>

namespace ng {

// Of what gave `before` and then `bytes`; at first `before` is 0.
std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0);

}  // namespace ng
