// SPDX-License-Identifier: Apache-2.0
// Rebuilds a graph bottom-up with rules. Ops that no rule changes and whose operands stay the same
// are shared with the old graph; an op with new operands keeps its id.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/graph/node_numbers.h"
#include "engine/passes/pass.h"

namespace ng {

// Returns the replacement of the op's value, or null if the rule does not apply. The replacement
// must have the same axes and dtype.
struct Rule {
  std::string_view name;
  Value (*apply)(const NodePtr& node, PassContext& context);
};

template <std::size_t N>
std::vector<std::string_view> names_of(const Rule (&rules)[N]) {
  std::vector<std::string_view> names;
  for (const Rule& rule : rules) names.push_back(rule.name);
  return names;
}

// Applies the enabled rules to every op, operands first, until none applies; ops of replacements
// are visited too.
Graph rewrite(const Graph& graph, std::span<const Rule> rules, PassContext& context);

// Replaces values in a graph: the ops in `replacements`, and their users.
class Rebuilder {
 public:
  Value rebuilt(const Value& value) const;
  NodePtr rebuilt_operands(const NodePtr& node) const;  // the node over rebuilt operands
  void set(const NodePtr& node, const Value& replacement);
  bool knows(const NodePtr& node) const { return replacement_of(node) != nullptr; }
  void forget(const NodePtr& node);
  Graph rebuilt(const Graph& graph) const;  // replaces results, writes, kept and unused

 private:
  struct Entry {
    NodePtr node;  // kept alive, so that its address is not used again
    std::optional<Value> replacement;
  };
  const Value* replacement_of(const NodePtr& node) const;  // null: not known

  NodeNumbers numbers_;
  std::vector<Entry> entries_;  // by number
};

// Calls `each` for every op that `value` depends on and `rebuilder` does not know, operands first.
// `each` must call Rebuilder::set for the op.
void for_each_unknown(const Value& value, const Rebuilder& rebuilder,
                      const std::function<void(const NodePtr&)>& each);

}  // namespace ng
