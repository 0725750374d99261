// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/backends/axis_steps/axis_steps.h"
#include "engine/backends/axis_steps/element_types.h"
#include "engine/backends/axis_steps/position_reader.h"

namespace ng {
namespace {

// Elements are moved as integers of their size.
template <class T, class Positions>
void take_as(const AxisWalk& walk, const T* table, const Positions& positions, T* result) {
  const AxisWalk::Dimension last = walk.dimensions.back();
  const auto take_run = [&](std::int64_t at, std::int64_t length, std::int64_t offset,
                            std::int64_t position) {
    T* const to = result + at;
    if (last.position == 0) {
      const T* from = table + offset + positions[position] * walk.row_stride;
      if (last.table == 1) return void(std::copy_n(from, length, to));
      for (std::int64_t i = 0; i < length; ++i) to[i] = from[i * last.table];
      return;
    }
    const T* const from = table + offset;
    for (std::int64_t i = 0; i < length; ++i) {
      to[i] = from[i * last.table + positions[position + i * last.position] * walk.row_stride];
    }
  };
  const bool rows = last.position == 0 && last.table == 1;
  in_parts(elements_of(walk), rows ? 8 * axis_part_elements : axis_part_elements,
           [&](std::int64_t begin, std::int64_t end) { for_each_run(walk, begin, end, take_run); });
}

}  // namespace

void take(const AxisWalk& walk, const std::byte* table, const std::byte* positions,
          std::byte* result) {
  with_positions(walk, positions, [&](const auto& reader) {
    with_moving_type(walk.dtype, [&]<class T>(std::type_identity<T>) {
      take_as(walk, reinterpret_cast<const T*>(table), reader, reinterpret_cast<T*>(result));
    });
  });
}

}  // namespace ng
