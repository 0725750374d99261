// SPDX-License-Identifier: Apache-2.0
// Windows of signals, Fourier transforms, and rotary position embedding.
#include <cmath>
#include <numbers>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/fourier.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

struct Cosines {
  double constant, first, second;  // of cos(0), cos(t), cos(2 t)
};

// A sum of cosines over one period, or without its last element over half-open periods.
template <int kind>
void cosine_window(NodeContext& n) {
  static constexpr Cosines all[] = {{0.42, -0.5, 0.08}, {25.0 / 46, -21.0 / 46, 0}, {0.5, -0.5, 0}};
  const Cosines& c = all[kind];
  const auto size = n.integers(0, "its size").at(0);
  if (size < 1) NodeContext::refuse("its size is below 1");
  NodeContext::need_short(size);
  const auto type = dtype_of(static_cast<ElementType>(n.integer("output_datatype", 1)));
  if (!type) NodeContext::refuse("its element type");
  const bool periodic = n.integer("periodic", 1) != 0;
  const double period = static_cast<double>(periodic ? size : size - 1);
  std::vector<double> values;
  for (std::int64_t i = 0; i < size; ++i) {
    const double t = 2 * std::numbers::pi * static_cast<double>(i) / period;
    values.push_back(c.constant + c.first * std::cos(t) + c.second * std::cos(2 * t));
  }
  n.result(ng::Tensor::from(*type, {size}, values));
}

// The length is input 1 or that of the axis; the axis is an attribute up to opset 19.
FourierTransform transform_of(const NodeContext& n, std::int64_t in) {
  FourierTransform t;
  t.in = in;
  t.inverse = n.integer("inverse", 0) != 0;
  const bool one_sided = n.integer("onesided", 0) != 0;
  t.real = t.inverse && one_sided;
  const std::int64_t otherwise = t.real ? 2 * (in - 1) : in;
  t.length = n.has(1) ? n.integers(1, "its length").at(0) : otherwise;
  if (t.length < 1 || in < 1) NodeContext::refuse("its length is below 1");
  NodeContext::need_short(t.length);
  t.out = one_sided && !t.inverse ? t.length / 2 + 1 : t.length;
  if (t.inverse) t.scale = 1 / static_cast<double>(t.length);
  return t;
}

// x (…, 1 or 2), real, or real and imaginary parts, transformed along the dimension `at`.
Op transformed(NodeContext& n, const Op& x, std::size_t at, const FourierTransform& t) {
  const std::size_t last = x.axes().size() - 1;
  const bool complex = x.axes()[last].length() == 2;
  const Op real = without(part(n, x, last, 0, 1), {last});
  const Op imaginary = complex ? without(part(n, x, last, 1, 1), {last}) : Op();
  const ComplexOps made = transformed(n, {real, imaginary}, at, t);
  const Op first = with_ones(n, made.real, {last}, {"part"});
  if (!made.imaginary) return first;
  return joined(n, {first, with_ones(n, made.imaginary, {last}, {"part"})}, last);
}

// (…, 1 or 2): real, or real and imaginary parts.
void fourier(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Op x = n.op(0);
  const std::size_t last = x.axes().size() - 1;
  std::int64_t axis = n.opset < 20 ? n.integer("axis", 1) : -2;
  if (n.has(2)) axis = n.integers(2, "its axis").at(0);
  const auto at = static_cast<std::size_t>(n.position(axis, n.rank()));
  if (at == last || n.shape()[last] > 2) NodeContext::refuse("its axis or last dimension");
  n.result(transformed(n, x, at, transform_of(n, n.shape()[at])));
}

// The spectra of overlapping frames of a signal (batch, length, 1 or 2).
void short_time_fourier(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Shape shape = n.shape();
  if (shape.size() != 3 || shape[2] < 1 || shape[2] > 2) {
    NodeContext::refuse("its signal has the shape " + to_string(shape) +
                        ", expected (batch, length, 1 or 2)");
  }
  if (!n.has(2) && !n.has(3)) NodeContext::refuse("it has neither a window nor a frame length");
  const auto step = n.integers(1, "its frame step").at(0);
  const auto length = n.has(3) ? n.integers(3, "its frame length").at(0) : n.shape(2).at(0);
  Op frames = framed(n, n.op(0), 1, length, step);
  if (n.has(2)) {
    NodeContext::need_shape("its window", n.shape(2), {length});
    n.dims.equate(frames.axes()[2], n.op(2).axes()[0]);
    frames = over(frames * renamed(n.op(2), {frames.axes()[2]}), frames.axes());
  }
  const bool one_sided = n.integer("onesided", 1) != 0;
  if (one_sided && shape[2] == 2) NodeContext::refuse("it takes one side of a complex signal");
  FourierTransform t;
  t.in = t.length = length;
  t.out = one_sided ? length / 2 + 1 : length;
  n.result(transformed(n, frames, 2, t));
}

// (batch, sequence, half) of a table: rows by position, or given for each position.
Op table_rows(NodeContext& n, std::size_t input, const Op& like) {
  const Op table = n.op(input);
  Op rows = n.has(3) ? taken(n, table, 0, n.op(3)) : table;
  if (rows.axes().size() != 3) NodeContext::refuse("its tables do not fit its positions");
  return renamed(rows, {like.axes()[0], like.axes()[1], like.axes()[3]});
}

// Pairs of elements, the halves of the rotated part or neighbours in it, are turned.
void rotary(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const bool flat = n.rank() == 3;
  const Op given = n.op(0);
  const Shape shape = n.shape();
  const std::int64_t heads = n.integer("num_heads", 0);
  Op x = given;  // (batch, sequence, head, size)
  if (flat) {
    if (heads < 1 || shape[2] % heads != 0) NodeContext::refuse("its heads do not divide");
    x = regrouped(n, x, {shape[0], shape[1], heads, shape[2] / heads}, "head");
  } else if (shape.size() == 4) {
    const Axes& a = given.axes();
    x = axes_with_order(x, Axes{a[0], a[2], a[1], a[3]});
  } else {
    NodeContext::refuse("its input has neither three nor four dimensions");
  }
  const std::int64_t size = x.axes()[3].length();
  const std::int64_t asked = n.integer("rotary_embedding_dim", 0);
  const std::int64_t turned = asked > 0 ? asked : size, half = turned / 2;
  if (turned > size || turned % 2 != 0) NodeContext::refuse("its rotated part does not fit");
  const bool neighbours = n.integer("interleaved", 0) != 0;
  const Op first = part(n, x, 3, 0, half, neighbours ? 2 : 1);
  Op second = neighbours ? part(n, x, 3, 1, half, 2) : part(n, x, 3, half, half);
  second = renamed(second, first.axes().list());
  const Op cosine = table_rows(n, 1, first), sine = table_rows(n, 2, first);
  const Axes axes = first.axes();
  const Op real = over(first * cosine - second * sine, axes);
  const Op imaginary = over(first * sine + second * cosine, axes);
  Op made;
  if (neighbours) {
    const Op pairs =
        joined(n, {with_ones(n, real, {4}, {"part"}), with_ones(n, imaginary, {4}, {"part"})}, 4);
    Shape whole = axes.lengths();
    whole[3] = turned;
    made = regrouped(n, pairs, whole, "feature");
  } else {
    made = joined(n, {real, imaginary}, 3);
  }
  if (turned < size) made = joined(n, {made, part(n, x, 3, turned, size - turned)}, 3);
  if (flat) return n.result(regrouped(n, made, shape, "feature"));
  const Axes& a = made.axes();
  n.result(axes_with_order(made, Axes{a[0], a[2], a[1], a[3]}));
}

// Hertz at `count` steps between two frequencies, equal on the mel scale, as bins of a spectrum.
std::vector<std::int64_t> mel_bins(double lower, double upper, std::int64_t count,
                                   std::int64_t length, std::int64_t rate) {
  const auto mel = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
  const double low = mel(lower), step = (mel(upper) - low) / static_cast<double>(count);
  std::vector<std::int64_t> bins;
  for (std::int64_t i = 0; i < count; ++i) {
    const double at = static_cast<double>(i) * step + low;
    const double hertz = 700 * (std::pow(10.0, at / 2595) - 1);
    const double bin =
        std::floor(static_cast<double>(length + 1) * hertz / static_cast<double>(rate));
    if (!(bin >= 0 && bin <= static_cast<double>(length / 2))) {
      NodeContext::refuse("its frequencies are not within the spectrum");
    }
    bins.push_back(static_cast<std::int64_t>(bin));
  }
  return bins;
}

// Triangular filters (bin, filter), each from the centre of the one before to that of the next.
void mel_weights(NodeContext& n) {
  const std::int64_t filters = n.integers(0, "its number of filters").at(0);
  const std::int64_t length = n.integers(1, "its length of the transform").at(0);
  const std::int64_t rate = n.integers(2, "its sample rate").at(0);
  if (filters < 1 || length < 1 || rate < 1)
    NodeContext::refuse("its filters, its transform or its sample rate are below 1");
  NodeContext::need_short(filters);
  NodeContext::need_short(length);
  const double lower = n.need_known(3, "its lower frequency").item();
  const double upper = n.need_known(4, "its upper frequency").item();
  const auto type = dtype_of(static_cast<ElementType>(n.integer("output_datatype", 1)));
  if (!type) NodeContext::refuse("its element type");
  const std::vector<std::int64_t> bins = mel_bins(lower, upper, filters + 2, length, rate);
  const Shape shape{length / 2 + 1, filters};
  if (element_count(shape) > (std::int64_t{1} << 24))
    NodeContext::refuse("its matrix is too large");
  ng::Tensor made(*type, shape);
  for (std::int64_t i = 0; i < filters; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const std::int64_t from = bins[at], centre = bins[at + 1], to = bins[at + 2];
    const auto rise = static_cast<double>(centre - from), fall = static_cast<double>(to - centre);
    if (centre == from) made.set(centre * filters + i, 1);
    for (std::int64_t j = from; j <= centre && centre > from; ++j) {
      made.set(j * filters + i, static_cast<double>(j - from) / rise);
    }
    for (std::int64_t j = centre; j < to; ++j) {
      made.set(j * filters + i, static_cast<double>(to - j) / fall);
    }
  }
  n.result(std::move(made));
}

constexpr OpRow rows[] = {
    {"BlackmanWindow", 17, 0, cosine_window<0>}, {"DFT", 17, 0, fourier},
    {"HammingWindow", 17, 0, cosine_window<1>},  {"HannWindow", 17, 0, cosine_window<2>},
    {"MelWeightMatrix", 17, 0, mel_weights},     {"RotaryEmbedding", 23, 0, rotary},
    {"STFT", 17, 0, short_time_fourier},
};

}  // namespace

std::span<const OpRow> signal_rows() {
  return rows;
}

}  // namespace ng::onnx
