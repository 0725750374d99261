// SPDX-License-Identifier: Apache-2.0
// Name of a result in curves, messages and tables.
#pragma once

#include <string>

#include "engine/base/result_name.h"
#include "engine/graph/graph.h"
#include "engine/graph/op.h"

namespace ng {

// The user's name with its scopes, or "log_4" for an unnamed op, as in cards and records.
inline std::string result_name(const Op& op) {
  const Node& node = op.node();
  const std::string name = node.label && node.label->named ? op.name() : display_name(node);
  return to_string(ResultName{name, op.value().result});
}

}  // namespace ng
