// SPDX-License-Identifier: Apache-2.0
// Sizes of steps that accumulate, sort, take or scatter elements along one axis. Arrays are dense
// and row-major.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/dtype.h"

namespace ng {

// Running sums or products along the middle axis of (outer, length, inner).
struct Cumulation {
  DType dtype = DType::f32;
  bool product = false, exclusive = false, reverse = false;
  std::int64_t outer = 1, length = 1, inner = 1;
};

// The int64 positions of the first `count` elements in sorted order along the middle axis of
// (outer, length, inner), as (outer, count, inner).
struct ArgSort {
  DType dtype = DType::f32;
  bool descending = false;
  std::int64_t outer = 1, length = 1, inner = 1, count = 1;
};

enum class ScatterReduction { none, add, mul, max, min };

// A walk over the elements that are taken or scattered: an element's place in the table is the sum
// of its table strides, plus `row_stride` times the position that its position strides find.
struct AxisWalk {
  struct Dimension {
    std::int64_t length = 1, table = 0, position = 0;  // strides in elements
  };
  DType dtype = DType::f32, position_dtype = DType::i64;
  std::vector<Dimension> dimensions;  // of the elements, the last one fastest; at least one
  std::int64_t rows = 0, row_stride = 1;
  std::int64_t positions = 0, table = 0;  // number of elements of these arrays
  std::string where;                      // the op, for the error about a position out of range
};

// result = table[positions].
struct Take {
  AxisWalk walk;
};
// result = table; then result[positions] is replaced by, or combined with, the updates in order.
struct Scatter {
  AxisWalk walk;
  ScatterReduction reduction = ScatterReduction::none;
};

std::int64_t elements_of(const AxisWalk& walk);  // that are taken or scattered

using AxisStep = std::variant<Cumulation, ArgSort, Take, Scatter>;

// Throws the index Error about a position that is out of range.
[[noreturn]] void refuse_position(const AxisWalk& walk, double position);

// "outer 8 × length 4000 × inner 1", as the inspector shows it.
struct AxisCost {
  std::string loops;
  std::int64_t flops = 0, bytes = 0;
};
AxisCost cost_of(const AxisStep& step);

}  // namespace ng
