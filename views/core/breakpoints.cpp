// SPDX-License-Identifier: Apache-2.0
#include "views/core/breakpoints.h"

#include <algorithm>

#include "views/core/session/faults.h"

namespace ng::views {

bool hasBreakpoint(const Faults& faults, OpId op) {
  const std::vector<BreakpointRecord> all = faults.breakpoints();
  return std::any_of(all.begin(), all.end(), [op](const auto& each) { return each.op == op; });
}

void toggleBreakpoint(Faults& faults, OpId op) {
  if (hasBreakpoint(faults, op))
    faults.removeBreakpoint(op);
  else if (op != 0)
    faults.setBreakpoint({op, {}});
}

}  // namespace ng::views
