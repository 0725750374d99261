// SPDX-License-Identifier: Apache-2.0
#include "views/layout/groups/node_scopes.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/records/graph_record.h"
#include "engine/records/model_node.h"
#include "views/layout/groups/channel_gates.h"

namespace ng::views {
namespace {

std::string moduleOf(const std::string& node) {
  const std::size_t slash = node.rfind('/');
  return slash == node.npos ? std::string() : node.substr(0, slash);
}

bool isInside(const std::string& scope, const std::string& outer) {
  return scope.starts_with(outer) && (scope.size() == outer.size() || scope[outer.size()] == '/');
}

struct NodeOps {
  std::string type;
  int ops = 0;  // that compute
};

}  // namespace

NodeScopes::NodeScopes(const GraphRecord& graph) {
  std::map<std::string, NodeOps> nodes;
  for (const OpRecord& op : graph.ops) {
    const auto node = model_node(op);
    if (!node) continue;
    NodeOps& known = nodes[node->name];
    known.type = node->type;
    known.ops += op.operands.empty() ? 0 : 1;
  }
  if (nodes.empty()) return;
  std::map<std::string, std::set<std::string>> insides;  // of modules: the nodes, or other scopes
  for (const OpRecord& op : graph.ops) {
    const auto node = model_node(op);
    const std::string inside = node ? node->name : op.scope + "/" + op.name;
    for (std::string scope = moduleOf(inside); !scope.empty(); scope = moduleOf(scope))
      insides[scope].insert(inside);
  }
  for (const auto& [name, node] : nodes) {
    if (node.ops < 2) continue;
    const std::string module = moduleOf(name);
    const bool alone = !module.empty() && insides[module].size() == 1;
    types_[scopes_[name] = alone ? module : name] = node.type;
  }
  std::size_t number = 0;
  for (const std::set<std::string>& gated : channelGates(graph)) gather(gated, insides, number++);
}

// Puts these nodes into one scope: the module that has no others, else one inside the module that
// they share.
void NodeScopes::gather(const std::set<std::string>& gated,
                        const std::map<std::string, std::set<std::string>>& insides,
                        std::size_t number) {
  std::string module = moduleOf(*gated.begin());
  while (!module.empty() && !std::all_of(gated.begin(), gated.end(), [&](const std::string& node) {
    return isInside(node, module);
  }))
    module = moduleOf(module);
  const bool own = !module.empty() && insides.at(module) == gated;
  const std::string scope =
      own ? module
          : module + (module.empty() ? "" : "/") + "squeeze_excite_" + std::to_string(number);
  types_[scope] = "squeeze and excite";
  if (own) return;
  for (const std::string& node : gated) {
    const auto known = scopes_.find(node);
    const std::string before = known == scopes_.end() ? moduleOf(node) : known->second;
    const std::string inner = before.substr(std::min(before.size(), module.size()));
    const bool slash = !inner.empty() && inner.front() != '/';
    scopes_[node] = scope + (slash ? "/" : "") + inner;
    if (known != scopes_.end() && types_.contains(before)) types_[scopes_[node]] = types_[before];
  }
}

std::string NodeScopes::scopeOf(const OpRecord& op, const std::string& scope) const {
  if (scopes_.empty() || scope != op.scope) return scope;  // the body of a loop has its own scopes
  const auto node = model_node(op);
  const auto found = node ? scopes_.find(node->name) : scopes_.end();
  if (found == scopes_.end()) return scope;
  // An output of the model has its name, without a scope.
  const bool known = scope.empty() || isInside(scope, node->name) || scope == moduleOf(node->name);
  return known ? found->second : scope;
}

std::string NodeScopes::typeOf(const std::string& scope) const {
  const auto found = types_.find(scope);
  return found == types_.end() ? std::string() : found->second;
}

}  // namespace ng::views
