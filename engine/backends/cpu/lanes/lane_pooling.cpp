// SPDX-License-Identifier: Apache-2.0
// One row of a pooling's outputs (LanePooling): first down the rows of the image, then along the
// line that this makes.
#include "engine/backends/cpu/lanes/lane_epilogue.h"

namespace ng::NGRAPH_WIDTH {
namespace {

// NaN counts as the maximum, and the first maximum is kept.
struct Largest {
  static constexpr float outside = -__builtin_inff();
  static Vector take(Vector best, Vector value) {
    const Vector larger = value > best ? value : best;
    return value != value ? value : larger;
  }
  static Vector line(Vector best, std::int64_t) { return best; }
  static Vector result(Vector best, const float*, std::int64_t) { return best; }
};

// The mean of a line's elements, which are means of as many elements each.
struct Mean {
  static constexpr float outside = 0;
  static Vector take(Vector sum, Vector value) { return sum + value; }
  static Vector line(Vector sum, std::int64_t count) { return sum / static_cast<float>(count); }
  // A sum of negative zeros is a positive one.
  static Vector result(Vector sum, const float* counts, std::int64_t width) {
    return (sum + 0.0f) / load_some(counts, width);
  }
};

// Takes the vectors `at(0)` to `at(count - 1)`, in stretches.
template <class Take, class At>
inline Vector take_all(std::int64_t count, const At& at) {
  Vector total = at(0);
  std::int64_t i = 1;
  for (; i < count && i < stretch; ++i) total = Take::take(total, at(i));
  while (i < count) {
    const std::int64_t end = count - i < stretch ? count : i + stretch;
    Vector part = at(i);
    while (++i < end) part = Take::take(part, at(i));
    total = Take::take(total, part);
  }
  return total;
}

// The same for a count that the compiler knows, unless `Count` is 0.
template <class Take, int Count, class At>
inline Vector take_known(std::int64_t count, const At& at) {
  if constexpr (Count == 0) {
    return take_all<Take>(count, at);
  } else {
    Vector total = at(0);
#pragma GCC unroll 4
    for (int i = 1; i < Count; ++i) total = Take::take(total, at(i));
    return total;
  }
}

template <class Take, int Rows>
void take_rows(const LanePooling& p, const float* from, float* line) {
  const std::int64_t count = p.depths * p.rows;
  const auto row = [&](std::int64_t i) {
    return from + (Rows > 0 ? i : i % p.rows) * p.row_stride +
           (Rows > 0 ? 0 : i / p.rows * p.depth_stride);
  };
  std::int64_t at = 0;
  for (; at + lanes <= p.width; at += lanes) {
    const auto here = [&](std::int64_t i) { return load(row(i) + at); };
    store(line + at, Take::line(take_known<Take, Rows>(count, here), count));
  }
  if (at == p.width) return;
  const Mask rest = first_lanes(p.width - at);
  const auto here = [&](std::int64_t i) { return load_lanes(row(i) + at, rest); };
  store(line + at, Take::line(take_known<Take, Rows>(count, here), count));
}

// `tap(at, s)` is what tap s meets at a vector of outputs.
template <class Take, int Window, class Tap>
inline void take_taps(const LanePooling& p, float* result, const Tap& tap) {
  for (std::int64_t at = 0; at < p.outputs; at += lanes) {
    const std::int64_t left = p.outputs - at;
    const Vector all =
        take_known<Take, Window>(p.window, [&](std::int64_t s) { return tap(at, s); });
    store_some(result + at, Take::result(all, p.counts + at, left), left);
  }
}

template <class Take, int Window>
void take_line(const LanePooling& p, const float* line, float* result) {
  if (p.stride == 1) {
    take_taps<Take, Window>(
        p, result, [&](std::int64_t at, std::int64_t s) { return load(line + at + s * p.group); });
  } else if (p.stride == 2 && p.group == 1) {
    take_taps<Take, Window>(p, result, [&](std::int64_t at, std::int64_t s) {
      const float* const from = line + 2 * at + s;
      return even(load(from), load(from + lanes));
    });
  } else {
    for (std::int64_t at = 0, first = 0; at < p.outputs; at += p.group, first += p.stride) {
      const float* const from = line + first * p.group;
      const Vector all = take_known<Take, Window>(
          p.window, [&](std::int64_t s) { return load(from + s * p.group); });
      store_some(result + at, Take::result(all, p.counts + at, p.group), p.group);
    }
  }
}

template <class Take>
void pool_down(const LanePooling& p, const float* from, float* line) {
  fill(line, p.before, Take::outside);
  float* const inside = line + p.before;
  const std::int64_t rows = p.depths > 1 ? 0 : p.rows;
  rows == 3   ? take_rows<Take, 3>(p, from, inside)
  : rows == 2 ? take_rows<Take, 2>(p, from, inside)
  : rows == 1 ? take_rows<Take, 1>(p, from, inside)
              : take_rows<Take, 0>(p, from, inside);
  fill(inside + p.width, p.after, Take::outside);
}

template <class Take>
void pool_along(const LanePooling& p, const float* line, float* result) {
  p.window == 3   ? take_line<Take, 3>(p, line, result)
  : p.window == 2 ? take_line<Take, 2>(p, line, result)
                  : take_line<Take, 0>(p, line, result);
}

}  // namespace

constinit const LanePool largest_pool{pool_down<Largest>, pool_along<Largest>};
constinit const LanePool mean_pool{pool_down<Mean>, pool_along<Mean>};

}  // namespace ng::NGRAPH_WIDTH
