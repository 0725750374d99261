// SPDX-License-Identifier: Apache-2.0
// Quantised types whose elements share scales in blocks (the types of ggml, and OCP's MXFP4). A
// tensor's blocks lie along its last axis.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ng {

struct BlockFormat {
  std::string_view name;  // "q4_k"
  std::size_t elements;   // of a block
  std::size_t bytes;
  void (*decode)(const std::uint8_t* block, float* values);  // one block
};

// Null if no format has the name.
const BlockFormat* block_format(std::string_view name);

// Whole blocks, as the bytes of float32 numbers.
std::vector<std::byte> decoded_blocks(const BlockFormat& format, std::span<const std::byte> blocks);

}  // namespace ng
