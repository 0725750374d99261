// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/window_step.h"

#include <algorithm>

#include "engine/graph/op_def.h"
#include "engine/ops/lookup.h"
#include "engine/ops/windows/convolution.h"
#include "engine/ops/windows/pooling.h"

namespace ng {

namespace {

bool is_single(const Node& node) {
  return node.results.size() == 1 && node.results[0].dtype == DType::f32 &&
         std::all_of(node.operands.begin(), node.operands.end(),
                     [](const Value& operand) { return operand.dtype() == DType::f32; });
}

std::optional<WindowStep> convolution_step(const Node& node, const ConvolutionSteps& steps) {
  const Convolution convolution = convolution_of(node);
  const bool of_known_types = convolution.bytes ? steps.bytes : is_single(node);
  if (!of_known_types || (convolution.batch_first && !steps.batch_first)) return std::nullopt;
  return convolution;
}

}  // namespace

std::optional<WindowStep> window_step(const Node& node, const ConvolutionSteps& convolutions) {
  const WindowKind kind = node.def->traits.window;
  if (kind == WindowKind::convolution || kind == WindowKind::convolution_gradient) {
    return convolution_step(node, convolutions);
  }
  if (!is_single(node)) return std::nullopt;
  switch (kind) {
    case WindowKind::pooling:
    case WindowKind::pooling_gradient: return pooling_of(node);
    case WindowKind::lookup:
    case WindowKind::lookup_gradient: return lookup_of(node);
    default: return std::nullopt;
  }
}

}  // namespace ng
