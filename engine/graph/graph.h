// SPDX-License-Identifier: Apache-2.0
// A graph is what one computation reaches: its results, parameters and state updates. Passes build
// new graphs that share nodes with the old ones.
#pragma once

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/graph/node.h"

namespace ng {

struct StateWrite {
  Value variable;  // a variable or persistent tensor
  Value value;     // what it holds after the run
  NodePtr by;      // the assign that asks for it
  bool operator==(const StateWrite&) const = default;
};

struct Graph {
  std::vector<Value> results;      // in the order returned; a null one stands for "no value"
  std::vector<NodePtr> parameters; // placeholders (or other inputs), in the order of the arguments
  std::vector<StateWrite> writes;  // empty until effects have become writes
  std::vector<Value> kept;         // further values that the user asked to watch
  std::vector<Value> unused;       // listed in a doall or sequence, but nobody reads them
};

// Every value that the graph must produce: results, written values, kept and unused ones.
std::vector<Value> roots(const Graph& graph);

// All nodes that `roots` reach, operands first, deterministic. Refuses a cycle, naming its ops.
// Bodies of fused ops are not entered.
std::vector<NodePtr> ordered_nodes(std::span<const Value> roots);
inline std::vector<NodePtr> ordered_nodes(std::initializer_list<Value> roots) {
  return ordered_nodes(std::span<const Value>(roots.begin(), roots.size()));
}
// Of the graph, its unused parameters included.
std::vector<NodePtr> ordered_nodes(const Graph& graph);

// The loop whose step holds the op of this id, innermost; null when no step below `roots` does. Such
// an op has a value in every step of the loop, and none outside it.
NodePtr loop_around(std::span<const Value> roots, OpId op);

// How often each node's results are used by other nodes or roots.
std::unordered_map<const Node*, std::vector<const Node*>> users_of(const Graph& graph);

// All faults of the graph at once: operands before users, arity, types that infer gives again,
// parameters that are sources, unique ids. Empty when it is sound.
std::vector<std::string> verify(const Graph& graph);

// One op a line: `add_3 = add(x, y) float32 (N: 128)`; names are the user's, or the op's own with
// an ordinal, so prints compare across processes.
std::string print(const Graph& graph);

// Names for every node of a graph as `print` shows them: unique and stable from pass to pass.
std::string display_name(const Node& node);

}  // namespace ng
