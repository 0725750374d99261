// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/rows/unit_split.h"

#include <algorithm>

namespace ng {
namespace {

std::int64_t largest_part(std::int64_t length, std::int64_t parts) {
  return (length + parts - 1) / parts;
}

// Cycles of a unit, roughly: it copies images, loads filters and multiplies.
double cycles(const Convolution& c, std::int64_t rows, std::int64_t columns, std::int64_t filters) {
  constexpr double products_a_cycle = 32, copied_a_cycle = 4, loaded_a_cycle = 16;
  const auto read = [&c](std::int64_t outputs, std::size_t i) {
    return outputs * c.stride[i] + c.filter[i];
  };
  const std::int64_t planes = c.group_channels() * c.filter[0] * c.batch;
  const std::int64_t taps = c.group_channels() * c.taps();
  const auto copied = static_cast<double>(planes * read(rows, 1) * read(columns, 2));
  const auto weights = static_cast<double>(filters * taps);
  return weights * static_cast<double>(rows * columns * c.batch) / products_a_cycle +
         copied / copied_a_cycle + weights / loaded_a_cycle;
}

}  // namespace

UnitSplit fastest_split(const Convolution& c, const OutputBlock& block, std::int64_t blocks,
                        std::int64_t apart, std::int64_t threads) {
  const auto time = [&](const UnitSplit& split) {
    const std::int64_t filters =
        largest_part(blocks, split.parts) * largest_part(c.group_filters(), blocks);
    const std::int64_t each_thread = largest_part(apart * split.bands * split.parts, threads);
    return static_cast<double>(each_thread) *
           cycles(c, largest_part(block.rows, split.bands), block.columns, filters);
  };
  UnitSplit fastest;
  double least = time(fastest);
  for (std::int64_t parts = 1; parts <= std::min(blocks, 2 * threads); parts *= 2) {
    for (const std::int64_t units_a_thread : {1, 2}) {
      const std::int64_t bands = largest_part(units_a_thread * threads, apart * parts);
      const UnitSplit split{std::min(bands, block.rows), parts};
      if (time(split) >= least) continue;
      least = time(split);
      fastest = split;
    }
  }
  return fastest;
}

}  // namespace ng
