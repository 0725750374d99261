// SPDX-License-Identifier: Apache-2.0
// Linear quantisation, and products of quantised tensors computed on the dequantised values.
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/elementwise/small_floats.h"
#include "engine/frontends/onnx/images/integer_convolution.h"
#include "engine/frontends/onnx/images/window_geometry.h"
#include "engine/frontends/onnx/matrices/integer_matmul.h"
#include "engine/frontends/onnx/matrices/matrix.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"

namespace ng::onnx {
namespace {

// A scale or zero point of blocks along x's axis `at`: each element as often as its block is long.
Op by_block(NodeContext& n, const Op& x, const Op& parameter, std::size_t at) {
  const std::int64_t block = n.integer("block_size", 0);
  const Shape shape = x.axes().lengths();
  Shape blocks = shape;
  if (at < blocks.size() && block > 0) blocks[at] = (shape[at] + block - 1) / block;
  if (block < 1) NodeContext::refuse("its scale has several dimensions, but it has no blocks");
  NodeContext::need_shape("its scale or zero point", parameter.axes().lengths(), blocks);
  std::vector<Axis> axes = parameter.axes().list();
  axes.insert(axes.begin() + static_cast<std::ptrdiff_t>(at) + 1, n.fresh(block, "block"));
  Shape whole = blocks;
  whole[at] *= block;
  const Op repeated = regrouped(n, broadcast(parameter, Axes(axes)), whole);
  return renamed(part(n, repeated, at, 0, shape[at]), x.axes().list());
}

// A scale or zero point: one number, one per element along x's axis `at`, or one per block.
Op along(NodeContext& n, const Op& x, std::size_t input, std::int64_t at) {
  const Op parameter = n.op(input);
  if (parameter.axes().empty()) return parameter;
  const bool blocks = parameter.axes().size() > 1 || n.integer("block_size", 0) > 0;
  if (!blocks && parameter.axes()[0].length() == 1) {
    return without(parameter, {0});
  }
  const auto position = static_cast<std::size_t>(n.position(at, std::ssize(x.axes())));
  if (blocks) return by_block(n, x, parameter, position);
  NodeContext::need_shape("its scale or zero point", parameter.axes().lengths(),
                          {x.axes()[position].length()});
  n.dims.equate(x.axes()[position], parameter.axes()[0]);
  return renamed(parameter, {x.axes()[position]});
}

// round(x) + zero point, saturated. `otherwise`: the type without a zero point.
Op stored(NodeContext& n, const Op& x, std::size_t zero, std::int64_t at, ElementType otherwise) {
  const ScopedResultType type(DType::f32);
  const bool has = n.has(zero);
  const ElementType stored_as = has ? n.narrow(zero) : otherwise;
  if (is_small_float(stored_as)) {
    const Op moved = has ? x + along(n, x, zero, at) : x;
    return over(rounded_to(moved, stored_as, n.integer("saturate", 1) != 0), x.axes());
  }
  Op shifted = has ? round(x) + along(n, x, zero, at) : round(x);
  if (narrow_bits(stored_as) != 0) {
    const auto [low, high] = narrow_range(stored_as);
    shifted = maximum(minimum(shifted, high), low);
  }
  return over(value_of(shifted, has ? n.dtype(zero) : *dtype_of(otherwise)), x.axes());
}

// x minus its zero point, as float32.
Op centred(NodeContext& n, std::size_t input, std::size_t zero, std::int64_t at) {
  const ScopedResultType type(DType::f32);
  const Op x = n.op(input);
  return over(n.has(zero) ? x - along(n, x, zero, at) : value_of(x, DType::f32), x.axes());
}

void quantise(NodeContext& n) {
  const std::int64_t at = n.integer("axis", 1);
  auto type = static_cast<ElementType>(n.integer("output_dtype", 0));
  if (type == ElementType::undefined) type = ElementType::u8;
  if (!n.has(2) && !dtype_of(type)) {
    NodeContext::refuse("it quantises to " + describe(type));
  }
  const ScopedResultType result(DType::f32);
  const Op x = n.op(0);
  const Op scaled = over(x / along(n, x, 1, at), x.axes());
  n.result(stored(n, scaled, 2, at, type));
  n.set_narrow(n.has(2) ? n.narrow(2) : type);
}

void dequantise(NodeContext& n) {
  const std::int64_t at = n.integer("axis", 1);
  const Op x = centred(n, 0, 2, at);
  const ScopedResultType result(n.dtype(1));
  n.result(over(x * along(n, x, 1, at), x.axes()));
  n.set_narrow(ElementType::undefined);
  if (n.integer("block_size", 0) > 0 || n.dtype(1) != DType::f32) return;
  n.results[0]->dequantised = {n.shared(0), n.shared(1), n.has(2) ? n.shared(2) : nullptr, at};
}

void quantise_by_range(NodeContext& n) {
  const ScopedResultType result(DType::f32);
  const Op x = n.op(0);
  const Op high = maximum(max(x, reduce_over(x.axes())), 0);
  const Op low = minimum(min(x, reduce_over(x.axes())), 0);
  // Zeros have no range. ONNX Runtime's scale is 1 then, that of ONNX's reference 1/255, and the
  // operator's formula divides by 0; the quantised and dequantised values are 0 for any scale.
  const Op scale = where(equal(high, low), 1, (high - low) / 255);
  const Op zero = round(minimum(maximum(Op(-low) / scale, 0), 255));
  n.result(over(value_of(round(x / scale) + zero, DType::u8), x.axes()));
  n.result(scale, 1);
  n.result(value_of(zero, DType::u8), 2);
}

void quantized_matmul(NodeContext& n) {
  const QuantisedInput a = {.matrix = 0, .zero_point = 2}, b = {.matrix = 3, .zero_point = 5};
  const ScopedResultType result(DType::f32);
  const Op exact = is_of_bytes(n, a) && is_of_bytes(n, b)
                       ? value_of(integer_matmul(n, a, b), DType::f32)
                       : matmul(n, centred(n, 0, 2, -2), centred(n, 3, 5, -1));
  const Op factor = along(n, exact, 1, -2) * along(n, exact, 4, -1);
  Op made = over(exact * factor, exact.axes());
  made = made / along(n, made, 6, -2);
  n.result(stored(n, made, 7, -2, ElementType::u8));
}

// Input `values` with the zero point that is input `zero`, which may be absent.
QuantisedBytes bytes_of(const NodeContext& n, std::size_t values, std::size_t zero) {
  return {n.shared(values), n.has(zero) ? n.shared(zero) : nullptr};
}

void convolution_of_integers(NodeContext& n) {
  n.result(integer_convolution(n, bytes_of(n, 0, 2), bytes_of(n, 1, 3)));
}

void convolution_of_quantised(NodeContext& n) {
  Op exact = integer_convolution(n, bytes_of(n, 0, 2), bytes_of(n, 3, 5));
  if (n.has(8)) {
    const ScopedResultType type(DType::i32);
    exact = with_bias(n, exact, n.op(8));
  }
  const ScopedResultType result(DType::f32);
  const Op image_scale = n.op(1).axes().empty() ? n.op(1) : without(n.op(1), {0});
  const Op factor = image_scale * along(n, exact, 4, 1) / along(n, exact, 6, 1);
  const Op made = over(value_of(exact, DType::f32) * factor, exact.axes());
  n.result(stored(n, made, 7, 1, ElementType::u8));
}

constexpr OpRow rows[] = {
    {"ConvInteger", 10, 0, convolution_of_integers},
    {"DequantizeLinear", 10, 0, dequantise},
    {"DynamicQuantizeLinear", 11, 0, quantise_by_range},
    {"QLinearConv", 10, 0, convolution_of_quantised},
    {"QLinearMatMul", 10, 0, quantized_matmul},
    {"QuantizeLinear", 10, 0, quantise},
};

}  // namespace

std::span<const OpRow> quantisation_rows() {
  return rows;
}

}  // namespace ng::onnx
