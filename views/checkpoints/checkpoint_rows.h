// SPDX-License-Identifier: Apache-2.0
// The rows of the checkpoints view: what a file holds, what the graph wants, and what changed from
// the file to another one.
#pragma once

#include <QString>
#include <map>
#include <optional>
#include <vector>

#include "engine/session/checkpoint_contents.h"
#include "engine/session/record.h"
#include "views/widgets/tensor_statistics.h"

namespace ng::views {

// How a tensor of the file and the graph's variable of its name go together.
enum class Fit { unknown, fits, otherLengths, notInGraph, notInFile };
QString fitText(Fit fit);

// Of all tensors within a scope.
struct ScopeSum {
  int tensors = 0;                // of the file
  int judged = 0, fitting = 0;    // against the graph
  int compared = 0, changed = 0;  // with another file
  double relative = 0, most = 0;  // the largest changes of any of them
};

struct CheckpointRow {
  QString layer, name;  // "net/hidden" and "W"; of a scope: what it is in, and its own
  QString shape;        // "C 4 · N 128"
  std::string full;     // "net/hidden/W"
  DType dtype = DType::f32;
  std::int64_t bytes = 0, elements = 0;
  Fit fit = Fit::unknown;
  OpKey op = 0;  // of the graph; 0: none
  std::optional<TensorStatistics> statistics;
  std::optional<TensorChange> change;
  std::optional<ScopeSum> scope;  // it is a scope and no tensor
  int parent = -1;                // the row of the scope that it is in; -1: none
  int depth = 0;                  // in how many scopes it is
  const QString& group() const { return layer.isEmpty() ? name : layer; }
};

// By name: every tensor of the file and, with a document, every variable that the file lacks.
std::vector<CheckpointRow> checkpointRows(const CheckpointContents& contents,
                                          const GraphRecord* graph);

// Tells each row what changed; what only the other file holds becomes a row.
void addChanges(std::vector<CheckpointRow>& rows, const std::vector<TensorChange>& changes);

// Of a layer: the Euclidean norms of all its tensors together. A tensor without a layer is one.
struct LayerNorm {
  QString layer;                                 // CheckpointRow::group()
  double before = 0, after = 0, difference = 0;  // the last two without another file: 0
};
// In the order of the rows; layers without a statistic or change are left out.
std::vector<LayerNorm> layerNorms(const std::vector<CheckpointRow>& rows);

}  // namespace ng::views
