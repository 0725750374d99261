// SPDX-License-Identifier: Apache-2.0
// Tree of the ops in a graph: groups by role or name scope, with ops in order of computation.
#pragma once

#include <QString>
#include <memory>
#include <unordered_map>
#include <vector>

#include "views/core/op_search.h"
#include "views/layout/groups/grouping.h"

namespace ng::views {

// Nodes of the tree as an array. Immutable after construction.
struct OutlineTree {
  struct Node {
    int parent = -1, row = 0;
    const OpRecord* op = nullptr;  // points into `graph`; null: a group
    QString title;
    int count = 0;  // number of ops in a group
    std::vector<int> children;
  };
  GraphRecordPtr graph;
  std::vector<Node> nodes{Node{}};     // nodes[0] is the root
  std::unordered_map<OpId, int> ofOp;  // node index of an op
  int shown = 0;                       // number of ops
};
using OutlineTreePtr = std::shared_ptr<const OutlineTree>;

// Lists the ops that match `filter`, which uses `compilation` (may be null) for kernels and passes.
// A null graph gives an empty tree. Thread-safe.
OutlineTreePtr outlineOf(GraphRecordPtr graph, GroupBy by, const OpSearch& filter,
                         const CompilationRecordPtr& compilation);

}  // namespace ng::views
