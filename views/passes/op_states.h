// SPDX-License-Identifier: Apache-2.0
// What an op is after each pass of a compilation, as text. Pure.
#pragma once

#include <string>
#include <vector>

#include "engine/session/record.h"

namespace ng::views {

struct OpState {
  int pass = -1;      // -1: as written
  std::string after;  // the pass's name, or "as written"
  std::string text;   // "dot(W, X) → N 128, in k0"; of what became of it: "gone: add_5, exp_7"
  bool changed = false;  // from the row before
};

// A row for the graph as written and one for each pass. The state of an op that is not made yet is
// "not yet". Empty without passes.
std::vector<OpState> states_of(const CompilationRecord& compilation, OpKey op);

}  // namespace ng::views
