// SPDX-License-Identifier: Apache-2.0
// Names of the results that ops read.
#pragma once

#include <string>

#include "engine/records/graph_record.h"

namespace ng {

// The name of the op, or of one of its results: "scan", "scan#1"; the id of an unknown op.
std::string operand_name(const GraphRecord& graph, const OperandRecord& operand);

}  // namespace ng
