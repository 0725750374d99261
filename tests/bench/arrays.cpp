// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/arrays.h"

#include <cmath>
#include <cstring>

#include "engine/runtime/thread_pool.h"

#ifdef NGRAPH_HAVE_DNNL
#include <oneapi/dnnl/dnnl.h>
#endif

namespace ng::bench {
namespace {

Prepared of_one(const Op& result, const Op& x) {
  return {computation({result}, {x}), {uneven(x.axes().lengths(), 2)}};
}

// uneven(shape, size) plus `middle`, cut to whole numbers unless `dtype` is a float.
Tensor uneven_of(DType dtype, const Shape& shape, double size, double middle = 0) {
  const Tensor floats = uneven(shape, size);
  Tensor made(dtype, shape);
  for (std::int64_t i = 0; i < made.size(); ++i) {
    const double value = middle + floats.at(i);
    made.set(i, is_float(dtype) ? value : std::trunc(value));
  }
  return made;
}

Op weights(const Tensor& values, const Axes& axes) {
  return variable(axes, values, values.dtype);
}

}  // namespace

Prepared chain(std::int64_t elements) {
  const Op x = placeholder({make_axis(elements, "A")});
  return of_one(sigmoid(x * 1.5 + 0.25) * 3.0 - 0.5, x);
}

Prepared softmax_rows(std::int64_t rows, std::int64_t columns) {
  const Axis c = make_axis(columns, "C");
  const Op x = placeholder({make_axis(rows, "R"), c});
  return of_one(softmax(x, Axes(c)), x);
}

Prepared layer_norm(std::int64_t rows, std::int64_t columns) {
  const Axis r = make_axis(rows, "R"), c = make_axis(columns, "C");
  const Op x = placeholder({r, c});
  const Op centred = x - mean(x, out_axes(r));
  const Op deviation = sqrt(mean(square(centred), out_axes(r)) + 1e-5);
  const Op scale = variable({c}, uneven({columns}, 1)),
           shift = variable({c}, uneven({columns}, 0.5));
  return of_one(centred / deviation * scale + shift, x);
}

std::span<const MatmulShape> matmul_shapes() {
  static constexpr MatmulShape kShapes[] = {
      {128, 128, 128},    {256, 256, 256}, {512, 512, 512},  {1024, 1024, 1024},
      {2048, 2048, 2048}, {128, 256, 784}, {128, 1000, 784}, {64, 10, 256},
      {32, 4096, 1024},   {10000, 32, 64}, {32, 64, 10000},  {1, 1024, 1024}};
  return kShapes;
}

std::string to_string(const MatmulShape& shape) {
  return std::to_string(shape.m) + "x" + std::to_string(shape.n) + "x" + std::to_string(shape.k);
}

Prepared matmul(const MatmulShape& shape) {
  const Axis row = make_axis(shape.m, "M"), inner = make_axis(shape.k, "K"),
             column = make_axis(shape.n, "N0");
  const Op a = placeholder({row, inner}), b = placeholder({inner, column});
  return {computation({dot(a, b)}, {a, b}),
          {uneven({shape.m, shape.k}, 1), uneven({shape.k, shape.n}, 1)}};
}

ByteMatrices::ByteMatrices(const MatmulShape& shape)
    : x(uneven_of(DType::u8, {shape.m, shape.k}, 100, 128)),
      weights(uneven_of(DType::i8, {shape.k, shape.n}, 100)) {}

Prepared byte_matmul(const MatmulShape& shape) {
  const Axis row = make_axis(shape.m, "M"), inner = make_axis(shape.k, "K"),
             column = make_axis(shape.n, "N0");
  const ByteMatrices matrices(shape);
  const Op x = placeholder({row, inner}, DType::u8), w = weights(matrices.weights, {inner, column});
  const ScopedResultType type(DType::i32);
  return {computation({dot(x, w)}, {x}), {matrices.x}};
}

HalfMlp::HalfMlp()
    : x(uneven_of(DType::f16, {64, 512}, 1)),
      first(uneven_of(DType::f16, {512, 1024}, 0.05)),
      bias(uneven_of(DType::f16, {1024}, 0.5)),
      second(uneven_of(DType::f16, {1024, 512}, 0.05, 0.02)) {}

Prepared half_mlp() {
  const HalfMlp values;
  const Axis row = make_axis(64, "N"), in = make_axis(512, "I"), hidden = make_axis(1024, "H"),
             out = make_axis(512, "O");
  const Op x = placeholder({row, in}, DType::f16);
  const Op first = weights(values.first, {in, hidden}), bias = weights(values.bias, {hidden}),
           second = weights(values.second, {hidden, out});
  const ScopedResultType type(DType::f16);
  const Op rectified = maximum(dot(x, first) + bias, 0);
  return {computation({dot(rectified, second)}, {x}), {values.x}};
}

CopyKernel::CopyKernel(std::int64_t elements)
    : from_(static_cast<std::size_t>(elements), 1.0f), to_(from_.size()) {}

void CopyKernel::call() {
  constexpr std::size_t kPart = 1 << 16;
  const auto copy = [&](std::size_t begin, std::size_t count) {
    std::memcpy(to_.data() + begin, from_.data() + begin, count * sizeof(float));
  };
  const std::size_t parts = from_.size() / kPart;
  if (parts < 2) return copy(0, from_.size());
  ThreadPool::shared().parallel_for(static_cast<int>(parts), [&](int part) {
    const std::size_t begin = static_cast<std::size_t>(part) * kPart;
    const bool last = static_cast<std::size_t>(part) + 1 == parts;
    copy(begin, last ? from_.size() - begin : kPart);
  });
}

OneDnnMatmul::OneDnnMatmul(const MatmulShape& shape)
    : shape_(shape),
      a_(uneven({shape.m, shape.k}, 1)),
      b_(uneven({shape.k, shape.n}, 1)),
      c_(DType::f32, {shape.m, shape.n}) {}

#ifdef NGRAPH_HAVE_DNNL
bool OneDnnMatmul::available() {
  return true;
}

void OneDnnMatmul::call() {
  const auto& [m, n, k] = shape_;
  dnnl_sgemm('N', 'N', m, n, k, 1.0f, a_.as<float>(), k, b_.as<float>(), n, 0.0f, c_.as<float>(),
             n);
}
#else
bool OneDnnMatmul::available() {
  return false;
}

void OneDnnMatmul::call() {}
#endif

}  // namespace ng::bench
