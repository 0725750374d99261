// SPDX-License-Identifier: Apache-2.0
// Matrix-vector products. Sums are added in blocks, so that rounding errors do not grow with the
// length.
#include "engine/backends/cpu/lanes/lane_vectors.h"

namespace ng::NGRAPH_WIDTH {
namespace {

constexpr int turns = 4;  // independent accumulators per row
constexpr std::int64_t at_once = turns * lanes;
constexpr std::int64_t most_width = 1024;  // floats of a row whose sums stay in the L1 cache
constexpr int high = lanes == 16 ? 4 : 2;  // rows per iteration, limited by registers

template <int Rows>
void dot_some(const float* x, std::int64_t stride, const float* y, std::int64_t count,
              float* results) {
  Vector far[Rows][turns] = {};
  std::int64_t at = 0;
  while (at < count) {
    Vector sum[Rows][turns] = {};
    const std::int64_t left = (count - at) / at_once;
    const std::int64_t steps = left < stretch ? left : stretch;
    for (std::int64_t step = 0; step < steps; ++step, at += at_once) {
#pragma GCC unroll 4
      for (int t = 0; t < turns; ++t) {
        const Vector other = load(y + at + t * lanes);
#pragma GCC unroll 4
        for (int r = 0; r < Rows; ++r) {
          sum[r][t] += load(x + r * stride + at + t * lanes) * other;
        }
      }
    }
    if (steps < stretch) {
#pragma GCC unroll 4
      for (int t = 0; t < turns; ++t) {
        if (at >= count) break;
        const std::int64_t rest = count - at < lanes ? count - at : lanes;
        const Vector other = load_some(y + at, rest);
#pragma GCC unroll 4
        for (int r = 0; r < Rows; ++r) {
          sum[r][t] += load_some(x + r * stride + at, rest) * other;
        }
        at += lanes;
      }
    }
#pragma GCC unroll 4
    for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
      for (int t = 0; t < turns; ++t) far[r][t] += sum[r][t];
    }
  }
#pragma GCC unroll 4
  for (int r = 0; r < Rows; ++r) {
    results[r] = across((far[r][0] + far[r][1]) + (far[r][2] + far[r][3]));
  }
}

// sums[i] += the sum of weights[r] * x[r][i] over r < Rows.
template <int Rows>
void weigh_some(const float* x, std::int64_t stride, const float* weights, std::int64_t width,
                float* sums) {
  Vector weight[Rows];
#pragma GCC unroll 4
  for (int r = 0; r < Rows; ++r) weight[r] = weights[r] - Vector{};
  std::int64_t i = 0;
  for (; i + lanes <= width; i += lanes) {
    Vector sum = load(x + i) * weight[0];
#pragma GCC unroll 4
    for (int r = 1; r < Rows; ++r) sum += load(x + r * stride + i) * weight[r];
    store(sums + i, load(sums + i) + sum);
  }
  if (i == width) return;
  Vector sum = load_some(x + i, width - i) * weight[0];
  for (int r = 1; r < Rows; ++r) sum += load_some(x + r * stride + i, width - i) * weight[r];
  for (int lane = 0; i < width; ++i, ++lane) sums[i] += sum[lane];
}

}  // namespace

void dot_rows(const float* x, std::int64_t stride, std::int64_t rows, const float* y,
              std::int64_t count, float* results) {
  std::int64_t row = 0;
  for (; row + high <= rows; row += high) {
    dot_some<high>(x + row * stride, stride, y, count, results + row);
  }
  for (; row < rows; ++row) dot_some<1>(x + row * stride, stride, y, count, results + row);
}

void weigh_rows(const float* x, std::int64_t stride, std::int64_t rows, const float* weights,
                std::int64_t width, float* results) {
  float sums[most_width];
  for (std::int64_t begin = 0; begin < width; begin += most_width) {
    const std::int64_t wide = width - begin < most_width ? width - begin : most_width;
    float* const totals = results + begin;
    for (std::int64_t i = 0; i < wide; ++i) totals[i] = 0;
    for (std::int64_t row = 0; row < rows;) {
      const std::int64_t stop = rows - row < high * stretch ? rows : row + high * stretch;
      for (std::int64_t i = 0; i < wide; ++i) sums[i] = 0;
      for (; row + high <= stop; row += high) {
        weigh_some<high>(x + row * stride + begin, stride, weights + row, wide, sums);
      }
      for (; row < stop; ++row) {
        weigh_some<1>(x + row * stride + begin, stride, weights + row, wide, sums);
      }
      for (std::int64_t i = 0; i < wide; ++i) totals[i] += sums[i];
    }
  }
}

}  // namespace ng::NGRAPH_WIDTH
