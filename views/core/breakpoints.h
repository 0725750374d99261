// SPDX-License-Identifier: Apache-2.0
// Breakpoints by op.
#pragma once

#include "engine/session/record.h"

namespace ng::views {

class Session;

bool hasBreakpoint(const Session& session, OpKey op);
// Sets one without a condition, or removes the one that is there; nothing for op 0.
void toggleBreakpoint(Session& session, OpKey op);

}  // namespace ng::views
