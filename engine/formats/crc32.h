// SPDX-License-Identifier: Apache-2.0
// CRC-32 as zip archives use it.
#pragma once

#include <cstdint>
#include <string_view>

namespace ng {

std::uint32_t crc32(std::string_view bytes);

}  // namespace ng
