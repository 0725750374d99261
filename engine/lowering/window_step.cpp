// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/window_step.h"

#include "engine/graph/op_def.h"
#include "engine/ops/lookup.h"
#include "engine/ops/windows/convolution.h"
#include "engine/ops/windows/pooling.h"

namespace ng {

namespace {

std::optional<WindowStep> byte_convolution(const Node& node) {
  if (node.def->traits.window != WindowKind::convolution) return std::nullopt;
  const Convolution convolution = convolution_of(node);
  return convolution.bytes ? std::optional<WindowStep>(convolution) : std::nullopt;
}

}  // namespace

std::optional<WindowStep> window_step(const Node& node, bool of_bytes) {
  bool single = node.results.size() == 1 && node.results[0].dtype == DType::f32;
  for (const Value& operand : node.operands) single &= operand.dtype() == DType::f32;
  if (!single) return of_bytes ? byte_convolution(node) : std::nullopt;
  switch (node.def->traits.window) {
    case WindowKind::convolution:
    case WindowKind::convolution_gradient: return convolution_of(node);
    case WindowKind::pooling:
    case WindowKind::pooling_gradient: return pooling_of(node);
    case WindowKind::lookup:
    case WindowKind::lookup_gradient: return lookup_of(node);
    case WindowKind::none: break;
  }
  return std::nullopt;
}

}  // namespace ng
