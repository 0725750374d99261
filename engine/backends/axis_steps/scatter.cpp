// SPDX-License-Identifier: Apache-2.0
// Scattering. The updates of an element are applied in their order by one thread: the threads share
// an outermost dimension of the updates that the table has too, or else the table's rows, for which
// each of them goes over all positions.
#include <algorithm>
#include <cstring>
#include <vector>

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

// Sums of float32 in double, for the rows of the table that many updates are added to: a chain of
// float32 additions has an error that grows with its length.
class LongSums {
 public:
  template <class Positions>
  LongSums(const AxisWalk& walk, const Positions& positions, float* table)
      : walk_(walk), table_(table) {
    std::int64_t each = 1;  // updates of an element that a position stands for, at most
    for (const AxisWalk::Dimension& d : walk.dimensions)
      if (d.table == 0 && d.position == 0) each *= d.length;
    if (walk.positions * each <= longest) return;
    std::vector<std::int64_t> hits(static_cast<std::size_t>(walk.rows));
    for (std::int64_t i = 0; i < walk.positions; ++i)
      ++hits[static_cast<std::size_t>(positions[i])];
    for (std::int64_t row = 0; row < walk.rows; ++row)
      if (hits[static_cast<std::size_t>(row)] * each > longest) rows_.push_back(row);
    if (rows_.empty()) return;
    sums_.resize(rows_.size() * static_cast<std::size_t>(slab()));
    numbers_.assign(static_cast<std::size_t>(walk.rows), none);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      numbers_[static_cast<std::size_t>(rows_[i])] = static_cast<std::int64_t>(i);
    each_element([](double& sum, float& element) { sum = static_cast<double>(element); });
  }

  bool any() const { return !rows_.empty(); }
  // The sums of the row's elements, without the row's axis; null if its sums are short.
  double* of(std::int64_t row) {
    const std::int64_t number = numbers_[static_cast<std::size_t>(row)];
    return number == none ? nullptr : sums_.data() + number * slab();
  }
  // Where an element of row 0 lies in them, and elements that lie `stride` apart.
  std::int64_t place(std::int64_t element) const {
    const std::int64_t outer = walk_.rows * walk_.row_stride;
    return element / outer * walk_.row_stride + element % walk_.row_stride;
  }
  std::int64_t step(std::int64_t stride) const {
    return stride < walk_.row_stride ? stride : stride / walk_.rows;
  }
  void store() {
    each_element([](double& sum, float& element) { element = static_cast<float>(sum); });
  }

 private:
  static constexpr std::int64_t longest = 256, none = -1;
  std::int64_t slab() const { return walk_.table / walk_.rows; }

  template <class Each>
  void each_element(const Each& each) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (std::int64_t k = 0; k < slab(); ++k) {
        const std::int64_t outer = k / walk_.row_stride * walk_.rows + rows_[i];
        each(sums_[i * static_cast<std::size_t>(slab()) + static_cast<std::size_t>(k)],
             table_[outer * walk_.row_stride + k % walk_.row_stride]);
      }
  }

  const AxisWalk& walk_;
  float* table_;
  std::vector<std::int64_t> rows_;     // with long sums
  std::vector<std::int64_t> numbers_;  // by row, its index in rows_
  std::vector<double> sums_;
};

// Combines updates with elements of a row that lie `stride` apart, from `element` of row 0 on.
template <class T, class Combine>
struct InTable {
  T* table;
  std::int64_t row_stride;
  Combine combine;

  void operator()(std::int64_t row, std::int64_t element, std::int64_t stride, const T* updates,
                  std::int64_t count) const {
    T* const own = table + element + row * row_stride;
    if constexpr (std::is_same_v<Combine, Replace>) {
      if (stride == 1) return void(std::copy_n(updates, count, own));
    }
    for (std::int64_t i = 0; i < count; ++i) own[i * stride] = combine(own[i * stride], updates[i]);
  }
};

struct InLongSums {
  LongSums& sums;
  InTable<float, Add> others;

  void operator()(std::int64_t row, std::int64_t element, std::int64_t stride, const float* updates,
                  std::int64_t count) const {
    double* own = sums.of(row);
    if (!own) return others(row, element, stride, updates, count);
    own += sums.place(element);
    const std::int64_t step = sums.step(stride);
    for (std::int64_t i = 0; i < count; ++i) own[i * step] += static_cast<double>(updates[i]);
  }
};

template <class T, class Positions, class Into>
void scatter_as(const AxisWalk& walk, const Positions& positions, const T* updates,
                const Into& into) {
  const AxisWalk::Dimension last = walk.dimensions.back();
  const std::int64_t count = elements_of(walk);
  const auto apply = [&](std::int64_t begin, std::int64_t end, std::int64_t first,
                         std::int64_t last_row) {
    for_each_run(
        walk, begin, end,
        [&](std::int64_t at, std::int64_t length, std::int64_t element, std::int64_t position) {
          const bool one_row = last.position == 0;
          const std::int64_t each = one_row ? length : 1;
          for (std::int64_t i = 0; i < length; i += each) {
            const std::int64_t row = positions[position + i * last.position];
            if (row < first || row >= last_row) continue;
            into(row, element + i * last.table, last.table, updates + at + i, each);
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
    const InTable<T, Replace> into{reinterpret_cast<T*>(result), walk.row_stride, {}};
    scatter_as(walk, positions, reinterpret_cast<const T*>(updates), into);
  });
}

template <class Positions, class Combine>
void combine_with(const AxisWalk& walk, const Positions& positions, const std::byte* updates,
                  std::byte* result, const Combine& combine) {
  with_number_type(walk.dtype, [&]<class T>(std::type_identity<T>) {
    const InTable<T, Combine> into{reinterpret_cast<T*>(result), walk.row_stride, combine};
    const T* const from = reinterpret_cast<const T*>(updates);
    if constexpr (std::is_same_v<T, float> && std::is_same_v<Combine, Add>) {
      LongSums sums(walk, positions, reinterpret_cast<float*>(result));
      if (!sums.any()) return scatter_as(walk, positions, from, into);
      scatter_as(walk, positions, from, InLongSums{sums, into});
      return sums.store();
    }
    scatter_as(walk, positions, from, into);
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
