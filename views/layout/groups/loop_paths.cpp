// SPDX-License-Identifier: Apache-2.0
// Loops may be nested in the bodies of loops.
#include "views/layout/groups/loop_paths.h"

#include "engine/records/graph_record.h"

namespace ng::views {
namespace {

constexpr int deepest = 16;  // nested loops, in an untrusted record

std::string joined(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + "/" + b;
}

// `scope` without the leading `prefix`; unchanged if it does not start with it.
std::string behind(const std::string& prefix, const std::string& scope) {
  if (prefix.empty() || scope.rfind(prefix, 0) != 0) return scope;
  if (scope.size() == prefix.size()) return {};
  return scope[prefix.size()] == '/' ? scope.substr(prefix.size() + 1) : scope;
}

}  // namespace

LoopPaths::LoopPaths(const std::vector<GraphRecordPtr>& graphs) {
  for (const GraphRecordPtr& graph : graphs)
    for (const OpRecord& op : graph->ops)
      if (op.traits.kind == OpKind::loop) loops_.try_emplace(op.name, op.scope);
}

std::string LoopPaths::scopeOf(const OpRecord& op) const {
  const std::string scope = loops_.empty() ? op.scope : placed(op.scope, 0);
  return op.traits.kind == OpKind::loop ? joined(scope, op.name) : scope;
}

std::string LoopPaths::placed(const std::string& scope, int depth) const {
  const std::size_t end = scope.find('/');
  const std::string first = scope.substr(0, end);
  const auto loop = loops_.find(first);
  if (loop == loops_.end() || depth == deepest) return scope;
  const std::string rest = end == std::string::npos ? std::string() : scope.substr(end + 1);
  const std::string inner = rest.substr(0, rest.find('/'));
  if (inner != first && loops_.count(inner)) return placed(rest, depth + 1);
  return joined(joined(placed(loop->second, depth + 1), first), behind(loop->second, rest));
}

}  // namespace ng::views
