// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/fourier.h"

#include <cmath>
#include <numbers>

#include "engine/frontends/onnx/align.h"
#include "engine/ops/dot.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 24;  // of a matrix

// The cosine or sine of `i` turns of `count`, exact at quarters.
double turned(std::int64_t i, std::int64_t count, bool sine) {
  const bool half = 2 * i % count == 0, quarter = 4 * i % count == 0 && !half;
  if (sine ? half : quarter) return 0;
  const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
  return sine ? std::sin(angle) : std::cos(angle);
}

// The share of element `i` in result `k`.
double share(const FourierTransform& t, std::int64_t i, std::int64_t k, bool sine) {
  const std::int64_t half = t.length / 2;
  if (i >= (t.real ? half + 1 : t.length)) return 0;
  double scale = t.scale;
  if (t.real && i > 0 && !(t.length % 2 == 0 && i == half)) scale *= 2;  // and its mirror image
  if (sine && !t.inverse) scale = -scale;
  return scale * turned(i * k % t.length, t.length, sine);
}

ng::Tensor matrix(const FourierTransform& t, DType dtype, bool sine) {
  ng::Tensor made(dtype, {t.in, t.out});
  for (std::int64_t i = 0; i < t.in; ++i) {
    for (std::int64_t k = 0; k < t.out; ++k) made.set(i * t.out + k, share(t, i, k, sine));
  }
  return made;
}

}  // namespace

ComplexOps transformed(NodeContext& n, const ComplexOps& x, std::size_t at,
                       const FourierTransform& t) {
  if (t.in * t.out > most_elements) NodeContext::refuse("its matrix is too large");
  std::vector<Axis> axes = x.real.axes().list();
  Op imaginary = x.imaginary;
  if (imaginary) {
    for (std::size_t i = 0; i < axes.size(); ++i) n.dims.equate(axes[i], imaginary.axes()[i]);
    imaginary = renamed(imaginary, axes);
  }
  const Axis from = axes[at];
  axes[at] = n.fresh(t.out, from.name());
  const Axes table{from, axes[at]};
  const Op cosine = constant(matrix(t, x.real.dtype(), false), table);
  const Op sine = constant(matrix(t, x.real.dtype(), true), table);
  const auto along = [&](const Op& y, const Op& matrix) {
    return over(dot(y, matrix), Axes(axes));
  };
  ComplexOps made{along(x.real, cosine), {}};
  if (imaginary) made.real = made.real - along(imaginary, sine);
  if (t.real) return made;
  made.imaginary = along(x.real, sine);
  if (imaginary) made.imaginary = made.imaginary + along(imaginary, cosine);
  return made;
}

Op framed(NodeContext& n, const Op& x, std::size_t at, std::int64_t length, std::int64_t step) {
  const std::int64_t have = x.axes()[at].length();
  if (step < 1 || length < 1 || length > have) {
    NodeContext::refuse("its frames of " + std::to_string(length) + " elements by " +
                        std::to_string(step) + " do not fit its signal of " + std::to_string(have));
  }
  const std::int64_t count = (have - length) / step + 1;
  NodeContext::need_short(length);
  NodeContext::need_short(count);
  const Axis frame = n.fresh(count, "frame"), place = n.fresh(length, "place");
  Op index;
  {
    const ScopedResultType integers(DType::i64);
    index = over(ramp(frame, 0, static_cast<double>(step)) + ramp(place), Axes{frame, place});
  }
  return taken(n, x, at, index);
}

}  // namespace ng::onnx
