// SPDX-License-Identifier: Apache-2.0
// Finds consecutive equal blocks of a graph by its structure, and gives their ops the scopes
// "block_0", "block_1" …: for models whose names do not say which ops form a layer.
#pragma once

#include <string>
#include <unordered_map>

#include "engine/base/op_id.h"
#include "engine/records/records.h"
#include "views/layout/groups/node_scopes.h"

namespace ng::views {

class BlockScopes {
 public:
  BlockScopes() = default;  // none
  // Two ops are equal if they do the same and read the same op, state, or ops at the same distance.
  // A block has at least 4 ops, one of which reads state. Layers that fold by their names are left
  // as they are, and no scope is divided between blocks, nor a node of an imported model; variables
  // with a scope join the block that alone reads them. The work is bounded: in graphs of more than
  // 4,000 ops long blocks are not found.
  explicit BlockScopes(const GraphRecord& graph);

  bool empty() const { return blocks_.empty() && nodes_.empty(); }
  // "block_2/norm" for an op of a block in the scope "norm", or in that of its node; ops that
  // passes made are in the block of their origins.
  std::string scopeOf(const OpRecord& op, const std::string& scope) const;
  const NodeScopes& nodes() const { return nodes_; }

 private:
  void addSources(const GraphRecord& graph);

  NodeScopes nodes_;
  std::unordered_map<OpId, std::string> blocks_;
};

}  // namespace ng::views
