// SPDX-License-Identifier: Apache-2.0
// Ops whose value is the one that they have after an effect of a sequence.
#pragma once

#include <span>
#include <unordered_map>

#include "engine/graph/op.h"

namespace ng {

// The ops that a sequence first reaches after an effect on a variable that they read, and the
// number of the first member that has such a sequence. Each op is computed once, so that other
// unordered members with the same op run later. Doalls are skipped: their members are listed too.
std::unordered_map<const Node*, std::size_t> late_reads(std::span<const Value> members);

}  // namespace ng
