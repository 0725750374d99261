// SPDX-License-Identifier: Apache-2.0
// Differences between two graphs of a compilation, regardless of the passes between them.
#pragma once

#include <vector>

#include "engine/base/op_id.h"
#include "engine/records/lazy_text.h"
#include "engine/records/records.h"

namespace ng {

struct GraphChanges {
  std::vector<OpId> added, removed, modified;  // in `to`, `from` and both; in graph order
};

// Compares ops by id. An op is modified if its kind, attributes or operands differ.
GraphChanges graph_changes(const GraphRecord& from, const GraphRecord& to);

// The graph after pass `index` (-1: as written), and its printed text.
struct Stage {
  std::string name;  // "input graph", "fuse"
  GraphRecordPtr graph;
  LazyText text;
};
Stage stage_of(const CompilationRecord& record, int index);

// All passes between two stages as one PassRecord, named "input graph → fuse".
PassRecord joined_passes(const CompilationRecord& record, int from, int to);

}  // namespace ng
