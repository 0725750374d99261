// SPDX-License-Identifier: Apache-2.0
// Scopes that gather the ops of one node of an imported model, so that the node is one card: the
// importer names a node's result after its output, which may be outside the scope of its other ops.
// Nodes that scale the channels of a value by a gate computed from its means (squeeze and excite)
// are one card too.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "engine/records/records.h"

namespace ng::views {

class NodeScopes {
 public:
  NodeScopes() = default;  // none
  explicit NodeScopes(const GraphRecord& graph);

  bool empty() const { return scopes_.empty(); }
  // The scope of an op with the given `scope`: that of its node if the node has several ops. A
  // module with a single node is the node's scope: "layer1/conv1" instead of "layer1/conv1/Conv".
  std::string scopeOf(const OpRecord& op, const std::string& scope) const;
  // What the scope is one card for: the type of its node, such as "Conv", or "squeeze and excite";
  // empty: nothing.
  std::string typeOf(const std::string& scope) const;

 private:
  void gather(const std::set<std::string>& gated,
              const std::map<std::string, std::set<std::string>>& insides, std::size_t number);

  std::unordered_map<std::string, std::string> scopes_;  // by the name of the node
  std::unordered_map<std::string, std::string> types_;   // by scope
};

}  // namespace ng::views
