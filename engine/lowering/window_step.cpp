// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/window_step.h"

#include "engine/lowering/product_update.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/lookup.h"
#include "engine/ops/state.h"
#include "engine/ops/windows/convolution.h"
#include "engine/ops/windows/pooling.h"

namespace ng {

std::optional<WindowStep> window_step(const Node& node) {
  bool single = node.results.size() == 1 && node.results[0].dtype == DType::f32;
  for (const Value& operand : node.operands) single &= operand.dtype() == DType::f32;
  if (!single) return std::nullopt;
  const OpDef* def = node.def;
  if (def == &convolution_op || def == &convolution_inputs_op || def == &convolution_filters_op) {
    return convolution_of(node);
  }
  if (def == &pooling_op || def == &pooling_gradient_op || def == &pooling_chosen_op) {
    return pooling_of(node);
  }
  if (def == &lookuptable_op || def == &lookuptable_gradient_op) return lookup_of(node);
  return std::nullopt;
}

namespace {

bool is_bias(const Value& value, const Axes& outputs) {
  return value && value.node->def->traits.source && value.dtype() == DType::f32 &&
         value.axes() == Axes(outputs[0]);
}

}  // namespace

std::optional<ConvolutionEnding> convolution_ending(const Node& fused) {
  const Body& body = *fused.body;
  if (body.results.size() != 1) return std::nullopt;
  ConvolutionEnding ending;
  Value value = body.results[0];
  std::size_t inside = 0;
  if (value.node->def == &maximum_op && is_constant(value.node->operands[1], 0.0)) {
    ending.rectify = true;
    value = value.node->operands[0];
    ++inside;
  }
  Value added;
  if (value.node->def == &add_op) {
    added = outer_value(fused, value.node->operands[1]);
    value = value.node->operands[0];
    ++inside;
    if (!added) return std::nullopt;
  }
  ending.convolution = outer_value(fused, value);
  const Value& made = ending.convolution;
  if (inside == 0 || inside != body.order.size() || !made) return std::nullopt;
  if (made.node->def != &convolution_op || fused.results[0].axes != made.axes() ||
      fused.results[0].dtype != DType::f32 || made.dtype() != DType::f32) {
    return std::nullopt;
  }
  if (added && !is_bias(added, made.axes())) return std::nullopt;
  ending.bias = added;
  return ending;
}

}  // namespace ng
