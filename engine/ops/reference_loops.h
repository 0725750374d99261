// SPDX-License-Identifier: Apache-2.0
// Loops over named axes in double, for evaluate functions of ops.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/graph/op.h"

namespace ng {

// Strides of the axes of `space` in a row-major array over `axes`; 0 for axes not in the array.
std::vector<std::int64_t> strides_over(const Axes& space, const Axes& axes);

// Calls f(offsets) for every index of `space`, last axis fastest; offsets[k] is the offset in the
// k-th array.
template <std::size_t K, class F>
void for_each_index(const Axes& space, const std::array<std::vector<std::int64_t>, K>& strides,
                    F&& f) {
  const std::vector<std::int64_t> lengths = space.lengths();
  std::vector<std::int64_t> index(lengths.size(), 0);
  std::array<std::int64_t, K> offsets{};
  const std::int64_t count = space.element_count();
  const std::int64_t inner = lengths.empty() ? 1 : lengths.back();
  std::array<std::int64_t, K> steps{};  // along the innermost axis
  for (std::size_t k = 0; k < K && !lengths.empty(); ++k) steps[k] = strides[k].back();
  for (std::int64_t n = 0; n < count; n += inner) {
    for (std::int64_t i = 0; i < inner; ++i) {
      f(offsets);
      for (std::size_t k = 0; k < K; ++k) offsets[k] += steps[k];
    }
    for (std::size_t k = 0; k < K; ++k) offsets[k] -= steps[k] * inner;
    for (std::size_t axis = lengths.empty() ? 0 : lengths.size() - 1; axis-- > 0;) {
      for (std::size_t k = 0; k < K; ++k) offsets[k] += strides[k][axis];
      if (++index[axis] < lengths[axis]) break;
      for (std::size_t k = 0; k < K; ++k) offsets[k] -= strides[k][axis] * lengths[axis];
      index[axis] = 0;
    }
  }
}

}  // namespace ng
