// SPDX-License-Identifier: Apache-2.0
#include "views/checkpoints/checkpoint_table.h"

#include <QMap>
#include <cmath>

#include "views/checkpoints/checkpoint_scopes.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

using Row = CheckpointRow;
using Texts = std::function<QString(const Row&)>;
using Numbers = std::function<std::optional<Number>(const Row&)>;

// Accessor of a statistic; empty for tensors without finite elements.
Numbers ofStatistics(auto number) {
  return [number](const Row& row) -> std::optional<Number> {
    const bool any = row.statistics && row.statistics->finite > 0;
    const Number value = any ? Number((*row.statistics).*number) : Number(std::nan(""));
    return std::isnan(value.real()) ? std::nullopt : std::optional(value);
  };
}

std::optional<double> notFinite(const Row& row) {
  if (!row.statistics) return {};
  const TensorStatistics& s = *row.statistics;
  return static_cast<double>(s.nans + s.plusInfs + s.minusInfs);
}

QString shortNumber(const Number& number) {
  if (number.is_integer()) return valueText(number);
  const double value = number.real();
  if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  // '#' keeps trailing zeros, so that digits align.
  QString text = QString::asprintf("%#.4g", value);
  if (text.endsWith(u'.')) text.chop(1);
  return text;
}

QString changeText(const Row& row) {
  if (row.change) return QString::fromStdString(std::string(name(row.change->kind)));
  if (!row.scope || row.scope->compared == 0) return {};
  if (row.scope->changed == 0) return QObject::tr("equal");
  return QObject::tr("%1 of %2 changed").arg(row.scope->changed).arg(row.scope->compared);
}

// The value of a tensor, or the maximum of a scope.
std::optional<Number> change(const Row& row, double relative, double ScopeSum::* ofScope) {
  if (row.change) return std::isnan(relative) ? std::nullopt : std::optional(relative);
  return row.scope && row.scope->compared > 0 ? std::optional((*row.scope).*ofScope) : std::nullopt;
}

QString contentsText(const Row& row) {
  if (!row.scope) return row.shape;
  return countText(row.scope->tensors, QObject::tr("tensor")) + QStringLiteral(" · ") +
         countText(row.elements, QObject::tr("parameter"));
}

QString graphText(const Row& row) {
  if (!row.scope) return fitText(row.fit);
  if (row.scope->judged == 0) return {};
  if (row.scope->judged == row.scope->fitting) return fitText(Fit::fits);
  return QObject::tr("%1 of %2 fit").arg(row.scope->fitting).arg(row.scope->judged);
}

}  // namespace

CheckpointTable::CheckpointTable(QObject* parent) : ColumnModel({}, parent) {
  setColumns(columns(false));
}

std::vector<TableColumn> CheckpointTable::columns(bool compared) {
  const auto at = [this](int r) -> const Row& { return rows_[static_cast<std::size_t>(r)]; };
  const auto words = [at](const QString& title, const Texts& text) {
    return TableColumn{
        title, false, [=](int r) { return text(at(r)); }, {}, [=](int r) { return text(at(r)); }};
  };
  const auto number = [at](const QString& title, const Numbers& value) {
    return TableColumn{title,
                       true,
                       [=](int r) {
                         const std::optional<Number> n = value(at(r));
                         return n ? shortNumber(*n) : QString();
                       },
                       [=](int r) { return QVariant(value(at(r)).value_or(-HUGE_VAL).real()); },
                       {}};
  };
  std::vector<TableColumn> all = {words(tr("Layer"), [](const Row& row) { return row.layer; }),
                                  words(tr("Tensor"), [](const Row& row) { return row.name; })};
  if (compared) {
    all.push_back(words(tr("Change"), changeText));
    all.push_back(number(tr("Relative change"), [](const Row& row) {
      return change(row, row.change ? row.change->relative() : 0, &ScopeSum::relative);
    }));
    all.push_back(number(tr("Largest change"), [](const Row& row) {
      return change(row, row.change ? row.change->most : 0, &ScopeSum::most);
    }));
  }
  const std::vector<TableColumn> facts = {
      words(tr("Axes"), contentsText),
      words(tr("Type"),
            [](const Row& row) {
              return row.scope || row.fit == Fit::notInFile
                         ? QString()
                         : QString::fromStdString(std::string(row.dtype.name()));
            }),
      TableColumn{
          tr("Bytes"),
          true,
          [=](int r) { return at(r).fit == Fit::notInFile ? QString() : countText(at(r).bytes); },
          [=](int r) { return QVariant(static_cast<qlonglong>(at(r).bytes)); },
          {}},
      words(tr("Graph"), graphText)};
  all.insert(all.end(), facts.begin(), facts.end());
  all.push_back(number(tr("Min"), ofStatistics(&TensorStatistics::min)));
  all.push_back(number(tr("Max"), ofStatistics(&TensorStatistics::max)));
  all.push_back(number(tr("Mean"), ofStatistics(&TensorStatistics::mean)));
  all.push_back(number(tr("Std"), ofStatistics(&TensorStatistics::std)));
  all.push_back(number(tr("L2"), ofStatistics(&TensorStatistics::l2)));
  all.push_back({tr("NaN, Inf"),
                 true,
                 [=](int r) {
                   const std::optional<double> n = notFinite(at(r));
                   return n ? countText(std::llround(*n)) : QString();
                 },
                 [=](int r) { return QVariant(notFinite(at(r)).value_or(-HUGE_VAL)); },
                 {}});
  return all;
}

QVariant CheckpointTable::data(const QModelIndex& index, int role) const {
  const CheckpointRow& of = rows_[static_cast<std::size_t>(index.row())];
  if (role != Qt::AccessibleTextRole || index.column() != tensorColumn || !of.scope)
    return ColumnModel::data(index, role);
  const bool folded = folded_ && folded_(index.row());
  return folded ? tr("%1, a collapsed scope").arg(of.name)
                : tr("%1, an expanded scope").arg(of.name);
}

QVariant CheckpointTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::ToolTipRole) return ColumnModel::headerData(section, orientation, role);
  const QString title = ColumnModel::headerData(section, orientation, Qt::DisplayRole).toString();
  static const QMap<QString, QString> tips = {
      {tr("Relative change"), tr("L2 norm of the difference, divided by the L2 norm before")},
      {tr("Largest change"), tr("The largest absolute difference of two elements")},
      {tr("Graph"), tr("Whether the tensor matches the graph variable of the same name")},
      {tr("L2"), tr("Euclidean norm: the square root of the sum of squares")}};
  const auto found = tips.find(title);
  return found == tips.end() ? ColumnModel::headerData(section, orientation, role)
                             : QVariant(*found);
}

void CheckpointTable::setRows(std::vector<CheckpointRow> rows, bool compared) {
  ColumnModel::setRows(0);
  rows_ = withScopes(std::move(rows));
  sumScopes(rows_);
  setColumns(columns(compared));
  ColumnModel::setRows(static_cast<int>(rows_.size()), [this](int r) {
    const CheckpointRow& row = rows_[static_cast<std::size_t>(r)];
    return row.fit == Fit::notInFile ||
           (row.change && row.change->kind == TensorChange::Kind::equal);
  });
}

void CheckpointTable::updated() {
  sumScopes(rows_);
  refresh();
}

const CheckpointRow* CheckpointTable::row(int row) const {
  const bool there = row >= 0 && row < static_cast<int>(rows_.size());
  return there ? &rows_[static_cast<std::size_t>(row)] : nullptr;
}

int CheckpointTable::rowOf(OpKey op) const {
  for (std::size_t i = 0; op != 0 && i < rows_.size(); ++i) {
    if (rows_[i].op == op) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace ng::views
