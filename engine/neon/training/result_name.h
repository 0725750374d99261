// SPDX-License-Identifier: Apache-2.0
// What a result is called in curves, messages and tables.
#pragma once

#include <string>

#include "engine/graph/graph.h"
#include "engine/graph/op.h"

namespace ng {

// The user's name with its scopes; "log_4" where nobody named it, as cards and records say.
inline std::string result_name(const Op& op) {
  const Node& node = op.node();
  return node.label && node.label->named ? op.name() : display_name(node);
}

}  // namespace ng
