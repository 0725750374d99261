// SPDX-License-Identifier: Apache-2.0
// Columns of the tables of axes.
#include "views/axes/axis_table.h"

#include <algorithm>

#include "engine/session/axis_facts.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr std::size_t mostNamed = 4;

QString text(const std::string& value) {
  return QString::fromStdString(value);
}

QVariant sortable(std::int64_t value) {
  return {static_cast<qlonglong>(value)};
}

QString lengthText(std::int64_t length) {
  return length < 0 ? QStringLiteral("?") : countText(length);
}

}  // namespace

AxisModelPtr AxisModel::of(GraphRecordPtr graph, const CompilationRecord* compilation) {
  auto model = std::make_shared<AxisModel>();
  model->axes = axis_facts(*graph, compilation);
  for (const OpRecord& op : graph->ops) model->ops.emplace(op.id, &op);
  model->graph = std::move(graph);
  return model;
}

QString AxisModel::opName(OpKey op) const {
  const auto found = ops.find(op);
  return found == ops.end() ? QString() : text(found->second->name);
}

QString AxisModel::opNames(const std::vector<OpKey>& keys) const {
  QStringList names;
  for (std::size_t i = 0; i < keys.size() && i < mostNamed; ++i) names << opName(keys[i]);
  const auto more = static_cast<std::int64_t>(keys.size()) - names.size();
  if (more > 0) names << QObject::tr("%1 more").arg(countText(more));
  return names.join(QStringLiteral(", "));
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

QString deedText(const AxisDoing& use) {
  QStringList others;
  for (const std::string& other : use.others) others << text(shown_axis_name(other));
  const QString list = others.join(QStringLiteral(" · "));
  switch (use.deed) {
    case AxisDeed::makes:
      return list.isEmpty() ? QObject::tr("makes it") : QObject::tr("makes it of %1").arg(list);
    case AxisDeed::has:
      return QObject::tr("has it");
    case AxisDeed::spreads:
      return QObject::tr("spreads along it");
    case AxisDeed::reduces:
      return QObject::tr("reduces it");
    case AxisDeed::splits:
      return QObject::tr("splits it into %1").arg(list);
    case AxisDeed::joins:
      return QObject::tr("joins it into %1").arg(list);
    case AxisDeed::renames:
      return QObject::tr("renames it %1").arg(list);
    case AxisDeed::resizes:
      return QObject::tr("resizes it to %1").arg(list);
    case AxisDeed::picks:
      return QObject::tr("picks one position");
    case AxisDeed::loops:
      return QObject::tr("loops over it");
    case AxisDeed::measures:
      return QObject::tr("asks for its length");
  }
  return {};
}

// ---- all axes -------------------------------------------------------------------------------

AxisTable::AxisTable(QObject* parent) : ColumnModel({}, parent) {
  setColumns(columns());
}

std::vector<TableColumn> AxisTable::columns() {
  const auto words = [this](const QString& title, auto textOf) {
    const auto cell = [this, textOf](int r) { return QString(textOf(at(r))); };
    return TableColumn{title, false, cell, {}, cell};
  };
  const auto doing = [this, words](const QString& title, std::vector<AxisDeed> deeds) {
    return words(title, [this, deeds](const AxisFacts& facts) {
      std::vector<OpKey> ops;
      for (const AxisDeed deed : deeds) {
        const std::vector<OpKey> some = facts.doing(deed);
        ops.insert(ops.end(), some.begin(), some.end());
      }
      return model_->opNames(ops);
    });
  };
  const auto strides = [](const AxisFacts& facts) {
    QStringList all;
    for (const std::int64_t stride : facts.strides()) all << countText(stride);
    return all.join(QStringLiteral(", "));
  };
  return {
      words(tr("Axis"),
            [](const AxisFacts& facts) { return text(shown_axis_name(facts.axis.name)); }),
      {tr("Length"),
       true,
       [this](int r) { return lengthText(at(r).axis.length); },
       [this](int r) { return sortable(at(r).axis.length); },
       {}},
      {tr("Ops"),
       true,
       [this](int r) { return countText(at(r).shared()); },
       [this](int r) { return sortable(at(r).shared()); },
       {}},
      doing(tr("Made by"), {AxisDeed::makes}),
      doing(tr("Reduced by"), {AxisDeed::reduces}),
      doing(tr("Split, joined or cut by"), {AxisDeed::splits, AxisDeed::joins, AxisDeed::renames,
                                            AxisDeed::resizes, AxisDeed::picks, AxisDeed::loops}),
      doing(tr("Spread along by"), {AxisDeed::spreads}),
      words(tr("Strides (elements)"), strides),
      words(tr("Role"), [](const AxisFacts& facts) { return text(facts.axis.role); }),
  };
}

void AxisTable::setModel(AxisModelPtr model, OpKey op) {
  model_ = std::move(model);
  const int count = model_ ? static_cast<int>(model_->axes.size()) : 0;
  if (op == 0) return setRows(count);
  setRows(count, [this, op](int row) {
    const auto& uses = at(row).uses;
    return std::none_of(uses.begin(), uses.end(),
                        [op](const AxisDoing& use) { return use.op == op; });
  });
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
      {tr("Does"), false, [this](int r) { return deedText(use(r)); },
       [this](int r) { return QVariant(static_cast<int>(use(r).deed)); },
       [this](int r) { return deedText(use(r)); }},
      {tr("Place"),
       false,
       [this](int r) {
         return use(r).position < 0 ? QString()
                                    : tr("%1 of %2").arg(use(r).position + 1).arg(use(r).rank);
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

int AxisUseTable::rowOf(OpKey op) const {
  for (int row = 0; row < rowCount(); ++row) {
    if (use(row).op == op) return row;
  }
  return -1;
}

}  // namespace ng::views
