// SPDX-License-Identifier: Apache-2.0
// What differs between two graphs of a compilation, whatever passes lie between them.
#pragma once

#include <vector>

#include "engine/session/record.h"

namespace ng {

struct GraphChanges {
  std::vector<OpKey> added, removed, modified;  // of `to`, of `from`, of both; in their order
};

// Ops are the same by id; one is modified when its kind, attributes or operands are others.
GraphChanges graph_changes(const GraphRecord& from, const GraphRecord& to);

// The graph that stands after pass `index` (-1: as written), and as it is printed.
struct Stage {
  std::string name;  // "as written", "fuse"
  GraphRecordPtr graph;
  LazyText text;
};
Stage stage_of(const CompilationRecord& record, int index);

// All that lies between two stages as if one pass had done it: named "as written → fuse".
PassRecord joined_passes(const CompilationRecord& record, int from, int to);

}  // namespace ng
