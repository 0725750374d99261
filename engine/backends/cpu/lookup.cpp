// SPDX-License-Identifier: Apache-2.0
// Rows of a table by index, and the table's gradient.
#include <algorithm>
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

// Parts are columns of the table, so that each row's sum is added in the order of the indices.
void add_rows(const Lookup& s, const std::vector<std::int64_t>& rows, const float* taken,
              float* table) {
  if (s.outer * s.rows * s.inner == 0) return;
  const std::int64_t work = s.outer * (s.count + s.rows);
  const std::int64_t each = std::clamp<std::int64_t>(part_elements / work, 16, s.inner + 16);
  const auto parts = static_cast<int>((s.inner + each - 1) / each);
  auto add = [&](int part) {
    const std::int64_t begin = part * each, width = std::min(each, s.inner - begin);
    for (std::int64_t o = 0; o < s.outer; ++o) {
      float* rows_here = table + o * s.rows * s.inner + begin;
      for (std::int64_t r = 0; r < s.rows; ++r) std::fill_n(rows_here + r * s.inner, width, 0.0f);
      for (std::int64_t i = 0; i < s.count; ++i) {
        const std::int64_t row = rows[static_cast<std::size_t>(i)];
        if (row == s.skipped) continue;
        const float* from = taken + (o * s.count + i) * s.inner + begin;
        float* to = rows_here + row * s.inner;
        for (std::int64_t k = 0; k < width; ++k) to[k] += from[k];
      }
    }
  };
  if (parts == 1) return add(0);
  ThreadPool::shared().parallel_for(parts, add);
}

}  // namespace

void look_up(const Lookup& lookup, const float* first, const float* indices, float* result) {
  const std::vector<std::int64_t> rows = rows_of(lookup, indices);
  if (lookup.gradient) return add_rows(lookup, rows, first, result);
  take(lookup, rows, first, result);
}

}  // namespace ng
