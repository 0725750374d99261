// SPDX-License-Identifier: Apache-2.0
// Names of ops with their scopes, and the look-up of ops by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/error.h"
#include "engine/records/graph_record.h"

namespace ng {

std::string full_name(const OpRecord& op);  // with the scope: "layer1/gate/W"

// The op with this full name, else all ops whose full names end with it: "gate/W", "W".
std::vector<const OpRecord*> ops_named(const GraphRecord& graph, std::string_view name);
// The only op of ops_named(); null if there is none. Refuses a name that several ops have.
const OpRecord* op_named(const GraphRecord& graph, std::string_view name);
// A name by which op_named() finds this op of the graph: without its scope if no other op has it.
std::string unique_name(const GraphRecord& graph, const OpRecord& op);

// The op of `now` with the full name that an op has in `before`, preferably with its id. 0 if there
// is none; `op` if `before` has no such op.
OpId op_of_same_name(const GraphRecord& before, OpId op, const GraphRecord& now);

// The refusal of a short name that several ops have. `full_names`: of these ops.
Diagnostic ambiguous_name(const std::string& name, const std::vector<std::string>& full_names);

}  // namespace ng
