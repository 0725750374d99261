// SPDX-License-Identifier: Apache-2.0
// Windows over a plane of an image where it lies (LanePlane): a tap loads a row of the image with
// zeros for what lies outside.
#include "engine/backends/cpu/lanes/lane_epilogue.h"

namespace ng::NGRAPH_WIDTH {
namespace {

// What a tap meets at a vector of outputs: from which column on, and which of the loaded lanes are
// inside of the image.
template <int Stride>
struct Columns {
  std::int64_t first;
  Span inside[Stride];
};

template <int Stride>
inline Columns<Stride> columns_of(const LanePlane& p, std::int64_t tap, std::int64_t at) {
  Columns<Stride> columns;
  columns.first = at * Stride + tap * p.dilation[1] - p.padding[1];
  for (int i = 0; i < Stride; ++i) {
    const std::int64_t first = columns.first + i * lanes;
    columns.inside[i] = span(-first, p.image[1] - first);
  }
  return columns;
}

template <int Stride>
inline Vector meet(const float* row, const Columns<Stride>& columns) {
  const Vector low = load_span(row + columns.first, columns.inside[0]);
  if constexpr (Stride == 1) return low;
  return even(low, load_span(row + columns.first + lanes, columns.inside[Stride - 1]));
}

// Row `row` of the image, or zeros.
inline const float* row_of(const LanePlane& p, const float* image, std::int64_t row) {
  return row < 0 || row >= p.image[0] ? p.zeros : image + row * p.image[1];
}

template <int Rows>
inline void finish_rows(const LanePlane& p, const Vector (&sum)[Rows], const LaneEpilogue& epilogue,
                        std::int64_t at, float* result) {
  const std::int64_t left = p.columns - at;
  const Vector bias = row_bias(epilogue, 0);
#pragma GCC unroll 4
  for (int i = 0; i < Rows; ++i) {
    Vector added{};
    const float* const row = added_row(epilogue, i);
    if (row) added = load_some(row + at, left);
    store_some(result + i * p.columns + at,
               finished(sum[i], bias, row ? &added : nullptr, epilogue), left);
  }
}

// Rows of outputs from `row` on, for a square filter without dilation whose strides are equal: a
// row of the image is loaded once for all outputs.
template <int Size, int Stride, int Rows>
[[gnu::always_inline]] inline void weigh_rows(const LanePlane& p, const float* image,
                                              const Vector (&weight)[Size * Size], std::int64_t row,
                                              const LaneEpilogue& epilogue, float* result) {
  constexpr int read = (Rows - 1) * Stride + Size;
  const float* rows[read];
#pragma GCC unroll 16
  for (int j = 0; j < read; ++j) rows[j] = row_of(p, image, row * Stride - p.padding[0] + j);
  for (std::int64_t at = 0; at < p.columns; at += lanes) {
    Columns<Stride> columns[Size];
#pragma GCC unroll 5
    for (int s = 0; s < Size; ++s) columns[s] = columns_of<Stride>(p, s, at);
    Vector sum[Rows] = {};
#pragma GCC unroll 16
    for (int j = 0; j < read; ++j) {
#pragma GCC unroll 5
      for (int s = 0; s < Size; ++s) {
        const Vector value = meet(rows[j], columns[s]);
#pragma GCC unroll 4
        for (int i = 0; i < Rows; ++i) {
          const int r = j - i * Stride;
          if (r >= 0 && r < Size) sum[i] += weight[r * Size + s] * value;
        }
      }
    }
    finish_rows(p, sum, epilogue, at, result);
  }
}

// Calls `make` for groups of at most four rows of outputs, with the number of rows as its template
// argument: the first row, the epilogue from there on, and the outputs.
template <class Make>
[[gnu::always_inline]] inline void for_each_group(const LanePlane& p, LaneEpilogue epilogue,
                                                  float* result, const Make& make) {
  std::int64_t row = p.first_row;
  for (; row + 4 <= p.end_row; row += 4, result += 4 * p.columns) {
    make.template operator()<4>(row, epilogue, result);
    if (epilogue.added) epilogue.added += 4 * epilogue.added_stride;
  }
  const std::int64_t left = p.end_row - row;
  if (left == 3) make.template operator()<3>(row, epilogue, result);
  if (left == 2) make.template operator()<2>(row, epilogue, result);
  if (left == 1) make.template operator()<1>(row, epilogue, result);
}

template <int Size, int Stride>
void weigh_square(const LanePlane& p, const float* image, const float* weights,
                  const LaneEpilogue& epilogue, float* result) {
  Vector weight[Size * Size];
#pragma GCC unroll 25
  for (int tap = 0; tap < Size * Size; ++tap)
    weight[tap] = weights[tap * p.weight_stride] - Vector{};
  for_each_group(p, epilogue, result,
                 [&]<int Rows>(std::int64_t row, const LaneEpilogue& here, float* to)
                     __attribute__((always_inline)) {
                       weigh_rows<Size, Stride, Rows>(p, image, weight, row, here, to);
                     });
}

// Any filter.
template <int Stride, int Rows>
void weigh_any(const LanePlane& p, const float* image, const float* weights, std::int64_t row,
               const LaneEpilogue& epilogue, float* result) {
  for (std::int64_t at = 0; at < p.columns; at += lanes) {
    Vector total[Rows] = {}, sum[Rows] = {};
    std::int64_t taps = 0;
    for (std::int64_t r = 0; r < p.filter[0]; ++r) {
      const float* rows[Rows];
      for (int i = 0; i < Rows; ++i)
        rows[i] = row_of(p, image, (row + i) * p.stride[0] + r * p.dilation[0] - p.padding[0]);
      for (std::int64_t s = 0; s < p.filter[1]; ++s, ++taps) {
        if (taps == stretch) {
          taps = 0;
          for (int i = 0; i < Rows; ++i) total[i] += sum[i], sum[i] = Vector{};
        }
        const Vector weight = weights[(r * p.filter[1] + s) * p.weight_stride] - Vector{};
        const Columns<Stride> columns = columns_of<Stride>(p, s, at);
#pragma GCC unroll 4
        for (int i = 0; i < Rows; ++i) sum[i] += weight * meet(rows[i], columns);
      }
    }
    for (int i = 0; i < Rows; ++i) total[i] += sum[i];
    finish_rows(p, total, epilogue, at, result);
  }
}

template <int Stride>
void weigh_all(const LanePlane& p, const float* image, const float* weights,
               const LaneEpilogue& epilogue, float* result) {
  for_each_group(p, epilogue, result,
                 [&]<int Rows>(std::int64_t row, const LaneEpilogue& here, float* to) {
                   weigh_any<Stride, Rows>(p, image, weights, row, here, to);
                 });
}

template <int Stride>
void weigh_by_size(const LanePlane& p, const float* image, const float* weights,
                   const LaneEpilogue& epilogue, float* result) {
  const bool square = p.filter[0] == p.filter[1] && p.stride[0] == p.stride[1] &&
                      p.dilation[0] == 1 && p.dilation[1] == 1;
  square&& p.filter[0] == 3   ? weigh_square<3, Stride>(p, image, weights, epilogue, result)
  : square&& p.filter[0] == 5 ? weigh_square<5, Stride>(p, image, weights, epilogue, result)
                              : weigh_all<Stride>(p, image, weights, epilogue, result);
}

}  // namespace

void weigh_plane(const LanePlane& p, const float* image, const float* weights,
                 const LaneEpilogue& epilogue, float* result) {
  p.stride[1] == 1 ? weigh_by_size<1>(p, image, weights, epilogue, result)
                   : weigh_by_size<2>(p, image, weights, epilogue, result);
}

}  // namespace ng::NGRAPH_WIDTH
