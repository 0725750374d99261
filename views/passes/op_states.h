// SPDX-License-Identifier: Apache-2.0
// States of an op after each pass of a compilation, as text. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "engine/records/records.h"
#include "views/core/selection.h"

namespace ng::views {

struct OpState {
  int pass = asWritten;
  std::string after;     // name of the pass, or "as written"
  std::string text;      // e.g. "dot(W, X) → N 128, in k0" or "removed: now add_5, exp_7"
  bool changed = false;  // relative to the previous row
};

// One row for the graph as written and one per pass. Before an op is created, its state is "not
// yet". Empty without passes.
std::vector<OpState> states_of(const CompilationRecord& compilation, OpId op);

}  // namespace ng::views
