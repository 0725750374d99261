// SPDX-License-Identifier: Apache-2.0
// Scattering. The updates of an element are applied in their order by one thread: the threads share
// an outermost dimension of the updates that the table has too, or else the table's rows, for which
// each of them goes over all positions.
#include <algorithm>
#include <cstring>

#include "engine/backends/axis_steps/axis_steps.h"
#include "engine/backends/axis_steps/element_types.h"
#include "engine/backends/axis_steps/position_reader.h"

namespace ng {
namespace {

struct Replace {
  template <class T>
  T operator()(T, T update) const {
    return update;
  }
};
struct Add {
  template <class T>
  T operator()(T old, T update) const {
    if constexpr (std::is_floating_point_v<T>) return old + update;
    return static_cast<T>(static_cast<std::uint64_t>(old) + static_cast<std::uint64_t>(update));
  }
};
struct Multiply {
  template <class T>
  T operator()(T old, T update) const {
    if constexpr (std::is_floating_point_v<T>) return old * update;
    return static_cast<T>(static_cast<std::uint64_t>(old) * static_cast<std::uint64_t>(update));
  }
};
struct Largest {
  template <class T>
  T operator()(T old, T update) const {
    return old != old || old > update ? old : update;
  }
};
struct Smallest {
  template <class T>
  T operator()(T old, T update) const {
    return old != old || old < update ? old : update;
  }
};

template <class T, class Positions, class Combine>
void scatter_as(const AxisWalk& walk, const Positions& positions, const T* updates, T* result,
                const Combine& combine) {
  const AxisWalk::Dimension last = walk.dimensions.back();
  const std::int64_t count = elements_of(walk);
  const auto apply = [&](std::int64_t begin, std::int64_t end, std::int64_t first,
                         std::int64_t last_row) {
    for_each_run(
        walk, begin, end,
        [&](std::int64_t at, std::int64_t length, std::int64_t offset, std::int64_t position) {
          const T* const from = updates + at;
          T* const to = result + offset;
          if (last.position == 0) {
            const std::int64_t row = positions[position];
            if (row < first || row >= last_row) return;
            T* const own = to + row * walk.row_stride;
            if constexpr (std::is_same_v<Combine, Replace>) {
              if (last.table == 1) return void(std::copy_n(from, length, own));
            }
            for (std::int64_t i = 0; i < length; ++i)
              own[i * last.table] = combine(own[i * last.table], from[i]);
            return;
          }
          for (std::int64_t i = 0; i < length; ++i) {
            const std::int64_t row = positions[position + i * last.position];
            if (row < first || row >= last_row) continue;
            T& element = to[i * last.table + row * walk.row_stride];
            element = combine(element, from[i]);
          }
        });
  };
  if (count < 4 * axis_part_elements) return apply(0, count, 0, walk.rows);
  const std::int64_t outermost = walk.dimensions[0].length,
                     threads = ThreadPool::shared().threads();
  if (walk.dimensions[0].table != 0 && outermost >= threads) {
    const std::int64_t each = count / outermost;
    return in_parts(outermost, axis_part_elements / each,
                    [&](std::int64_t begin, std::int64_t end) {
                      apply(begin * each, end * each, 0, walk.rows);
                    });
  }
  in_parts(walk.rows, (walk.rows + threads - 1) / threads,
           [&](std::int64_t begin, std::int64_t end) { apply(0, count, begin, end); });
}

template <class Positions>
void replace(const AxisWalk& walk, const Positions& positions, const std::byte* updates,
             std::byte* result) {
  with_moving_type(walk.dtype, [&]<class T>(std::type_identity<T>) {
    scatter_as(walk, positions, reinterpret_cast<const T*>(updates), reinterpret_cast<T*>(result),
               Replace());
  });
}

template <class Positions, class Combine>
void combine_with(const AxisWalk& walk, const Positions& positions, const std::byte* updates,
                  std::byte* result, const Combine& combine) {
  with_number_type(walk.dtype, [&]<class T>(std::type_identity<T>) {
    scatter_as(walk, positions, reinterpret_cast<const T*>(updates), reinterpret_cast<T*>(result),
               combine);
  });
}

void copy_table(const AxisWalk& walk, const std::byte* into, std::byte* result) {
  if (into == result) return;
  constexpr std::int64_t part_bytes = 1 << 18;
  in_parts(walk.table * static_cast<std::int64_t>(size_of(walk.dtype)), part_bytes,
           [&](std::int64_t begin, std::int64_t end) {
             std::memcpy(result + begin, into + begin, static_cast<std::size_t>(end - begin));
           });
}

}  // namespace

void scatter(const Scatter& step, const std::byte* into, const std::byte* positions,
             const std::byte* updates, std::byte* result) {
  const AxisWalk& walk = step.walk;
  with_positions(walk, positions, [&](const auto& reader) {
    copy_table(walk, into, result);
    switch (step.reduction) {
      case ScatterReduction::none: return replace(walk, reader, updates, result);
      case ScatterReduction::add: return combine_with(walk, reader, updates, result, Add());
      case ScatterReduction::mul: return combine_with(walk, reader, updates, result, Multiply());
      case ScatterReduction::max: return combine_with(walk, reader, updates, result, Largest());
      case ScatterReduction::min: return combine_with(walk, reader, updates, result, Smallest());
    }
  });
}

}  // namespace ng
