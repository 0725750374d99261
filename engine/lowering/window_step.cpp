// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/window_step.h"

#include "engine/ops/convolution.h"
#include "engine/ops/lookup.h"
#include "engine/ops/pooling.h"

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

}  // namespace ng
