// SPDX-License-Identifier: Apache-2.0
// Graphs: captured work, and which of it each piece of work follows.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace ng::emulator {

// Results are those of the driver; the first failing one ends all later work of the context.
using Work = std::function<int()>;
// Of work that waits for another device: it stays in its stream.
constexpr int blocked = -1;

using Nodes = std::vector<std::size_t>;  // numbers in Graph::nodes

struct Graph {
  struct Node {
    Work work;
    Nodes after;  // earlier nodes
  };
  std::vector<Node> nodes;

  Nodes add(Work work, const Nodes& after) {
    nodes.push_back({std::move(work), after});
    return {nodes.size() - 1};
  }
  // Do all of `nodes` come before some of `ends`, or are they among them?
  bool precede(const Nodes& nodes, const Nodes& ends) const;
  // Of the nodes that may run, the one captured last runs first, so that a program whose capture
  // lacks a dependency computes wrong values.
  int run() const;
};

}  // namespace ng::emulator
