// SPDX-License-Identifier: Apache-2.0
// Identity ops with side effects or without gradient.
#pragma once

#include <functional>
#include <string>

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// x as a constant for differentiation: no gradient flows through it.
Op stop_gradient(const Operand& x);
// x as a contiguous tensor, row-major over its axes.
Op contiguous(const Operand& x);
// x; every run prints "prefix: value". Gradient: d.
Op print_value(const Operand& x, const std::string& prefix = "None");

// Sets where print_value writes lines (default: standard output); called on the thread that runs.
// Returns the previous sink.
using PrintSink = std::function<void(const std::string& line)>;
PrintSink set_print_sink(PrintSink sink);

extern const OpDef stop_gradient_op, contiguous_op, print_op;

}  // namespace ng
