// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/bytes/word_images.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace ng {
namespace {

constexpr std::int64_t group = 4;

using Sixteen = std::uint8_t __attribute__((vector_size(16)));
using Eight = std::uint16_t __attribute__((vector_size(16)));

std::int64_t fours(std::int64_t bytes) {
  return (bytes + group - 1) / group;
}

Convolution words_of(const Convolution& c, bool of_taps) {
  Convolution words = c;
  words.bytes.reset();
  if (!of_taps) {
    words.in_channels = c.groups * fours(c.group_channels());
    return words;
  }
  words.filter[2] = fours(c.filter[2]);
  words.dilation[2] = group * c.dilation[2];
  words.padding[2] = 0;
  words.image[2] = (c.output[2] - 1) * c.stride[2] + (words.filter[2] - 1) * words.dilation[2] + 1;
  return words;
}

Sixteen load(const std::uint8_t* from, std::uint8_t flip) {
  Sixteen bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes ^ (flip - Sixteen{});
}
template <bool Last>
Eight pairs(Sixteen x, Sixteen y) {
  return Last ? Eight(__builtin_shufflevector(x, y, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29,
                                              14, 30, 15, 31))
              : Eight(__builtin_shufflevector(x, y, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22,
                                              7, 23));
}
void store_fours(Eight x, Eight y, std::uint32_t* to) {
  const Eight first = __builtin_shufflevector(x, y, 0, 8, 1, 9, 2, 10, 3, 11);
  const Eight last = __builtin_shufflevector(x, y, 4, 12, 5, 13, 6, 14, 7, 15);
  std::memcpy(to, &first, sizeof first);
  std::memcpy(to + 4, &last, sizeof last);
}

using Rows = std::array<const std::uint8_t*, group>;

// Words of the bytes with the same number in four rows.
void interleave(const Rows& rows, std::int64_t count, std::uint8_t flip, std::uint32_t* to) {
  constexpr std::int64_t each = sizeof(Sixteen);
  std::int64_t i = 0;
  for (; i + each <= count; i += each) {
    const Sixteen a = load(rows[0] + i, flip), b = load(rows[1] + i, flip);
    const Sixteen c = load(rows[2] + i, flip), d = load(rows[3] + i, flip);
    store_fours(pairs<false>(a, b), pairs<false>(c, d), to + i);
    store_fours(pairs<true>(a, b), pairs<true>(c, d), to + i + each / 2);
  }
  for (; i < count; ++i) {
    const std::uint8_t word[] = {rows[0][i], rows[1][i], rows[2][i], rows[3][i]};
    std::memcpy(to + i, word, sizeof word);
    to[i] ^= 0x01010101u * flip;
  }
}

}  // namespace

WordImages::WordImages(const Convolution& c)
    : c_(c), of_taps_(c.group_channels() == 1), words_(words_of(c, of_taps_)) {}

std::int64_t WordImages::filter_at(std::int64_t p, int i) const {
  if (!of_taps_) {
    const std::int64_t channel = p / c_.taps() * group + i;
    return channel < c_.group_channels() ? channel * c_.taps() + p % c_.taps() : -1;
  }
  const std::int64_t across = p % words_.filter[2] * group + i;
  return across < c_.filter[2] ? p / words_.filter[2] * c_.filter[2] + across : -1;
}

std::int64_t WordImages::padded_columns() const {
  return words_.image[2] + (group - 1) * c_.dilation[2];
}

std::int64_t WordImages::row_words() const {
  return of_taps_ ? fours(padded_columns() * c_.batch) : 0;
}

void WordImages::make(const std::uint8_t* images, std::int64_t plane, std::byte* row,
                      std::uint32_t* to) const {
  const std::int64_t channel = c_.pixels() * c_.batch;
  if (of_taps_) {
    return make_of_taps(images + plane * channel, reinterpret_cast<std::uint8_t*>(row), to);
  }
  const std::int64_t first = plane % planes() * group;
  const std::uint8_t* const from =
      images + (plane / planes() * c_.group_channels() + first) * channel;
  Rows rows;
  // No filter meets the channels that are missing from the last plane.
  for (std::int64_t i = 0; i < group; ++i) {
    rows[static_cast<std::size_t>(i)] = from + (first + i < c_.group_channels() ? i : 0) * channel;
  }
  interleave(rows, channel, flip(), to);
}

void WordImages::make_of_taps(const std::uint8_t* channel, std::uint8_t* row,
                              std::uint32_t* to) const {
  const std::int64_t n = c_.batch, all = padded_columns(), line = c_.image[2] * n;
  const std::int64_t inside = std::clamp<std::int64_t>(all - c_.padding[2], 0, c_.image[2]);
  std::memset(row, static_cast<std::uint8_t>(c_.bytes->pad_value),
              static_cast<std::size_t>(all * n));
  const std::int64_t width = words_.image[2] * n;
  Rows rows;
  for (std::int64_t i = 0; i < group; ++i) {
    rows[static_cast<std::size_t>(i)] = row + i * c_.dilation[2] * n;
  }
  for (std::int64_t i = 0; i < c_.image[0] * c_.image[1]; ++i, channel += line, to += width) {
    if (inside > 0) {
      std::memcpy(row + c_.padding[2] * n, channel, static_cast<std::size_t>(inside * n));
    }
    interleave(rows, width, flip(), to);
  }
}

}  // namespace ng
