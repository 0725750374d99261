// SPDX-License-Identifier: Apache-2.0
// Table lookup (embedding) and the gradient of its table.
#include <algorithm>
#include <cmath>

#include "engine/backends/cpu/dense/window_steps.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

constexpr std::int64_t part_elements = 1 << 14;  // about 10 µs

// Stores the row of each index in `rows`. Throws for an index out of range.
void find_rows(const Lookup& s, const float* indices, std::int64_t* rows) {
  for (std::int64_t i = 0; i < s.count; ++i) {
    const double index = static_cast<double>(indices[i]);
    if (!(index > -1 && index < static_cast<double>(s.rows))) refuse_index(s, index);
    rows[i] = static_cast<std::int64_t>(index);
  }
}

void take(const Lookup& s, const std::int64_t* rows, const float* table, float* taken) {
  const std::int64_t all = s.outer * s.count;
  if (all * s.inner == 0) return;
  const std::int64_t each = std::max<std::int64_t>(1, part_elements / s.inner);
  const auto parts = static_cast<int>((all + each - 1) / each);
  auto copy = [&](int part) {
    for (std::int64_t i = part * each; i < std::min(all, (part + 1) * each); ++i) {
      const std::int64_t row = i / s.count * s.rows + rows[i % s.count];
      std::copy_n(table + row * s.inner, s.inner, taken + i * s.inner);
    }
  };
  if (parts == 1) return copy(0);
  ThreadPool::shared().parallel_for(parts, copy);
}

// Positions of the indices by row, in order: those of row r are places[starts[r]..starts[r + 1]).
struct Hits {
  std::int64_t *starts, *places;
};

// `next` is scratch space of `s.rows` numbers.
void find_hits(const Lookup& s, const std::int64_t* rows, std::int64_t* next, const Hits& hits) {
  std::fill_n(hits.starts, s.rows + 1, 0);
  for (std::int64_t i = 0; i < s.count; ++i) ++hits.starts[rows[i] + 1];
  for (std::int64_t r = 0; r < s.rows; ++r) hits.starts[r + 1] += hits.starts[r];
  std::copy_n(hits.starts, s.rows, next);
  for (std::int64_t i = 0; i < s.count; ++i) hits.places[next[rows[i]]++] = i;
}

// A range of rows and columns of the table.
struct Block {
  std::int64_t row, rows, column, columns;
};

// to[k] = the sum of column k of the rows of `taken` at `places`. Long sums are added in blocks, so
// that rounding errors do not grow with the number of places.
void add_places(const Lookup& s, const std::int64_t* places, std::int64_t count, const float* taken,
                std::int64_t columns, float* to) {
  constexpr std::int64_t shortest = 256, most_columns = 256;
  std::fill_n(to, columns, 0.0f);
  const auto add = [&](std::int64_t begin, std::int64_t end, const float* from, std::int64_t wide,
                       float* sums) {
    for (std::int64_t i = begin; i < end; ++i) {
      const float* row = from + places[i] * s.inner;
      for (std::int64_t k = 0; k < wide; ++k) sums[k] += row[k];
    }
  };
  if (count <= shortest) return add(0, count, taken, columns, to);
  const auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(count)));
  const std::int64_t stretch = std::max(shortest, root);
  float sums[most_columns];
  for (std::int64_t column = 0; column < columns; column += most_columns) {
    const std::int64_t wide = std::min(most_columns, columns - column);
    for (std::int64_t i = 0; i < count; i += stretch) {
      std::fill_n(sums, wide, 0.0f);
      add(i, std::min(count, i + stretch), taken + column, wide, sums);
      for (std::int64_t k = 0; k < wide; ++k) to[column + k] += sums[k];
    }
  }
}

void add_block(const Lookup& s, const Hits& hits, const Block& block, const float* taken,
               float* table) {
  for (std::int64_t o = 0; o < s.outer; ++o) {
    const float* from = taken + o * s.count * s.inner + block.column;
    for (std::int64_t r = block.row; r < block.row + block.rows; ++r) {
      float* to = table + (o * s.rows + r) * s.inner + block.column;
      const std::int64_t begin = hits.starts[r];
      const std::int64_t count = r == s.skipped ? 0 : hits.starts[r + 1] - begin;
      add_places(s, hits.places + begin, count, from, block.columns, to);
    }
  }
}

// Parts are blocks of the table, so that each element is summed in the order of the indices.
void add_rows(const Lookup& s, const Hits& hits, const float* taken, float* table) {
  if (s.outer * s.rows * s.inner == 0) return;
  constexpr std::int64_t wide = 64;  // columns per part, so that one popular row can be split
  const std::int64_t across = (s.inner + wide - 1) / wide;
  const std::int64_t work = s.outer * (s.count + s.rows) * s.inner / across;
  const std::int64_t down = std::clamp<std::int64_t>(work / part_elements, 1, s.rows);
  auto add = [&](int part) {
    const std::int64_t i = part / across, j = part % across;
    const std::int64_t row = s.rows * i / down, column = s.inner * j / across;
    const Block block{row, s.rows * (i + 1) / down - row, column,
                      s.inner * (j + 1) / across - column};
    add_block(s, hits, block, taken, table);
  };
  if (down * across == 1) return add(0);
  ThreadPool::shared().parallel_for(static_cast<int>(down * across), add);
}

}  // namespace

void look_up(const Lookup& lookup, const float* first, const float* indices, float* result,
             StepScratch& scratch) {
  auto* const rows = reinterpret_cast<std::int64_t*>(scratch.of(lookup_scratch(lookup)));
  find_rows(lookup, indices, rows);
  if (!lookup.gradient) return take(lookup, rows, first, result);
  const Hits hits{rows + 2 * lookup.count, rows + lookup.count};
  find_hits(lookup, rows, hits.starts + lookup.rows + 1, hits);
  add_rows(lookup, hits, first, result);
}

// The rows; for a gradient also positions, starts and the scratch of find_hits.
std::int64_t lookup_scratch(const Lookup& lookup) {
  return 8 * (lookup.gradient ? 2 * lookup.count + 2 * lookup.rows + 1 : lookup.count);
}

}  // namespace ng
