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
  switch (node.def->traits.window) {
    case WindowKind::convolution:
    case WindowKind::convolution_gradient:
      return convolution_of(node);
    case WindowKind::pooling:
    case WindowKind::pooling_gradient:
      return pooling_of(node);
    case WindowKind::lookup:
    case WindowKind::lookup_gradient:
      return lookup_of(node);
    case WindowKind::none:
      break;
  }
  return std::nullopt;
}

namespace {

bool is_bias(const Value& value, const Axes& outputs) {
  return value && value.node->def->traits.is_source() && value.dtype() == DType::f32 &&
         value.axes() == Axes(outputs[0]);
}

}  // namespace

std::optional<ConvolutionEnding> convolution_ending(const Node& fused) {
  const Body& body = *fused.body;
  if (body.results.size() != 1) return std::nullopt;
  ConvolutionEnding ending;
  Value value = body.results[0];
  std::size_t inside = 0;
  if (applies(*value.node, kernel::Fn::maximum) && is_constant(value.node->operands[1], 0.0)) {
    ending.rectify = true;
    value = value.node->operands[0];
    ++inside;
  }
  Value added;
  if (applies(*value.node, kernel::Fn::add)) {
    added = outer_value(fused, value.node->operands[1]);
    value = value.node->operands[0];
    ++inside;
    if (!added) return std::nullopt;
  }
  ending.convolution = outer_value(fused, value);
  const Value& made = ending.convolution;
  if (inside == 0 || inside != body.order.size() || !made) return std::nullopt;
  if (made.node->def->traits.window != WindowKind::convolution ||
      fused.results[0].axes != made.axes() || fused.results[0].dtype != DType::f32 ||
      made.dtype() != DType::f32) {
    return std::nullopt;
  }
  if (added && !is_bias(added, made.axes())) return std::nullopt;
  ending.bias = added;
  return ending;
}

}  // namespace ng
