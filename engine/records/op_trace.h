// SPDX-License-Identifier: Apache-2.0
// Follows ops between the graphs of a compilation, to their descendants and to their origins.
// Thread safe.
#pragma once

#include <utility>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/records/records.h"

namespace ng {

// The pass that removed `op`; null if none did.
const PassRecord* removed_by(const CompilationRecord& compilation, OpId op);

// Ops of the final graph that come from `op`, in order: `op` itself if it survived; without
// descendants, the op that computes the same value. Fused ops are omitted in favour of their
// members.
std::vector<const OpRecord*> survivors(const CompilationRecord& compilation, OpId op);

// Removed ops, each paired with an op of the final graph that comes from it or computes the same
// value. An op with several replacements has several pairs.
std::vector<std::pair<OpId, OpId>> replaced(const CompilationRecord& compilation);

// `op`, or if `graph` lacks it, the first of its origins in `graph`; otherwise `op`.
OpId shown_as(const CompilationRecord& compilation, const GraphRecord& graph, OpId op);

// Ops of `graph` that passes removed although one of `ops`, in the final graph, computes the same
// value.
std::vector<OpId> computed_by(const CompilationRecord& compilation, const GraphRecord& graph,
                              const std::vector<OpId>& ops);

}  // namespace ng
