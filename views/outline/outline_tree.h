// SPDX-License-Identifier: Apache-2.0
// The ops of a graph as a tree: groups by role or by name scope, then ops. Ops inside a group stand
// in the order of computation.
#pragma once

#include <QString>
#include <memory>
#include <unordered_map>
#include <vector>

#include "views/core/op_search.h"
#include "views/layout/grouping.h"

namespace ng::views {

// Arrays of nodes. Never changed once made.
struct OutlineTree {
  struct Node {
    int parent = -1, row = 0;
    const OpRecord* op = nullptr;  // in `graph`; null: a group
    QString title;
    int count = 0;  // ops of a group
    std::vector<int> children;
  };
  GraphRecordPtr graph;
  std::vector<Node> nodes{Node{}};      // nodes[0] is the root
  std::unordered_map<OpKey, int> ofOp;  // node of an op
  int shown = 0;                        // ops
};
using OutlineTreePtr = std::shared_ptr<const OutlineTree>;

// Of the ops that `filter` matches; `compilation` (may be null) is what it asks for kernels and
// passes. A null graph has an empty tree. Any thread.
OutlineTreePtr outlineOf(GraphRecordPtr graph, GroupBy by, const OpSearch& filter,
                         const CompilationRecordPtr& compilation);

}  // namespace ng::views
