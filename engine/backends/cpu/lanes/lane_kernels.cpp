// SPDX-License-Identifier: Apache-2.0
// Compiled once per width, with NGRAPH_LANES floats per vector, in a namespace of that name. Must
// not include inline functions that the linker could share with code for older processors.
#include "engine/backends/cpu/lanes/lane_epilogue.h"
#include "engine/backends/cpu/lanes/lane_tile.h"

namespace ng {
namespace NGRAPH_WIDTH {

// Keeps the vector in a register; otherwise the compiler reloads it for each use.
inline void keep([[maybe_unused]] Vector& value) {
#ifdef __x86_64__
  asm("" : "+v"(value));
#endif
}

// The exponential as in generated kernels (kernels/cpp_prelude.cpp).
Vector silu(Vector x) {
  using Integers = std::int32_t __attribute__((vector_size(lanes * 4)));
  const Vector most = 89.0f - Vector{}, least = -104.0f - Vector{};
  const Vector up = most < -x ? most : -x, power = up < least ? least : up;
  constexpr float shift =
      12582912.0f;  // 1.5 * 2^23: a sum has the nearest integer in its last bits
  const Vector shifted = power * 1.44269504f + shift;
  const Vector n = shifted - shift;
  const Vector r = (power - n * 0.693359375f) - n * -2.12194440e-4f;
  // Minimax for |r| <= ln(2) / 2, relative error 3.1e-9.
  Vector p = r * 1.3814599e-3f + 8.368717e-3f;
  p = p * r + 4.166839e-2f;
  p = p * r + 1.6666521e-1f;
  p = p * r + 4.9999994e-1f;
  p = p * r + 1.0f;
  p = p * r + 1.0f;
  // Times 2^n in two steps, since 2^n alone need not be a number.
  const Integers whole = reinterpret_cast<Integers>(shifted) - 0x4B400000, half = whole >> 1;
  p = p * reinterpret_cast<Vector>((half + 127) << 23);
  p = p * reinterpret_cast<Vector>((whole - half + 127) << 23);
  return x / (1.0f + p);
}

// Stores row `r` of a tile.
template <int Vectors>
[[gnu::always_inline]] inline void finish_row(const Vector (&sum)[Vectors],
                                              const LaneEpilogue& epilogue, int r, float* to) {
  const Vector bias = row_bias(epilogue, r);
  const float* const row = added_row(epilogue, r);
#pragma GCC unroll 2
  for (int v = 0; v < Vectors; ++v) {
    const Vector added = row ? load(row + v * lanes) : Vector{};
    store(to + v * lanes, finished(sum[v], bias, row ? &added : nullptr, epilogue));
  }
}

// Adds the products of a weight for each row and the vectors at `x`.
template <int Rows, int Vectors>
[[gnu::always_inline]] inline void add_products(Vector (&sum)[Rows][Vectors], const float* weights,
                                                const float* x) {
  Vector in[Vectors];
#pragma GCC unroll 2
  for (int v = 0; v < Vectors; ++v) in[v] = load(x + v * lanes);
#pragma GCC unroll 14
  for (int r = 0; r < Rows; ++r) {
    const Vector weight = weights[r] - Vector{};
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) sum[r][v] += weight * in[v];
  }
}

template <int Rows, int Vectors>
void tile(const LaneTap* taps, std::int64_t count, std::int64_t channels, const float* weights,
          const float* source, const LaneEpilogue& epilogue, float* result, std::int64_t stride) {
  Vector sum[Rows][Vectors];
  clear(sum);
  for (std::int64_t t = 0; t < count; ++t) {
    const float* w = weights + taps[t].weight * Rows;
    const float* x = source + taps[t].source;
    for (std::int64_t c = 0; c < channels; ++c, w += Rows, x += Vectors * lanes)
      add_products(sum, w, x);
  }
#pragma GCC unroll 14
  for (int r = 0; r < Rows; ++r) finish_row(sum[r], epilogue, r, result + r * stride);
}

// The sums of one chain of additions, added to `sums`, or stored there if they are the first.
template <int Rows, int Vectors>
inline void gather_stretch(const std::int64_t* offsets, std::int64_t count, const float* weights,
                           const float* source, bool first, float* sums) {
  Vector sum[Rows][Vectors];
  clear(sum);
  for (std::int64_t i = 0; i < count; ++i, weights += Rows) {
    const float* const from = source + offsets[i];
    for (int v = 0; v < Vectors; ++v) __builtin_prefetch(from + (Vectors + v) * lanes);
    add_products(sum, weights, from);
  }
  add_to(sums, Vectors * lanes, first, sum);
}

template <int Rows, int Vectors>
void gathered(const std::int64_t* offsets, std::int64_t count, const float* weights,
              const float* source, const LaneEpilogue& epilogue, float* result,
              std::int64_t stride) {
  fetch_rows(epilogue, result, stride, Rows, Vectors * lanes);
  float sums[Rows * Vectors * lanes];
  for (std::int64_t i = 0; i == 0 || i < count; i += stretch) {
    const std::int64_t length = count - i < stretch ? count - i : stretch;
    gather_stretch<Rows, Vectors>(offsets + i, length, weights + i * Rows, source, i == 0, sums);
  }
  for (int r = 0; r < Rows; ++r) {
    Vector row[Vectors];
    for (int v = 0; v < Vectors; ++v) row[v] = load(sums + (r * Vectors + v) * lanes);
    finish_row(row, epilogue, r, result + r * stride);
  }
}

void finish(const LaneEpilogue& epilogue, std::int64_t width, float* results) {
  const Vector bias = row_bias(epilogue, 0);
  for (std::int64_t at = 0; at < width; at += lanes) {
    const std::int64_t count = width - at < lanes ? width - at : lanes;
    Vector added{};
    if (epilogue.added) added = load_some(epilogue.added + at, count);
    const Vector sum = load_some(results + at, count);
    store_some(results + at, finished(sum, bias, epilogue.added ? &added : nullptr, epilogue),
               count);
  }
}

template <int X, int Y>
void dots(const float* x, std::int64_t x_step, const float* y, std::int64_t y_step,
          std::int64_t groups, std::int64_t vectors, float* sums) {
  Vector sum[X][Y];
#pragma GCC unroll 4
  for (int i = 0; i < X; ++i) {
#pragma GCC unroll 8
    for (int j = 0; j < Y; ++j) sum[i][j] = Vector{};
  }
  for (std::int64_t g = 0; g < groups; ++g, x += x_step, y += y_step) {
    const float *at_x = x, *at_y = y;
    for (std::int64_t v = 0; v < vectors; ++v, at_x += X * lanes, at_y += Y * lanes) {
      Vector in[X];
#pragma GCC unroll 4
      for (int i = 0; i < X; ++i) in[i] = load(at_x + i * lanes);
#pragma GCC unroll 8
      for (int j = 0; j < Y; ++j) {
        Vector other = load(at_y + j * lanes);
        keep(other);
#pragma GCC unroll 4
        for (int i = 0; i < X; ++i) sum[i][j] += in[i] * other;
      }
    }
  }
#pragma GCC unroll 4
  for (int i = 0; i < X; ++i) {
#pragma GCC unroll 8
    for (int j = 0; j < Y; ++j) {
      float* const at = sums + (i * Y + j) * lanes;
      store(at, load(at) + sum[i][j]);
    }
  }
}

void add_lanes(const float* sums, std::int64_t count, float* totals) {
  for (std::int64_t n = 0; n < count; ++n, sums += lanes) totals[n] = across(load(sums));
}

void spread_rows(const float* from, std::int64_t from_stride, std::int64_t rows, std::int64_t width,
                 float* to, const LaneSpread& spread) {
  for (std::int64_t r = 0; r < rows;
       ++r, from += from_stride, to += spread.vectors * spread.apart) {
    std::int64_t i = 0;
    for (std::int64_t p = 0; p < spread.pieces; ++p) {
      float* at = to + p * spread.pieces_apart;
      for (std::int64_t v = 0; v < spread.vectors; ++v, at += spread.apart, i += lanes) {
        Vector value{};
        if (i + lanes <= width) {
          value = load(from + i);
        } else {
          for (int lane = 0; i + lane < width; ++lane) value[lane] = from[i + lane];
        }
        store(at, value);
      }
    }
  }
}

void copy_rows(const float* from, std::int64_t from_stride, float* to, std::int64_t to_stride,
               std::int64_t rows, std::int64_t width) {
  for (std::int64_t r = 0; r < rows; ++r, from += from_stride, to += to_stride) {
    std::int64_t i = 0;
    for (; i + lanes <= width; i += lanes) store(to + i, load(from + i));
    if (i < width) store_some(to + i, load_some(from + i, width - i), width - i);
  }
}

// Single elements (the rest of a batch) or a vector of them.
template <class V>
inline V get(const float* from);
template <>
inline float get<float>(const float* from) {
  return *from;
}
template <>
inline Vector get<Vector>(const float* from) {
  return load(from);
}
inline void put(float* to, float value) {
  *to = value;
}
inline void put(float* to, Vector value) {
  store(to, value);
}

// NaN counts as the maximum, and the first NaN is kept.
template <class V>
inline auto beats(V value, V largest) {
  return (value > largest) | ((value != value) & (largest == largest));
}

using Indices = std::int32_t __attribute__((vector_size(lanes * 4)));

// Finds the maximum of each batch element and the first member that has it.
template <class V, class Index, class Use>
inline void find(const float* const* members, int count, std::int64_t at, const Use& use) {
  V best = get<V>(members[0] + at);
  Index which{};
  for (int m = 1; m < count; ++m) {
    const V value = get<V>(members[m] + at);
    const auto better = beats(value, best);
    best = better ? value : best;
    which = better ? Index{} + m : which;
  }
  use(at, best, which);
}

template <class Use>
inline void for_each_largest(const float* const* members, int count, std::int64_t n,
                             const Use& use) {
  std::int64_t at = 0;
  for (; at + lanes <= n; at += lanes) find<Vector, Indices>(members, count, at, use);
  for (; at < n; ++at) find<float, std::int32_t>(members, count, at, use);
}

// The last vector may overlap the one before it.
void largest(const float* const* members, int count, std::int64_t n, float* result) {
  const auto keep_best = [=](std::int64_t at, auto best, auto) { put(result + at, best); };
  const std::int64_t whole = n / lanes * lanes;
  for_each_largest(members, count, n < lanes ? n : whole, keep_best);
  if (n > lanes && whole < n) find<Vector, Indices>(members, count, n - lanes, keep_best);
}

void set_largest(const float* const* members, float* const* gradients, int count, std::int64_t n,
                 const float* delta) {
  for_each_largest(members, count, n, [=](std::int64_t at, auto best, auto which) {
    using V = decltype(best);
    const V here = get<V>(delta + at);
    for (int m = 0; m < count; ++m) put(gradients[m] + at, which == m ? here : V{});
  });
}

void add_to_largest(const float* const* members, float* const* gradients, int count, std::int64_t n,
                    const float* delta) {
  for_each_largest(members, count, n, [=](std::int64_t at, auto best, auto which) {
    using V = decltype(best);
    const V here = get<V>(delta + at);
    for (int m = 0; m < count; ++m) {
      put(gradients[m] + at, get<V>(gradients[m] + at) + (which == m ? here : V{}));
    }
  });
}

void choose(const float* const* members, const float* const* elements, int count, std::int64_t n,
            float* result) {
  for_each_largest(members, count, n, [=](std::int64_t at, auto best, auto which) {
    using V = decltype(best);
    V chosen = get<V>(elements[0] + at);
    for (int m = 1; m < count; ++m) chosen = which == m ? get<V>(elements[m] + at) : chosen;
    put(result + at, chosen);
  });
}

// Sums large windows in blocks, so that rounding errors do not grow with their size.
void mean(const float* const* members, int count, std::int64_t n, float* result) {
  for (std::int64_t i = 0; i < n; ++i) result[i] = members[0][i];
  int m = 1;
  for (; m < count && m < stretch; ++m) {
    for (std::int64_t i = 0; i < n; ++i) result[i] += members[m][i];
  }
  while (m < count) {
    const int begin = m, end = count - m < stretch ? count : m + stretch;
    for (std::int64_t i = 0; i < n; ++i) {
      float sum = 0;
      for (m = begin; m < end; ++m) sum += members[m][i];
      result[i] += sum;
    }
    m = end;
  }
  for (std::int64_t i = 0; i < n; ++i) result[i] /= static_cast<float>(count);
}

void add_mean(float* const* gradients, int count, std::int64_t n, const float* delta) {
  for (int m = 0; m < count; ++m) {
    float* gradient = gradients[m];
    for (std::int64_t i = 0; i < n; ++i) gradient[i] += delta[i] / static_cast<float>(count);
  }
}

#define NGRAPH_TILES(R) {tile<R, 1>, tile<R, 2>}
#define NGRAPH_GATHERED(R) {gathered<R, 1>, gathered<R, 2>}
#define NGRAPH_DOTS(X) \
  {dots<X, 1>, dots<X, 2>, dots<X, 3>, dots<X, 4>, dots<X, 5>, dots<X, 6>, dots<X, 7>, dots<X, 8>}

#if defined(__x86_64__) && !defined(__AVX512F__)  // 16 vector registers instead of 32
constexpr int rows = 6, x = 3, y = 4;
#else
constexpr int rows = LaneKernels::most_rows, x = LaneKernels::most_x, y = 6;
#endif

extern const LaneKernels kernels;
// Code that filled the table when the program starts would run on older processors too.
constinit const LaneKernels kernels = {
    lanes,
    rows,
    x,
    y,
    {NGRAPH_TILES(1), NGRAPH_TILES(2), NGRAPH_TILES(3), NGRAPH_TILES(4), NGRAPH_TILES(5),
     NGRAPH_TILES(6), NGRAPH_TILES(7), NGRAPH_TILES(8), NGRAPH_TILES(9), NGRAPH_TILES(10),
     NGRAPH_TILES(11), NGRAPH_TILES(12), NGRAPH_TILES(13), NGRAPH_TILES(14)},
    {NGRAPH_GATHERED(1), NGRAPH_GATHERED(2), NGRAPH_GATHERED(3), NGRAPH_GATHERED(4),
     NGRAPH_GATHERED(5), NGRAPH_GATHERED(6), NGRAPH_GATHERED(7), NGRAPH_GATHERED(8),
     NGRAPH_GATHERED(9), NGRAPH_GATHERED(10), NGRAPH_GATHERED(11), NGRAPH_GATHERED(12),
     NGRAPH_GATHERED(13), NGRAPH_GATHERED(14)},
    channel_tiles,
    weigh_channels,
    transpose_rows,
    weigh_taps,
    weigh_plane,
    largest_pool,
    mean_pool,
    frame_rows,
    finish,
    {NGRAPH_DOTS(1), NGRAPH_DOTS(2), NGRAPH_DOTS(3), NGRAPH_DOTS(4)},
    add_lanes,
    copy_rows,
    spread_rows,
    multiply,
    largest,
    mean,
    add_to_largest,
    set_largest,
    add_mean,
    choose,
    dot_rows,
    weigh_rows};

}  // namespace NGRAPH_WIDTH
}  // namespace ng
