// SPDX-License-Identifier: Apache-2.0
// Helpers that look up breakpoints by op.
#pragma once

#include "engine/base/op_id.h"

namespace ng::views {

class Faults;

bool hasBreakpoint(const Faults& faults, OpId op);
// Removes the breakpoint on `op` if there is one, else adds an unconditional one. Ignores op 0.
void toggleBreakpoint(Faults& faults, OpId op);

}  // namespace ng::views
