// SPDX-License-Identifier: Apache-2.0
// What became of an op, and what an op came from: the way between the graphs of a compilation. Any
// thread.
#pragma once

#include <utility>
#include <vector>

#include "engine/session/record.h"

namespace ng {

// The pass (index) that removed `op`, -1 when none did.
int removed_by(const CompilationRecord& compilation, OpKey op);

// The ops of the final graph that come from `op`, in order; `op` itself when it survived; where
// none does, the one that computes the same. Fused ops are left out: the ops inside them say more.
std::vector<const OpRecord*> survivors(const CompilationRecord& compilation, OpKey op);

// The ops that passes removed, each with an op of the final graph that came from it or computes the
// same; one with several is there several times.
std::vector<std::pair<OpKey, OpKey>> replaced(const CompilationRecord& compilation);

// `op`, or when `graph` lacks it the first of its origins that `graph` has; `op` when it has none.
OpKey shown_as(const CompilationRecord& compilation, const GraphRecord& graph, OpKey op);

// The ops of `graph` that passes removed although one of `ops`, of the final graph, computes the
// same.
std::vector<OpKey> computed_by(const CompilationRecord& compilation, const GraphRecord& graph,
                               const std::vector<OpKey>& ops);

}  // namespace ng
