// SPDX-License-Identifier: Apache-2.0
// The graph of one computation: its results, parameters and state updates. Passes build new graphs
// that share nodes with the old ones.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/graph/node.h"

namespace ng {

struct StateWrite {
  Value variable;  // a variable or persistent tensor
  Value value;     // its value after the run
  NodePtr by;      // the assign op
  bool operator==(const StateWrite&) const = default;
};

struct Graph {
  std::vector<Value> results;       // in the order returned; null: no value
  std::vector<NodePtr> parameters;  // placeholders and other inputs, in the order of the arguments
  std::vector<StateWrite> writes;   // empty until state is in SSA form
  std::vector<Value> kept;          // further values that the user watches
  std::vector<Value> unused;        // listed in a doall or sequence, without readers
};

// All values that the graph must compute: results, written values, kept and unused ones.
std::vector<Value> roots(const Graph& graph);

// All nodes reachable from `roots`, operands first, in deterministic order. A cycle is an Error
// that names its ops. Does not enter bodies of fused ops.
std::vector<NodePtr> ordered_nodes(std::span<const Value> roots);
inline std::vector<NodePtr> ordered_nodes(std::initializer_list<Value> roots) {
  return ordered_nodes(std::span<const Value>(roots.begin(), roots.size()));
}
// The nodes of the graph, including unused parameters.
std::vector<NodePtr> ordered_nodes(const Graph& graph);

// The innermost loop whose body contains the op with this id, or null. The op has a value in
// every iteration of the loop and none outside.
NodePtr loop_around(std::span<const Value> roots, OpId op);

// The users of each node among the graph's nodes.
std::unordered_map<const Node*, std::vector<const Node*>> users_of(const Graph& graph);

// The values that some op or root reads, each as its op and the number of its result.
using ReadValues = std::set<std::pair<const Node*, int>>;
ReadValues read_values(const Graph& graph);

// All faults of the graph and of its loops: operands after users, missing values, results that
// differ from infer, duplicate ids, writes with other axes. Empty if the graph is valid.
std::vector<std::string> verify(const Graph& graph);

// One op per line: `add_3 = add(x, y) float32 (N: 128)`. Names are the user's, or the op's own with
// an ordinal, so that texts of different processes can be compared.
std::string print(const Graph& graph);

// The name of a node as `print` shows it: unique in a graph and stable across passes.
std::string display_name(const Node& node);

}  // namespace ng
