// SPDX-License-Identifier: Apache-2.0
#include "app/window/choices/rank_choices.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "engine/base/error.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"

namespace ng::views {
namespace {

constexpr std::size_t mostAxes = 4;  // of variables

void add(QStringList& choices, const std::string& axis, std::int64_t length, int ranks) {
  if (length % ranks != 0 || length == 0) return;
  choices << QStringLiteral("%1=%2").arg(QString::fromStdString(axis)).arg(ranks);
}

struct Lengths {
  std::map<std::string, std::int64_t> batch, weights;  // of axes, by name
};

Lengths lengthsOf(const GraphRecord& graph) {
  Lengths found;
  for (const OpRecord& op : graph.ops) {
    if (op.results.empty()) continue;
    for (const AxisRecord& axis : op.results.front().axes) {
      if (!axis.length || axis.dual_level != 0) continue;
      if (axis.role == AxisRole::batch) found.batch[axis.name] = *axis.length;
      if (op.traits.kind == OpKind::variable) found.weights[axis.name] = *axis.length;
    }
  }
  return found;
}

QStringList divisions(const GraphRecord& graph) {
  const auto [batch, weights] = lengthsOf(graph);
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

GraphRecordPtr graphOf(const Compilations& compilations) {
  const CompilationRecordPtr compilation = compilations.compilation();
  return compilation && compilations.takesRanks() ? compilation->as_written() : nullptr;
}

QString textOf(const Division& division) {
  return QString::fromStdString(division_text(division));
}

// "N=2,H=2", of the axes that are divided.
QString axesText(const Division& division) {
  return QString::fromStdString(mesh_text(division.axes_of_graph()));
}

// With other axes; those of an empty text are none.
Division withAxes(const Division& division, const QString& axes) {
  Division made = divisionOf(axes);
  made.set_stages(division.stages());
  made.stage = division.stage;
  made.micro_batches = division.micro_batches;
  if (!axes.isEmpty()) made.shard_state = division.shard_state;
  return made;
}

// The numbers `all`, and the current one.
DivisionMenu numbers(const QString& title, QList<int> all, int current,
                     const std::function<QString(int)>& titleOf,
                     const std::function<Division(int)>& of) {
  if (!all.contains(current)) all << current;
  DivisionMenu menu{title, {}};
  for (const int each : all)
    menu.choices.push_back({titleOf(each), textOf(of(each)), each == current});
  return menu;
}

DivisionMenu rankMenu(const Compilations& compilations) {
  DivisionMenu menu{QStringLiteral("Ranks"), {}};
  for (const QString& ranks : rankChoices(compilations))
    menu.choices.push_back(
        {rankTitle(axesText(divisionOf(ranks))), ranks,
         axesText(divisionOf(ranks)) == axesText(divisionOf(compilations.ranks()))});
  return menu;
}

DivisionMenu stageMenu(const Division& now) {
  return numbers(
      QStringLiteral("Stages"), {1, 2, 3, 4, 8}, now.stages(),
      [](int stages) { return stages == 1 ? QStringLiteral("not cut") : QString::number(stages); },
      [&now](int stages) {
        Division made = now;
        made.set_stages(stages);
        if (stages == 1) made.micro_batches = 0;
        return made;
      });
}

// Numbers that divide the batch of a rank.
DivisionMenu batchMenu(const GraphRecord& graph, const Division& now) {
  QList<int> all{0};
  for (const auto& [name, length] : lengthsOf(graph).batch) {
    std::int64_t part = length;
    for (const MeshAxis& axis : now.axes)
      if (axis.name == name && axis.ranks > 0) part /= axis.ranks;
    for (const int count : {1, 2, 4, 8, 16, 32})
      if (part % count == 0 && !all.contains(count)) all << count;
  }
  const QString usual = now.stages() > 1 ? QStringLiteral("up to twice the stages")
                                         : QStringLiteral("the whole batch");
  return numbers(
      QStringLiteral("Micro-batches"), all, now.micro_batches,
      [usual](int count) { return count == 0 ? usual : QString::number(count); },
      [&now](int count) {
        Division made = now;
        made.micro_batches = count;
        return made;
      });
}

DivisionMenu shownMenu(const Division& now) {
  QList<int> all;
  for (int stage = 0; stage < now.stages(); ++stage) all << stage;
  return numbers(
      QStringLiteral("Shown stage"), all, now.stage,
      [](int stage) { return QStringLiteral("stage %1").arg(stage); },
      [&now](int stage) {
        Division made = now;
        made.stage = stage;
        return made;
      });
}

DivisionMenu stateMenu(const Division& now) {
  DivisionMenu menu{QStringLiteral("State of ranks"), {}};
  if (axesText(now).isEmpty()) return menu;
  constexpr std::pair<ShardState, const char*> all[] = {
      {ShardState::none, "whole"},
      {ShardState::optimizer, "parts of the optimizer's"},
      {ShardState::all, "parts of all"}};
  for (const auto& [state, title] : all) {
    Division made = now;
    made.shard_state = state;
    menu.choices.push_back({title, textOf(made), state == now.shard_state});
  }
  return menu;
}

}  // namespace

QStringList rankChoices(const Compilations& compilations) {
  const GraphRecordPtr graph = graphOf(compilations);
  if (!graph) return {};
  const Division now = divisionOf(compilations.ranks());
  QStringList choices{textOf(withAxes(now, {}))};
  for (const QString& axes : divisions(*graph)) choices << textOf(withAxes(now, axes));
  if (!choices.contains(compilations.ranks())) choices << compilations.ranks();
  return choices;
}

QString rankTitle(const QString& ranks) {
  return ranks.isEmpty() ? QStringLiteral("one process") : ranks;
}

QList<DivisionMenu> divisionMenus(const Compilations& compilations) {
  const GraphRecordPtr graph = graphOf(compilations);
  if (!graph) return {};
  const Division now = divisionOf(compilations.ranks());
  QList<DivisionMenu> menus{rankMenu(compilations), stageMenu(now), batchMenu(*graph, now),
                            shownMenu(now), stateMenu(now)};
  menus.removeIf([](const DivisionMenu& menu) { return menu.choices.size() < 2; });
  return menus;
}

Division divisionOf(const QString& ranks) {
  try {
    return read_division(ranks.toStdString());
  } catch (const Error&) {
    return {};
  }
}

QString divisionWords(const QString& ranks) {
  const Division division = divisionOf(ranks);
  QStringList words;
  if (const QString axes = axesText(division); !axes.isEmpty()) words << "ranks " + axes;
  if (division.stages() > 1) words << QStringLiteral("%1 stages").arg(division.stages());
  if (division.micro_batches > 0)
    words << QStringLiteral("%1 micro-batches").arg(division.micro_batches);
  if (division.stages() > 1) words << QStringLiteral("stage %1 shown").arg(division.stage);
  if (division.shard_state != ShardState::none)
    words << "state in parts: " + QString::fromStdString(std::string(name(division.shard_state)));
  return words.join(QStringLiteral(" · "));
}

}  // namespace ng::views
