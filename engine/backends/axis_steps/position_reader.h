// SPDX-License-Identifier: Apache-2.0
// Positions of any element type, checked and as int64.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/base/dtype.h"
#include "engine/runtime/axis_steps.h"

namespace ng {

inline void check_position(const AxisWalk& walk, double position) {
  if (!(position > -1 && position < static_cast<double>(walk.rows)))
    refuse_position(walk, position);
}

template <class P>
struct PositionReader {
  const P* positions;
  std::int64_t operator[](std::int64_t i) const { return static_cast<std::int64_t>(positions[i]); }
  void check(const AxisWalk& walk) const {
    bool all = true;
    for (std::int64_t i = 0; i < walk.positions; ++i)
      all &= static_cast<std::uint64_t>(operator[](i)) < static_cast<std::uint64_t>(walk.rows);
    for (std::int64_t i = 0; !all && i < walk.positions; ++i)
      check_position(walk, static_cast<double>(positions[i]));
  }
};

// Of the types that are rarely positions.
struct ConvertedPositions {
  DType dtype;
  const std::byte* positions;
  std::int64_t operator[](std::int64_t i) const {
    return static_cast<std::int64_t>(load(dtype, positions, i));
  }
  void check(const AxisWalk& walk) const {
    for (std::int64_t i = 0; i < walk.positions; ++i)
      check_position(walk, load(dtype, positions, i));
  }
};

// Calls f(reader) after all positions were checked.
template <class F>
void with_positions(const AxisWalk& walk, const std::byte* positions, F&& f) {
  const auto checked = [&](const auto& reader) {
    reader.check(walk);
    f(reader);
  };
  if (walk.position_dtype == DType::i64) {
    checked(PositionReader<std::int64_t>{reinterpret_cast<const std::int64_t*>(positions)});
  } else if (walk.position_dtype == DType::i32) {
    checked(PositionReader<std::int32_t>{reinterpret_cast<const std::int32_t*>(positions)});
  } else {
    checked(ConvertedPositions{walk.position_dtype, positions});
  }
}

// Calls f(element, length, table, position) for the runs of elements along the last dimension that
// lie in [begin, end): the first one's number, and its offsets in the table and in the positions.
template <class F>
void for_each_run(const AxisWalk& walk, std::int64_t begin, std::int64_t end, F&& f) {
  if (begin >= end) return;
  const std::vector<AxisWalk::Dimension>& dimensions = walk.dimensions;
  const AxisWalk::Dimension& last = dimensions.back();
  std::vector<std::int64_t> at(dimensions.size());
  std::int64_t rest = begin, table = 0, position = 0;
  for (std::size_t d = dimensions.size(); d-- > 0; rest /= dimensions[d].length) {
    at[d] = rest % dimensions[d].length;
    table += at[d] * dimensions[d].table;
    position += at[d] * dimensions[d].position;
  }
  const auto back = [&](std::size_t d) {
    table -= at[d] * dimensions[d].table;
    position -= at[d] * dimensions[d].position;
    at[d] = 0;
  };
  while (true) {
    const std::int64_t length = std::min(last.length - at.back(), end - begin);
    f(begin, length, table, position);
    begin += length;
    if (begin == end) return;
    back(dimensions.size() - 1);
    for (std::size_t d = dimensions.size() - 1; d-- > 0;) {
      table += dimensions[d].table;
      position += dimensions[d].position;
      if (++at[d] < dimensions[d].length) break;
      back(d);
    }
  }
}

}  // namespace ng
