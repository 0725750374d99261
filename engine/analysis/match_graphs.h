// SPDX-License-Identifier: Apache-2.0
// Matches the ops of two graphs that were made independently, so that their ids mean nothing.
#pragma once

#include <unordered_map>

#include "engine/records/records.h"

namespace ng {

// Was the name made from the kind of the op?
bool has_automatic_name(const OpRecord& op);

// Ids in the second graph by ids in the first; unmatched ops have none. Ops match
// - by name, unless the name is automatic: "add_3", "DotOp_0";
// - by structure: same kind, matched operands, attributes and results, in graph order; not ops
//   without operands whose names differ;
// - by the same without attributes and results, by a matched user that reads them as the same
//   operand, and by an automatic name.
// The order of the steps is that of the list; each step continues from the matches so far.
using OpMatches = std::unordered_map<OpKey, OpKey>;
OpMatches match_graphs(const GraphRecord& first, const GraphRecord& second);

}  // namespace ng
