// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx_export/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/integer.h"
#include "engine/graph/evaluate.h"

namespace ng::onnx {
namespace {

DType computed_in_integers(const std::vector<DType>& types) {
  bool wide = false;
  for (const DType type : types) {
    if (type == DType::u64) return DType::u64;
    wide = wide || type == DType::i64 || type == DType::u32;
  }
  return wide ? DType::i64 : DType::i32;
}

// As the kernels of `cpu`: in double if an operand or result is, or is an integer of 32 bits or
// more.
DType computed_in_floats(const std::vector<DType>& types) {
  const bool wide = std::any_of(types.begin(), types.end(), [](DType type) {
    return type == DType::f64 || (is_integer(type) && size_of(type) >= 4);
  });
  if (wide) return DType::f64;
  const bool half =
      std::all_of(types.begin(), types.end(), [](DType type) { return type == DType::f16; });
  return half ? DType::f16 : DType::f32;
}

Written clipped(GraphWriter& graph, const Written& x, double low, double high) {
  return graph.add("Clip", {x, number_like(graph, x, low), number_like(graph, x, high)}, x.axes,
                   x.dtype, x.name + ".clipped");
}

// The largest double below 2^63 or 2^64 is not the largest integer: that is chosen by comparison.
Written saturated_64(GraphWriter& graph, const Written& x, DType to, double low, double beyond) {
  const Written inside = clipped(graph, x, low, std::nextafter(beyond, 0.0));
  const Written whole = graph.cast(inside, to);
  const Written over = graph.add("GreaterOrEqual", {x, number_like(graph, x, beyond)}, x.axes,
                                 DType::bool_, x.name + ".over");
  ng::Tensor most(to, {});
  std::fill(most.bytes.begin(), most.bytes.end(), std::byte{0xff});
  if (has_sign(to)) most.as<std::int64_t>()[0] = std::numeric_limits<std::int64_t>::max();
  return chosen(graph, over, {graph.initializer(most, x.name + ".most"), {}, to}, whole);
}

Written saturated_integers(GraphWriter& graph, const Written& x, DType to) {
  // Floats in which the type's limits are numbers.
  Written real = graph.cast(x, size_of(to) < 4 && x.dtype == DType::f32 ? DType::f32 : DType::f64);
  const Written missing = graph.add("IsNaN", {real}, x.axes, DType::bool_, x.name + ".nan");
  real = chosen(graph, missing, number_like(graph, real, 0), real);
  const double beyond = std::ldexp(1.0, static_cast<int>(8 * size_of(to)) - (has_sign(to) ? 1 : 0));
  const double low = has_sign(to) ? -beyond : 0;
  if (size_of(to) == 8) return saturated_64(graph, real, to, low, beyond);
  return graph.cast(clipped(graph, real, low, beyond - 1), to);
}

// 2^63, which moves the smallest integer to the smallest one with a sign.
Written flipped(GraphWriter& graph, const Written& x) {
  ng::Tensor bit(DType::i64, {});
  bit.as<std::int64_t>()[0] = std::numeric_limits<std::int64_t>::min();
  const Written top{graph.initializer(bit, x.name + ".top"), {}, DType::i64};
  return graph.add("BitwiseXor", {x, top}, x.axes, DType::i64, x.name + ".flipped");
}

}  // namespace

DType computed_in(const ng::Node& node) {
  std::vector<DType> types;
  for (std::size_t i = 0; i < node.operands.size(); ++i) {
    if (static_cast<int>(i) != node.def->selector) types.push_back(node.operands[i].dtype());
  }
  const bool integers = computes_integers(node);
  if (!node.def->rounds_once) types.push_back(node.results[0].dtype);
  return integers ? computed_in_integers(types) : computed_in_floats(types);
}

DType modular_type(const ng::Node& node) {
  const DType type = computed_in(node);
  return type == DType::u64 ? DType::i64 : type;
}

DType moved_in(DType dtype) {
  if (is_float(dtype)) return dtype == DType::bf16 ? DType::f32 : dtype;
  return size_of(dtype) < 4 || dtype == DType::i32 ? DType::i32 : DType::i64;
}

Written converted(GraphWriter& graph, const Written& x, DType dtype) {
  const bool saturates = is_float(x.dtype) && is_integer(dtype) && dtype != DType::bool_;
  return saturates ? saturated_integers(graph, x, dtype) : graph.cast(x, dtype);
}

Written in_signed_order(GraphWriter& graph, const Written& x) {
  return x.dtype == DType::u64 ? flipped(graph, graph.cast(x, DType::i64)) : x;
}

Written from_signed_order(GraphWriter& graph, const Written& x, DType dtype) {
  return dtype == DType::u64 ? graph.cast(flipped(graph, x), DType::u64) : x;
}

Written number_like(GraphWriter& graph, const Written& x, double value) {
  const ng::Tensor number = ng::Tensor::from(x.dtype, {}, std::span(&value, 1));
  return {graph.initializer(number, x.name + ".number"), {}, x.dtype};
}

Written chosen(GraphWriter& graph, const Written& condition, const Written& x, const Written& y) {
  const DType type = moved_in(y.dtype);
  const Written made = graph.add("Where", {condition, graph.cast(x, type), graph.cast(y, type)},
                                 condition.axes, type, y.name + ".chosen");
  return graph.cast(made, y.dtype);
}

}  // namespace ng::onnx
