// SPDX-License-Identifier: Apache-2.0
// Finds a loop by the first part of an op's scope.
#include "views/core/loop_scope.h"

#include <algorithm>

#include "engine/records/graph_record.h"

namespace ng::views {

const OpRecord* loopAround(const GraphRecord& graph, const OpRecord& op) {
  if (op.scope.empty()) return nullptr;
  const std::string first = op.scope.substr(0, op.scope.find('/'));
  const auto at = std::find_if(graph.ops.begin(), graph.ops.end(), [&](const OpRecord& other) {
    return other.traits.kind == OpKind::loop && other.name == first;
  });
  return at == graph.ops.end() ? nullptr : &*at;
}

}  // namespace ng::views
