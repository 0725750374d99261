// SPDX-License-Identifier: Apache-2.0
// Columns of the axis tables.
#include "views/axes/axis_table.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/analysis/axis_facts.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

QString text(const std::string& value) {
  return QString::fromStdString(value);
}

QVariant sortable(std::int64_t value) {
  return {static_cast<qlonglong>(value)};
}

}  // namespace

AxisModelPtr AxisModel::of(GraphRecordPtr graph, const CompilationRecord* compilation) {
  auto model = std::make_shared<AxisModel>();
  model->axes = axis_facts(*graph, compilation);
  for (const OpRecord& op : graph->ops) model->ops.emplace(op.id, &op);
  model->rows = axis_rows(model->axes, *graph);
  model->graph = std::move(graph);
  return model;
}

QString AxisModel::opName(OpId op) const {
  const auto found = ops.find(op);
  return found == ops.end() ? QString() : text(found->second->name);
}

QString AxisModel::effectsText(int row) const {
  constexpr int kinds = static_cast<int>(AxisEffect::measures) + 1;
  std::array<std::int64_t, kinds> counts{};
  for (const AxisDoing& use : axes[static_cast<std::size_t>(row)].uses)
    ++counts[static_cast<std::size_t>(use.effect)];
  const std::int64_t shared = rows[static_cast<std::size_t>(row)].shared;
  QStringList effects{QObject::tr("shared by %1").arg(countText(shared, QObject::tr("op")))};
  const std::pair<AxisEffect, QString> phrases[] = {
      {AxisEffect::makes, QObject::tr("made by %1")},
      {AxisEffect::spreads, QObject::tr("broadcast by %1")},
      {AxisEffect::reduces, QObject::tr("reduced by %1")},
      {AxisEffect::splits, QObject::tr("split by %1")},
      {AxisEffect::joins, QObject::tr("joined by %1")},
      {AxisEffect::resizes, QObject::tr("resized by %1")},
      {AxisEffect::loops, QObject::tr("looped over by %1")}};
  for (const auto& [effect, text] : phrases) {
    const std::int64_t count = counts[static_cast<std::size_t>(effect)];
    if (count > 0) effects << text.arg(countText(count));
  }
  return effects.join(QStringLiteral(" · "));
}

int AxisModel::row(const QString& meant) const {
  const std::string wanted = meant.toStdString();
  const auto found = std::find_if(axes.begin(), axes.end(), [&](const AxisFacts& facts) {
    return is_axis(facts.axis, wanted);
  });
  return found == axes.end() ? -1 : static_cast<int>(found - axes.begin());
}

QString AxisModel::key(int row) const {
  const AxisRecord& axis = axes[static_cast<std::size_t>(row)].axis;
  const auto namesakes = std::count_if(axes.begin(), axes.end(), [&](const AxisFacts& facts) {
    return facts.axis.name == axis.name;
  });
  return text(namesakes > 1 ? axis_text(axis) : axis.name);
}

QString effectText(const AxisDoing& use) {
  QStringList others;
  for (const std::string& other : use.others) others << text(shown_axis_name(other));
  const QString list = others.join(QStringLiteral(" · "));
  switch (use.effect) {
    case AxisEffect::makes:
      return list.isEmpty() ? QObject::tr("makes it") : QObject::tr("makes it from %1").arg(list);
    case AxisEffect::has: return QObject::tr("has the axis");
    case AxisEffect::spreads: return QObject::tr("broadcasts along it");
    case AxisEffect::reduces: return QObject::tr("reduces it");
    case AxisEffect::splits: return QObject::tr("splits it into %1").arg(list);
    case AxisEffect::joins: return QObject::tr("joins it into %1").arg(list);
    case AxisEffect::renames: return QObject::tr("renames it %1").arg(list);
    case AxisEffect::resizes: return QObject::tr("resizes it to %1").arg(list);
    case AxisEffect::picks: return QObject::tr("picks one position");
    case AxisEffect::loops: return QObject::tr("loops over it");
    case AxisEffect::measures: return QObject::tr("reads its length");
  }
  return {};
}

// ---- all axes -------------------------------------------------------------------------------

AxisTable::AxisTable(QObject* parent)
    : RecordTable(axis_columns(),
                  {"name", "length", "op_count", "made_by", "reduced_by", "reshaped_by",
                   "broadcast_by", "strides", "role"},
                  parent) {}

void AxisTable::setModel(AxisModelPtr model, OpId op) {
  std::function<bool(const AxisRow&)> dim;
  if (op != 0)
    dim = [op](const AxisRow& row) {
      const auto& uses = row.facts->uses;
      return std::none_of(uses.begin(), uses.end(),
                          [op](const AxisDoing& use) { return use.op == op; });
    };
  set(model ? model->rows : std::vector<AxisRow>(), std::move(dim));
  model_ = std::move(model);
}

// ---- one axis -------------------------------------------------------------------------------

AxisUseTable::AxisUseTable(QObject* parent) : ColumnModel({}, parent) {
  setColumns(columns());
}

const AxisDoing& AxisUseTable::use(int row) const {
  return model_->axes[static_cast<std::size_t>(axis_)].uses[static_cast<std::size_t>(row)];
}

std::vector<TableColumn> AxisUseTable::columns() {
  const auto shape = [this](int r) {
    const auto op = model_->ops.find(use(r).op);
    QStringList axes;
    if (op != model_->ops.end() && !op->second->results.empty()) {
      for (const AxisRecord& axis : op->second->results.front().axes) {
        axes << text(shown_axis_name(axis_text(axis)));
      }
    }
    return axes.join(QStringLiteral(" · "));
  };
  return {
      {tr("Op"), false, [this](int r) { return model_->opName(use(r).op); }, {}, {}},
      {tr("Use"), false, [this](int r) { return effectText(use(r)); },
       [this](int r) { return QVariant(static_cast<int>(use(r).effect)); },
       [this](int r) { return effectText(use(r)); }},
      {tr("Position"),
       false,
       [this](int r) {
         const std::optional<int> position = use(r).position;
         return position ? tr("%1 of %2").arg(*position + 1).arg(use(r).rank) : QString();
       },
       {},
       {}},
      {tr("Stride"),
       true,
       [this](int r) { return use(r).stride > 0 ? countText(use(r).stride) : QString(); },
       [this](int r) { return sortable(use(r).stride); },
       {}},
      {tr("Buffer"), false, [this](int r) { return text(use(r).buffer); }, {}, {}},
      {tr("Axes of its result"), false, shape, {}, shape},
  };
}

void AxisUseTable::setAxis(AxisModelPtr model, int row) {
  model_ = std::move(model);
  axis_ = row;
  setRows(model_ && row >= 0
              ? static_cast<int>(model_->axes[static_cast<std::size_t>(row)].uses.size())
              : 0);
}

int AxisUseTable::rowOf(OpId op) const {
  for (int row = 0; row < rowCount(); ++row) {
    if (use(row).op == op) return row;
  }
  return -1;
}

}  // namespace ng::views
