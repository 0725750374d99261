// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/crc32c.h"

#include <array>

namespace ng {
namespace {

constexpr std::size_t ways = 8;  // bytes a step

using Tables = std::array<std::array<std::uint32_t, 256>, ways>;

constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82f63b78u : 0);
    tables[0][byte] = crc;
  }
  for (std::size_t way = 1; way < ways; ++way) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[way - 1][byte];
      tables[way][byte] = (before >> 8) ^ tables[0][before & 0xff];
    }
  }
  return tables;
}

constexpr Tables tables = make_tables();

}  // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t crc) {
  crc = ~crc;
  std::size_t at = 0;
  for (; at + ways <= bytes.size(); at += ways) {
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < ways; ++i) {
      auto byte = static_cast<std::uint32_t>(bytes[at + i]);
      if (i < 4) byte ^= (crc >> (8 * i)) & 0xff;
      next ^= tables[ways - 1 - i][byte];
    }
    crc = next;
  }
  for (; at < bytes.size(); ++at) {
    crc = (crc >> 8) ^ tables[0][(crc ^ static_cast<std::uint32_t>(bytes[at])) & 0xff];
  }
  return ~crc;
}

}  // namespace ng
