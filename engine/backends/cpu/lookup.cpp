// SPDX-License-Identifier: Apache-2.0
// Rows of a table by index, and the table's gradient.
#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/backends/cpu/window_steps.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

constexpr std::int64_t part_elements = 1 << 14;  // some 10 us

std::vector<std::int64_t> rows_of(const Lookup& s, const float* indices) {
  std::vector<std::int64_t> rows(static_cast<std::size_t>(s.count));
  for (std::int64_t i = 0; i < s.count; ++i) {
    const double index = static_cast<double>(indices[i]);
    if (!(index > -1 && index < static_cast<double>(s.rows))) refuse_index(s, index);
    rows[static_cast<std::size_t>(i)] = static_cast<std::int64_t>(index);
  }
  return rows;
}

void take(const Lookup& s, const std::vector<std::int64_t>& rows, const float* table,
          float* taken) {
  const std::int64_t all = s.outer * s.count;
  if (all * s.inner == 0) return;
  const std::int64_t each = std::max<std::int64_t>(1, part_elements / s.inner);
  const auto parts = static_cast<int>((all + each - 1) / each);
  auto copy = [&](int part) {
    for (std::int64_t i = part * each; i < std::min(all, (part + 1) * each); ++i) {
      const std::int64_t row = i / s.count * s.rows + rows[static_cast<std::size_t>(i % s.count)];
      std::copy_n(table + row * s.inner, s.inner, taken + i * s.inner);
    }
  };
  if (parts == 1) return copy(0);
  ThreadPool::shared().parallel_for(parts, copy);
}

// Which indices name each row, in their order: those of row r stand from starts[r] to starts[r +
// 1].
struct Hits {
  std::vector<std::int64_t> starts, places;
};

Hits hits_of(const Lookup& s, const std::vector<std::int64_t>& rows) {
  Hits hits{std::vector<std::int64_t>(static_cast<std::size_t>(s.rows + 1)),
            std::vector<std::int64_t>(rows.size())};
  for (const std::int64_t row : rows) ++hits.starts[static_cast<std::size_t>(row) + 1];
  for (std::size_t r = 1; r < hits.starts.size(); ++r) hits.starts[r] += hits.starts[r - 1];
  std::vector<std::int64_t> next(hits.starts.begin(), hits.starts.end() - 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    hits.places[static_cast<std::size_t>(next[static_cast<std::size_t>(rows[i])]++)] =
        static_cast<std::int64_t>(i);
  }
  return hits;
}

// A range of rows and columns of the table.
struct Block {
  std::int64_t row, rows, column, columns;
};

// to[k] = the sum of column k of the rows of `taken` at `places`; long sums in stretches, so that
// rounding errors do not grow with the number of places.
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
      const std::int64_t begin = hits.starts[static_cast<std::size_t>(r)];
      const std::int64_t end = hits.starts[static_cast<std::size_t>(r) + 1];
      const std::int64_t count = r == s.skipped ? 0 : end - begin;
      add_places(s, hits.places.data() + begin, count, from, block.columns, to);
    }
  }
}

// Parts are blocks of the table: each element's sum is added in the order of the indices.
void add_rows(const Lookup& s, const std::vector<std::int64_t>& rows, const float* taken,
              float* table) {
  if (s.outer * s.rows * s.inner == 0) return;
  constexpr std::int64_t wide = 64;  // columns: several parts for a row that all indices name
  const Hits hits = hits_of(s, rows);
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

void look_up(const Lookup& lookup, const float* first, const float* indices, float* result) {
  const std::vector<std::int64_t> rows = rows_of(lookup, indices);
  if (lookup.gradient) return add_rows(lookup, rows, first, result);
  take(lookup, rows, first, result);
}

}  // namespace ng
