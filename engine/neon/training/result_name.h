// SPDX-License-Identifier: Apache-2.0
// Name of a result in curves, messages and tables.
#pragma once

#include <string>

#include "engine/graph/graph.h"
#include "engine/graph/op.h"

namespace ng {

// The user's name with its scopes, or "log_4" for an unnamed op, as in cards and records.
inline std::string result_name(const Op& op) {
  const Node& node = op.node();
  return node.label && node.label->named ? op.name() : display_name(node);
}

}  // namespace ng
