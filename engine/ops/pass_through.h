// SPDX-License-Identifier: Apache-2.0
// Identity ops with side effects or without gradient.
#pragma once

#include <optional>
#include <string>

#include "engine/graph/op.h"

namespace ng {

struct OpDef;
struct PrintStep;

// x as a constant for differentiation: no gradient flows through it.
Op stop_gradient(const Operand& x);
// x as a contiguous tensor, row-major over its axes.
Op contiguous(const Operand& x);
// x; every run prints "prefix: value" (see print_sink.h). Gradient: d.
Op print_value(const Operand& x, const std::string& prefix = "None");

// The step of a print; empty for other ops.
std::optional<PrintStep> print_step_of(const Node& node);

extern const OpDef stop_gradient_op, contiguous_op, print_op;

}  // namespace ng
