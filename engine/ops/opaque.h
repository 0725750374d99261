// SPDX-License-Identifier: Apache-2.0
// An op of a model from another framework that the engine cannot compute.
#pragma once

#include <string>
#include <vector>

#include "engine/graph/op.h"

namespace ng {

struct OpDef;

struct OpaqueText {
  std::string kind;         // "TopK"
  std::string details;      // attributes of the original: "axis=1, largest=1"
  std::string reason;       // why it cannot run
  std::string domain = {};  // of the kind: "com.microsoft"; empty: the format's own ops
};

// Shown with its operands and texts. A run that needs it fails with a value Error that names it.
Op opaque(const std::vector<Op>& operands, const Axes& axes, DType dtype, const OpaqueText& text);

// Why an op cannot run; empty for all other ops.
std::string reason_not_to_run(const Node& node);

extern const OpDef opaque_op;

}  // namespace ng
