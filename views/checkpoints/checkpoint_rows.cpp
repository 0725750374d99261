// SPDX-License-Identifier: Apache-2.0
#include "views/checkpoints/checkpoint_rows.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "engine/records/graph_record.h"
#include "engine/records/op_name.h"
#include "engine/tables/checkpoint_table.h"

namespace ng::views {
namespace {

Fit fitOf(const CheckpointEntry& entry, const OpRecord& op) {
  const auto& axes = op.results.empty() ? std::vector<AxisRecord>() : op.results.front().axes;
  bool same = axes.size() == entry.shape.size();
  for (std::size_t i = 0; same && i < axes.size(); ++i) same = axes[i].length == entry.shape[i];
  return same ? Fit::fits : Fit::otherLengths;
}

void setName(CheckpointRow& row, const std::string& full) {
  const QString path = QString::fromStdString(full);
  row.full = full;
  row.layer = path.section(u'/', 0, -2);
  row.name = path.section(u'/', -1);
}

CheckpointRow rowOf(const CheckpointEntry& entry,
                    const std::map<std::string, const OpRecord*>& state, bool graph) {
  CheckpointRow row;
  setName(row, entry.name);
  row.axes = axes_of(entry);
  row.dtype = entry.dtype;
  row.bytes = entry.bytes;
  row.elements =
      std::accumulate(entry.shape.begin(), entry.shape.end(), std::int64_t{1}, std::multiplies<>());
  const auto op = state.find(entry.name);
  if (!graph) return row;
  row.fit = op == state.end() ? Fit::notInGraph : fitOf(entry, *op->second);
  if (op != state.end()) row.op = op->second->id;
  return row;
}

}  // namespace

QString fitText(Fit fit) {
  switch (fit) {
    case Fit::unknown: return {};
    case Fit::fits: return QObject::tr("fits");
    case Fit::otherLengths: return QObject::tr("different lengths");
    case Fit::notInGraph: return QObject::tr("not in the graph");
    case Fit::notInFile: return QObject::tr("not in the file");
  }
  return {};
}

std::vector<CheckpointRow> checkpointRows(const CheckpointContents& contents,
                                          const GraphRecord* graph) {
  std::map<std::string, const OpRecord*> state;
  for (std::size_t i = 0; graph && i < graph->ops.size(); ++i) {
    if (graph->ops[i].traits.is_state()) state[full_name(graph->ops[i])] = &graph->ops[i];
  }
  std::vector<CheckpointRow> rows;
  for (const CheckpointEntry& entry : contents.entries) {
    rows.push_back(rowOf(entry, state, graph != nullptr));
  }
  for (const auto& [name, op] : state) {
    if (contents.find(name)) continue;
    CheckpointRow row;
    setName(row, name);
    row.fit = Fit::notInFile;
    row.op = op->id;
    rows.push_back(row);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.full < b.full; });
  return rows;
}

void addChanges(std::vector<CheckpointRow>& rows, const std::vector<TensorChange>& changes) {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < rows.size(); ++i) places[rows[i].full] = i;
  for (const TensorChange& change : changes) {
    const auto found = places.find(change.before_name.empty() ? change.name : change.before_name);
    if (found == places.end()) setName(rows.emplace_back(), change.name);
    (found == places.end() ? rows.back() : rows[found->second]).change = change;
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.full < b.full; });
}

std::vector<LayerNorm> layerNorms(const std::vector<CheckpointRow>& rows) {
  std::vector<LayerNorm> norms;
  for (const CheckpointRow& row : rows) {
    if (row.scope || (!row.statistics && !row.change)) continue;
    if (norms.empty() || norms.back().layer != row.group()) norms.push_back({row.group()});
    LayerNorm& norm = norms.back();
    const double own = row.change ? row.change->before : row.statistics->l2;
    if (std::isnan(own)) continue;
    norm.before = std::hypot(norm.before, own);
    if (!row.change) continue;
    norm.after = std::hypot(norm.after, row.change->after);
    norm.difference = std::hypot(norm.difference, row.change->difference);
  }
  return norms;
}

}  // namespace ng::views
