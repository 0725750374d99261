// SPDX-License-Identifier: Apache-2.0
// Windows over rows that were copied with what surrounds them (PhasePlanes).
#include "engine/backends/cpu/lanes/lane_epilogue.h"

namespace ng::NGRAPH_WIDTH {
namespace {

// Some rows of a window's results from one element of each row on, which end within the last
// vector.
struct Block {
  std::int64_t first, width;  // in floats of the rows
};

// The last of `Vectors` vectors has the rest of the width.
template <int Vectors>
inline void store_row(float* to, const Vector (&values)[Vectors], std::int64_t width) {
#pragma GCC unroll 4
  for (int v = 0; v < Vectors - 1; ++v) store(to + v * lanes, values[v]);
  store_some(to + (Vectors - 1) * lanes, values[Vectors - 1], width - (Vectors - 1) * lanes);
}

// A row that is added, whose last vector has no more elements than the width.
template <int Vectors>
inline void load_row(const float* from, std::int64_t width, Vector (&values)[Vectors]) {
#pragma GCC unroll 4
  for (int v = 0; v < Vectors - 1; ++v) values[v] = load(from + v * lanes);
  values[Vectors - 1] = load_some(from + (Vectors - 1) * lanes, width - (Vectors - 1) * lanes);
}

template <int Rows, int Vectors>
inline void add_taps(const LaneWindow& window, const float* source, const float* weights, int begin,
                     int end, Vector (&sum)[Rows][Vectors]) {
  for (int tap = begin; tap < end; ++tap) {
    const Vector weight = weights[tap] - Vector{};
    const float* const from = source + window.offsets[tap];
#pragma GCC unroll 4
    for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
      for (int v = 0; v < Vectors; ++v)
        sum[r][v] += weight * load(from + r * window.source_stride + v * lanes);
    }
  }
}

template <int Rows, int Vectors>
void weigh(const LaneWindow& window, const float* source, const float* weights,
           const LaneEpilogue& epilogue, std::int64_t width, float* result) {
  Vector total[Rows][Vectors] = {};
  for (int begin = 0; begin < window.taps; begin += stretch) {
    Vector sum[Rows][Vectors] = {};
    const int end = window.taps - begin < stretch ? window.taps : begin + stretch;
    add_taps(window, source, weights, begin, end, sum);
#pragma GCC unroll 4
    for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
      for (int v = 0; v < Vectors; ++v) total[r][v] += sum[r][v];
    }
  }
  const Vector bias = row_bias(epilogue, 0);
#pragma GCC unroll 4
  for (int r = 0; r < Rows; ++r) {
    Vector added[Vectors] = {};
    const float* const row = added_row(epilogue, r);
    if (row) load_row(row, width, added);
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v)
      total[r][v] = finished(total[r][v], bias, row ? &added[v] : nullptr, epilogue);
    store_row(result + r * window.result_stride, total[r], width);
  }
}

// Calls `each` with blocks of at most four vectors: the row and element where one begins, and its
// width. Several rows make a block if they are short.
template <class Each>
inline void for_each_block(const LaneWindow& window, const Each& each) {
  const std::int64_t vectors = (window.width + lanes - 1) / lanes;
  std::int64_t row = 0;
  if (vectors == 1) {
    for (; row + 4 <= window.rows; row += 4) each.template operator()<4, 1>(row, 0, window.width);
    const std::int64_t left = window.rows - row;
    if (left == 3) return each.template operator()<3, 1>(row, 0, window.width);
    if (left == 2) return each.template operator()<2, 1>(row, 0, window.width);
    if (left == 1) return each.template operator()<1, 1>(row, 0, window.width);
    return;
  } else if (vectors == 2) {
    for (; row + 2 <= window.rows; row += 2) each.template operator()<2, 2>(row, 0, window.width);
  }
  for (; row < window.rows; ++row) {
    std::int64_t at = 0;
    for (; window.width - at > 3 * lanes; at += 4 * lanes) {
      const std::int64_t left = window.width - at;
      each.template operator()<1, 4>(row, at, left < 4 * lanes ? left : 4 * lanes);
    }
    const std::int64_t left = window.width - at;
    if (left > 2 * lanes) {
      each.template operator()<1, 3>(row, at, left);
    } else if (left > lanes) {
      each.template operator()<1, 2>(row, at, left);
    } else if (left > 0) {
      each.template operator()<1, 1>(row, at, left);
    }
  }
}

// Every second of `count` elements, as far as a vector holds.
inline Vector load_even(const float* from, std::int64_t count) {
  const std::int64_t all = 2 * count - 1;
  const Vector low = load_some(from, all < lanes ? all : lanes);
  const Vector high = all > lanes ? load_some(from + lanes, all - lanes) : Vector{};
  return even(low, high);
}

// Writes up to a vector past the end.
void copy_row(const float* from, std::int64_t group, std::int64_t step, std::int64_t width,
              float* to) {
  std::int64_t i = 0;
  if (step > 1 && group > 1) {
    for (; i < width; i += group)
      for (std::int64_t g = 0; g < group; g += lanes)
        store(to + i + g, load_some(from + i * step + g, group - g));
  } else if (step == 1) {
    for (; i + lanes <= width; i += lanes) store(to + i, load(from + i));
    if (i < width) store(to + i, load_some(from + i, width - i));
  } else if (step == 2) {
    for (; i + lanes < width; i += lanes)
      store(to + i, even(load(from + 2 * i), load(from + 2 * i + lanes)));
    if (i < width) store(to + i, load_even(from + 2 * i, width - i));
  } else {
    for (; i < width; ++i) to[i] = from[i * step];
  }
}

}  // namespace

void weigh_taps(const LaneWindow& window, const float* source, const float* weights,
                const LaneEpilogue& epilogue, float* result) {
  for_each_block(window,
                 [&]<int Rows, int Vectors>(std::int64_t row, std::int64_t at, std::int64_t width) {
                   LaneEpilogue here = epilogue;
                   if (here.added) here.added += row * here.added_stride + at;
                   weigh<Rows, Vectors>(window, source + row * window.source_stride + at, weights,
                                        here, width, result + row * window.result_stride + at);
                 });
}

void frame_rows(const LaneFrame& frame, const float* from, float* to) {
  const std::int64_t row = frame.before + frame.width + frame.after;
  if (frame.step == 1 && frame.width <= lanes && frame.before <= lanes && frame.after <= lanes) {
    const Vector outside = frame.outside - Vector{};
    for (std::int64_t r = 0; r < frame.rows; ++r, from += frame.from_stride, to += row) {
      store(to, outside);
      store(to + frame.before, load_some(from, frame.width));
      store(to + frame.before + frame.width, outside);
    }
    return;
  }
  for (std::int64_t r = 0; r < frame.rows; ++r, from += frame.from_stride, to += row) {
    fill(to, frame.before, frame.outside);
    copy_row(from, frame.group, frame.step, frame.width, to + frame.before);
    fill(to + frame.before + frame.width, frame.after, frame.outside);
  }
}

}  // namespace ng::NGRAPH_WIDTH
