// SPDX-License-Identifier: Apache-2.0
#include "app/window/choices/rank_choices.h"

#include <algorithm>
#include <map>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"

namespace ng::views {
namespace {

constexpr std::size_t mostAxes = 4;  // of variables

void add(QStringList& choices, const std::string& axis, std::int64_t length, int ranks) {
  if (length % ranks != 0 || length == 0) return;
  choices << QStringLiteral("%1=%2").arg(QString::fromStdString(axis)).arg(ranks);
}

QStringList divisions(const GraphRecord& graph) {
  std::map<std::string, std::int64_t> batch, weights;  // lengths
  for (const OpRecord& op : graph.ops) {
    if (op.results.empty()) continue;
    for (const AxisRecord& axis : op.results.front().axes) {
      if (!axis.length || axis.dual_level != 0) continue;
      if (axis.role == AxisRole::batch) batch[axis.name] = *axis.length;
      if (op.traits.kind == OpKind::variable) weights[axis.name] = *axis.length;
    }
  }
  QStringList choices;
  for (const auto& [axis, length] : batch)
    for (const int ranks : {2, 4, 8}) add(choices, axis, length, ranks);
  std::vector<std::pair<std::int64_t, std::string>> largest;
  for (const auto& [axis, length] : weights)
    if (batch.count(axis) == 0) largest.emplace_back(-length, axis);
  std::sort(largest.begin(), largest.end());
  largest.resize(std::min(largest.size(), mostAxes));
  for (const auto& [length, axis] : largest) add(choices, axis, -length, 2);
  return choices;
}

}  // namespace

QStringList rankChoices(const Compilations& compilations) {
  const CompilationRecordPtr compilation = compilations.compilation();
  const GraphRecordPtr graph = compilation ? compilation->as_written() : nullptr;
  if (!graph || !compilations.takesRanks()) return {};
  QStringList choices{QString()};
  choices << divisions(*graph);
  if (!choices.contains(compilations.ranks())) choices << compilations.ranks();
  return choices;
}

QString rankTitle(const QString& ranks) {
  return ranks.isEmpty() ? QStringLiteral("one process") : ranks;
}

}  // namespace ng::views
