// SPDX-License-Identifier: Apache-2.0
#include "views/core/breakpoints.h"

#include <algorithm>

#include "views/core/session.h"

namespace ng::views {

bool hasBreakpoint(const Session& session, OpKey op) {
  const std::vector<BreakpointRecord> all = session.breakpoints();
  return std::any_of(all.begin(), all.end(), [op](const auto& each) { return each.op == op; });
}

void toggleBreakpoint(Session& session, OpKey op) {
  if (hasBreakpoint(session, op))
    session.removeBreakpoint(op);
  else if (op != 0)
    session.setBreakpoint({op, {}});
}

}  // namespace ng::views
