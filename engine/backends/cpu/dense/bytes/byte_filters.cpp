// SPDX-License-Identifier: Apache-2.0
// The kernels multiply unsigned bytes u by signed bytes s. With images u - p and filters s + q,
// where p and q are 0 or 128, the sum of n products is
//   Σ (u - p)(s + q) = Σ u s + q Σ u - p (Σ s + n q).
// The channel of ones gives Σ u; a channel's sums begin with the last term.
#include "engine/backends/cpu/dense/bytes/byte_filters.h"

#include <array>

#include "engine/backends/cpu/dense/direct_convolution.h"
#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/backends/cpu/lanes/byte_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {

ByteFilters::ByteFilters(const Convolution& c, const WordImages& images)
    : c_(c),
      images_(images),
      begins_(equal_parts(c.group_filters(), byte_kernels().filters - has_ones())) {}

std::int64_t ByteFilters::rows_of_group() const {
  const auto blocks = static_cast<std::int64_t>(begins_.size()) - 1;
  return c_.group_filters() + (has_ones() ? blocks : 0);
}

std::int64_t ByteFilters::block(std::int64_t group, std::int64_t block) const {
  const std::int64_t row =
      group * rows_of_group() + begins_[static_cast<std::size_t>(block)] + (has_ones() ? block : 0);
  return whole_lines(c_.out_channels) + row * images_.products();
}

std::int64_t ByteFilters::words() const {
  return whole_lines(c_.out_channels) + c_.groups * rows_of_group() * images_.products();
}

void ByteFilters::pack_block(const std::uint8_t* filters, std::int64_t k, std::int64_t channels,
                             std::int8_t* to, std::int32_t* bases) const {
  const std::uint8_t flip = has_ones() ? 0x80 : 0;
  std::array<std::uint32_t, ByteKernels::most_filters> sums{};
  for (std::int64_t p = 0; p < images_.products(); ++p) {
    for (int i = 0; i < 4; ++i) {
      const std::int64_t at = images_.filter_at(p, i);
      const std::uint8_t* const from = filters + at * c_.out_channels + k;
      for (std::int64_t r = 0; r < channels; ++r) {
        const std::int8_t s = at < 0 ? 0 : static_cast<std::int8_t>(from[r] ^ flip);
        to[4 * r + i] = s;
        sums[static_cast<std::size_t>(r)] += static_cast<std::uint32_t>(s);
      }
      if (has_ones()) to[4 * channels + i] = at >= 0;
    }
    to += 4 * (channels + has_ones());
  }
  const auto count = static_cast<std::uint32_t>(c_.group_channels() * c_.taps());
  for (std::int64_t r = 0; r < channels; ++r) {
    const std::uint32_t sum = sums[static_cast<std::size_t>(r)] + flip * count;
    bases[r] = c_.bytes->images_signed ? static_cast<std::int32_t>(0u - 128 * sum) : 0;
  }
}

void ByteFilters::pack(const std::uint8_t* filters, std::int32_t* packed) const {
  const auto blocks = static_cast<std::int64_t>(begins_.size()) - 1;
  ThreadPool::shared().parallel_for(static_cast<int>(c_.groups * blocks), [&](int part) {
    const std::int64_t group = part / blocks, b = part % blocks;
    const std::int64_t begin = begins_[static_cast<std::size_t>(b)];
    const std::int64_t channels = begins_[static_cast<std::size_t>(b) + 1] - begin;
    const std::int64_t k = group * c_.group_filters() + begin;
    pack_block(filters, k, channels, reinterpret_cast<std::int8_t*>(packed + block(group, b)),
               packed + k);
  });
}

}  // namespace ng
