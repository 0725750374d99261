// SPDX-License-Identifier: Apache-2.0
// Steps of quantised values, as PT2E writes them, and their simulation in training.
#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {
namespace {

// Along an axis of x, of which each position has its own; else one for all.
ItemPtr along(NodeContext& n, const ItemPtr& each, const ItemPtr& x) {
  if (rank_of(each) == 0 || !has(n, "axis")) return reshaped(n, each, {});
  Integers shape(static_cast<std::size_t>(rank_of(x)), 1);
  shape[static_cast<std::size_t>(dim_of(n, "axis", rank_of(x), 0))] = -1;
  return reshaped(n, each, shape);
}

// "scale" or "scales".
std::string named(const NodeContext& n, const char* name) {
  return has(n, name) ? name : std::string(name) + "s";
}

ItemPtr scale_of(NodeContext& n, const ItemPtr& x) {
  return along(n, operand_as(n, named(n, "scale"), x->dtype()), x);
}

// PyTorch multiplies by the reciprocal, which it takes of a number in double precision.
ItemPtr reciprocal_scale(NodeContext& n, const ItemPtr& x) {
  const std::string name = named(n, "scale");
  if (!tensor(n, name)) return number(1 / real_of(n, name, 1), x->dtype());
  return step(n, "Reciprocal", {scale_of(n, x)});
}

ItemPtr zero_of(NodeContext& n, const ItemPtr& x) {
  const std::string name = named(n, "zero_point");
  return has(n, name) ? along(n, operand_as(n, name, x->dtype()), x) : like(x, 0);
}

ItemPtr step_numbers(NodeContext& n, const ItemPtr& x) {
  const ItemPtr rounded = step(n, "Round", {step(n, "Mul", {x, reciprocal_scale(n, x)})});
  return step(n, "Add", {rounded, zero_of(n, x)});
}

ItemPtr lowest(const NodeContext& n, const ItemPtr& x) {
  return number(real_of(n, "quant_min", 0), x->dtype());
}
ItemPtr highest(const NodeContext& n, const ItemPtr& x) {
  return number(real_of(n, "quant_max", 255), x->dtype());
}

ItemPtr limited(NodeContext& n, const ItemPtr& steps) {
  return step(n, "Min", {step(n, "Max", {steps, lowest(n, steps)}), highest(n, steps)});
}

ItemPtr values_of(NodeContext& n, const ItemPtr& steps) {
  return step(n, "Mul", {step(n, "Sub", {steps, zero_of(n, steps)}), scale_of(n, steps)});
}

void quantize(NodeContext& n) {
  const ItemPtr x = cast(n, need_tensor(n, "input"), DType::f32);
  give(n, cast(n, limited(n, step_numbers(n, x)), type_of(n, "dtype", DType::i8)));
}

void dequantize(NodeContext& n) {
  const DType type = type_of(n, "out_dtype", DType::f32);
  const ItemPtr steps = cast(n, need_tensor(n, "input"), DType::f32);
  give(n, cast(n, values_of(n, steps), type));
}

// The gradient is that of x where its step is in the range, and 0 elsewhere.
void fake_quantize(NodeContext& n) {
  const ItemPtr x = need_tensor(n, "self");
  const ItemPtr steps = step_numbers(n, x);
  const ItemPtr inside = step(n, "And",
                              {step(n, "GreaterOrEqual", {steps, lowest(n, x)}),
                               step(n, "LessOrEqual", {steps, highest(n, x)})});
  const ItemPtr passed = step(n, "Where", {inside, x, like(x, 0)});
  const ItemPtr rest = step(n, "Sub", {values_of(n, limited(n, steps)), passed});
  give(n, step(n, "Add", {passed, stopped(n, rest)}));
  if (n.wants(1)) give(n, inside, 1);
}

constexpr OpRow rows[] = {
    {"fake_quantize_per_channel_affine", 1, 0, fake_quantize},
    {"fake_quantize_per_channel_affine_cachemask", 1, 0, fake_quantize},
    {"fake_quantize_per_tensor_affine", 1, 0, fake_quantize},
    {"fake_quantize_per_tensor_affine_cachemask", 1, 0, fake_quantize},
    {"quantized_decomposed.dequantize_per_channel.default", 1, 0, dequantize},
    {"quantized_decomposed.dequantize_per_tensor.default", 1, 0, dequantize},
    {"quantized_decomposed.dequantize_per_tensor.tensor", 1, 0, dequantize},
    {"quantized_decomposed.quantize_per_channel.default", 1, 0, quantize},
    {"quantized_decomposed.quantize_per_tensor.default", 1, 0, quantize},
    {"quantized_decomposed.quantize_per_tensor.tensor", 1, 0, quantize},
};

}  // namespace

std::span<const OpRow> quantisation_rows() {
  return rows;
}

}  // namespace ng::pytorch
