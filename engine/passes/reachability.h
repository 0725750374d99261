// SPDX-License-Identifier: Apache-2.0
// Incremental reachability in a growing graph. The transitive closure is kept up to date, so that a
// query takes constant time.
#pragma once

#include <cstdint>
#include <vector>

namespace ng {

class Reachability {
 public:
  // With more nodes, all queries return true, because the table grows quadratically.
  static constexpr std::size_t most = 1 << 15;

  int add();  // adds a node without links; returns its number, from 0
  // Is `to` reachable from `from`? True for from == to.
  bool leads(int from, int to) const;
  // Adds an edge. `to` must not reach `from`.
  void link(int from, int to);
  // Merges node `from` into `into`, which takes over its edges. Neither may reach the other; `from`
  // must not be used afterwards.
  void merge(int into, int from);

 private:
  using Row = std::vector<std::uint64_t>;  // one bit per reachable node
  struct Node {
    Row reached;  // of a node that is reached, also all that it reaches
    // As they were linked; `current` gives what they were merged into.
    std::vector<int> predecessors;
    int merged_into = -1;  // -1: nothing
  };
  static bool bit(const Row& row, int node);
  static bool unite(Row& row, const Row& other);  // false if nothing is new
  static void set(Row& row, int node);
  int current(int node);
  Node& at(int node) { return nodes_[static_cast<std::size_t>(node)]; }
  const Node& at(int node) const { return nodes_[static_cast<std::size_t>(node)]; }
  void reach(std::vector<int> from, int to);

  std::vector<Node> nodes_;
};

}  // namespace ng
