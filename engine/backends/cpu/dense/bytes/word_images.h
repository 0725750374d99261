// SPDX-License-Identifier: Apache-2.0
// Images of bytes as planes of words of four unsigned bytes, which the instructions for dot
// products multiply at once: four channels of a pixel or, in groups of one channel, four taps along
// the width.
#pragma once

#include <cstdint>

#include "engine/runtime/window_steps.h"

namespace ng {

// A convolution of bytes as one of words. Depends on its sizes only.
class WordImages {
 public:
  explicit WordImages(const Convolution& convolution);

  // The convolution of the planes of words: its channels are planes.
  const Convolution& words() const { return words_; }
  std::int64_t planes() const { return words_.group_channels(); }     // of a group
  std::int64_t products() const { return planes() * words_.taps(); }  // of an output, of four each
  // The word of padding.
  std::uint32_t outside() const { return 0x01010101u * pad_byte(); }

  // Where the filter that byte `i` of product `p` meets lies among those of an output: an index of
  // (C / groups, T, R, S). -1: no filter meets it.
  std::int64_t filter_at(std::int64_t p, int i) const;

  // Words of scratch memory that make() needs, and words that it makes.
  std::int64_t row_words() const;
  std::int64_t plane_words() const { return words_.pixels() * words_.batch; }
  // Makes plane `plane` of all groups'. `row`: scratch memory.
  void make(const std::uint8_t* images, std::int64_t plane, std::byte* row,
            std::uint32_t* to) const;

 private:
  std::uint8_t flip() const { return c_.bytes->images_signed ? 0x80 : 0; }
  std::uint8_t pad_byte() const {
    return static_cast<std::uint8_t>(static_cast<std::uint8_t>(c_.bytes->pad_value) ^ flip());
  }
  std::int64_t padded_columns() const;  // of a row of bytes from which words of taps are made
  void make_of_taps(const std::uint8_t* channel, std::uint8_t* row, std::uint32_t* to) const;

  const Convolution& c_;
  const bool of_taps_;
  const Convolution words_;
};

}  // namespace ng
