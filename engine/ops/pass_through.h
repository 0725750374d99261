// SPDX-License-Identifier: Apache-2.0
// Ops that give their operand on as it is, for what happens on the way.
#pragma once

#include <functional>
#include <string>

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// x, through which no gradient flows.
Op stop_gradient(const Operand& x);
// x as a tensor of its own, row-major over its axes.
Op contiguous(const Operand& x);
// x; every run writes "prefix: value" for it. Gradient: d.
Op print_value(const Operand& x, const std::string& prefix = "None");

// Where print_value writes lines, standard output unless set; called by the thread that runs. Gives
// the sink that was set before.
using PrintSink = std::function<void(const std::string& line)>;
PrintSink set_print_sink(PrintSink sink);

extern const OpDef stop_gradient_op, contiguous_op, print_op;

}  // namespace ng
