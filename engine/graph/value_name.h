// SPDX-License-Identifier: Apache-2.0
// The names of the results of nodes.
#pragma once

#include "engine/graph/graph.h"

namespace ng {

// The name of a node and of its first result, or of another result: "scan_19", "scan_19#1".
std::string display_name(const Value& value);

}  // namespace ng
