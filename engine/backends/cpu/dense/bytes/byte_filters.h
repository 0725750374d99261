// SPDX-License-Identifier: Apache-2.0
// Filters of bytes in the order of the tiles of a byte convolution: what the sums of each output
// channel begin with, then by group, block of output channels, product and channel of the block,
// words of four signed bytes. Blocks of unsigned filters have a channel of ones after their own.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/backends/cpu/dense/bytes/word_images.h"

namespace ng {

class ByteFilters {
 public:
  // Refers to both.
  ByteFilters(const Convolution& convolution, const WordImages& images);

  // Begins of the blocks of a group's output channels, and the end.
  const std::vector<std::int64_t>& begins() const { return begins_; }
  std::int64_t words() const;
  bool has_ones() const { return !c_.bytes->filters_signed; }

  void pack(const std::uint8_t* filters, std::int32_t* packed) const;
  // Where the channels of a block begin.
  std::int64_t block(std::int64_t group, std::int64_t block) const;

 private:
  std::int64_t rows_of_group() const;
  // Channels from `k` on, whose words and first sums go to `to` and `bases`.
  void pack_block(const std::uint8_t* filters, std::int64_t k, std::int64_t channels,
                  std::int8_t* to, std::int32_t* bases) const;

  const Convolution& c_;
  const WordImages& images_;
  const std::vector<std::int64_t> begins_;
};

}  // namespace ng
