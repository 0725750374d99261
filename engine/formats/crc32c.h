// SPDX-License-Identifier: Apache-2.0
// CRC-32C (Castagnoli), which TensorFlow's files use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ng {

// `crc` is that of the bytes before.
std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t crc = 0);

// The form in which files store it, so that a checksum of bytes with checksums stays useful.
inline std::uint32_t masked_crc32c(std::uint32_t crc) {
  return ((crc >> 15) | (crc << 17)) + 0xa282ead8u;
}

}  // namespace ng
