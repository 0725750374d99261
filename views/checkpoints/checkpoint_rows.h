// SPDX-License-Identifier: Apache-2.0
// Rows of the checkpoints view: tensors of the file, variables of the graph, and changes between
// two files.
#pragma once

#include <QString>
#include <map>
#include <optional>
#include <vector>

#include "engine/documents/checkpoint_contents.h"
#include "engine/records/op_record.h"
#include "engine/records/records.h"
#include "views/widgets/tensors/tensor_statistics.h"

namespace ng::views {

// How a tensor of the file matches the graph variable of the same name.
enum class Fit { unknown, fits, otherLengths, notInGraph, notInFile };
QString fitText(Fit fit);

// Aggregates over all tensors within a scope.
struct ScopeSum {
  int tensors = 0;                // tensors in the file
  int judged = 0, fitting = 0;    // compared with the graph; matching the graph
  int compared = 0, changed = 0;  // compared with the other file; different in it
  double relative = 0, most = 0;  // maximum relative and absolute change of any tensor
};

struct CheckpointRow {
  QString layer, name;  // "net/hidden" and "W"; for a scope: the enclosing scope and its own name
  std::vector<AxisRecord> axes;  // with their lengths; without names if the file has none
  std::string full;              // e.g. "net/hidden/W"
  StoredType dtype = DType::f32;
  std::int64_t bytes = 0, elements = 0;
  Fit fit = Fit::unknown;
  OpId op = 0;  // variable of the graph; 0: none
  std::optional<TensorStatistics> statistics;
  std::optional<TensorChange> change;
  std::optional<ScopeSum> scope;  // set if the row is a scope rather than a tensor
  int parent = -1;                // row of the enclosing scope; -1: none
  int depth = 0;                  // number of enclosing scopes
  const QString& group() const { return layer.isEmpty() ? name : layer; }
};

// Rows sorted by name: each tensor of the file and, if `graph` is set, each variable missing from
// the file.
std::vector<CheckpointRow> checkpointRows(const CheckpointContents& contents,
                                          const GraphRecord* graph);

// Stores the change in each row, and adds rows for tensors that only the other file contains.
void addChanges(std::vector<CheckpointRow>& rows, const std::vector<TensorChange>& changes);

// Euclidean norms over all tensors of a layer. A tensor without a layer counts as its own layer.
struct LayerNorm {
  QString layer;  // CheckpointRow::group()
  // `after` and `difference` are 0 without another file.
  double before = 0, after = 0, difference = 0;
};
// In row order; layers without statistics or changes are left out.
std::vector<LayerNorm> layerNorms(const std::vector<CheckpointRow>& rows);

}  // namespace ng::views
