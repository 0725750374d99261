// SPDX-License-Identifier: Apache-2.0
#include "views/checkpoints/checkpoint_table.h"

#include "engine/tables/checkpoint_table.h"
#include "views/checkpoints/checkpoint_scopes.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

using Row = CheckpointRow;

// Of a tensor; absent if it has no finite elements.
template <auto Value>
Cell statistic(const Row& row) {
  if (!row.statistics || row.statistics->finite == 0) return {};
  return (*row.statistics).*Value;
}

Cell notFinite(const Row& row) {
  if (!row.statistics) return {};
  return row.statistics->nans + row.statistics->plusInfs + row.statistics->minusInfs;
}

Cell changeKind(const Row& row) {
  if (row.change) return std::string(name(row.change->kind));
  if (!row.scope || row.scope->compared == 0) return {};
  if (row.scope->changed == 0) return QObject::tr("equal").toStdString();
  return QObject::tr("%1 of %2 changed")
      .arg(row.scope->changed)
      .arg(row.scope->compared)
      .toStdString();
}

Cell otherName(const Row& row) {
  if (!row.change || row.change->before_name.empty() || !row.change->dtype_after ||
      row.change->name == row.full)
    return {};
  return row.change->name + " (" + std::string(name(row.change->by)) + ")";
}

// The maximum of a scope.
Cell scopeChange(const Row& row, double ScopeSum::* value) {
  return row.scope && row.scope->compared > 0 ? Cell((*row.scope).*value) : Cell();
}

Cell contents(const Row& row) {
  if (!row.scope) return row.fit == Fit::notInFile ? Cell() : Cell(row.axes);
  return (countText(row.scope->tensors, QObject::tr("tensor")) + QStringLiteral(" · ") +
          countText(row.elements, QObject::tr("parameter")))
      .toStdString();
}

Cell graphFit(const Row& row) {
  if (!row.scope) return fitText(row.fit).toStdString();
  if (row.scope->judged == 0) return {};
  if (row.scope->judged == row.scope->fitting) return fitText(Fit::fits).toStdString();
  return QObject::tr("%1 of %2 fit").arg(row.scope->fitting).arg(row.scope->judged).toStdString();
}

// The columns of a file's tensors and of their changes, for tensors and scopes; and those that only
// the view has.
Columns<Row> makeColumns() {
  const auto ofFile = [](std::string_view key) -> ColumnInfo {
    return column_of(tensor_columns(), key);
  };
  const auto ofChange = [](std::string_view key) -> ColumnInfo {
    return column_of(tensor_change_columns(), key);
  };
  return {
      {{.key = "layer", .title = "Layer"},
       [](const Row& r) -> Cell { return r.layer.toStdString(); }},
      {{.key = "tensor", .title = "Tensor"},
       [](const Row& r) -> Cell { return r.name.toStdString(); }},
      {ofChange("kind"), changeKind},
      {ofChange("relative"),
       [](const Row& r) {
         return r.change ? Cell(r.change->relative()) : scopeChange(r, &ScopeSum::relative);
       }},
      {ofChange("largest_difference"),
       [](const Row& r) {
         return r.change ? Cell(r.change->most) : scopeChange(r, &ScopeSum::most);
       }},
      {{.key = "other_name",
        .title = "Name in B",
        .doc = "The name in the second file, if it is another one, and why both are compared"},
       otherName},
      {ofFile("axes"), contents},
      {ofFile("dtype"),
       [](const Row& r) {
         const bool none = r.scope || r.fit == Fit::notInFile;
         return none ? Cell() : Cell(std::string(r.dtype.name()));
       }},
      {ofFile("bytes"),
       [](const Row& r) { return r.fit == Fit::notInFile ? Cell() : Cell(r.bytes); }},
      {{.key = "graph",
        .title = "Graph",
        .doc = "Whether the tensor matches the graph variable of the same name"},
       graphFit},
      {{.key = "min", .title = "Min", .kind = CellKind::value}, statistic<&TensorStatistics::min>},
      {{.key = "max", .title = "Max", .kind = CellKind::value}, statistic<&TensorStatistics::max>},
      {{.key = "mean", .title = "Mean", .kind = CellKind::value},
       statistic<&TensorStatistics::mean>},
      {{.key = "std", .title = "Std", .kind = CellKind::value}, statistic<&TensorStatistics::std>},
      {{.key = "l2",
        .title = "L2",
        .kind = CellKind::value,
        .doc = "Euclidean norm: the square root of the sum of squares"},
       statistic<&TensorStatistics::l2>},
      {{.key = "non_finite", .title = "NaN, Inf", .kind = CellKind::integer}, notFinite},
  };
}

const Columns<Row>& rowColumns() {
  static const Columns<Row> columns = makeColumns();
  return columns;
}

const Keys own = {"layer", "tensor", "axes", "dtype", "bytes", "graph",
                  "min",   "max",    "mean", "std",   "l2",    "non_finite"};
const Keys both = {"layer",      "tensor", "kind",  "relative", "largest_difference",
                   "other_name", "axes",   "dtype", "bytes",    "graph",
                   "min",        "max",    "mean",  "std",      "l2",
                   "non_finite"};

}  // namespace

CheckpointTable::CheckpointTable(QObject* parent) : RecordTable(rowColumns(), own, parent) {}

QVariant CheckpointTable::data(const QModelIndex& index, int role) const {
  const CheckpointRow& of = rows_[static_cast<std::size_t>(index.row())];
  if (role != Qt::AccessibleTextRole || index.column() != tensorColumn || !of.scope)
    return ColumnModel::data(index, role);
  const bool folded = folded_ && folded_(index.row());
  return folded ? tr("%1, a collapsed scope").arg(of.name)
                : tr("%1, an expanded scope").arg(of.name);
}

void CheckpointTable::setRows(std::vector<CheckpointRow> rows, bool compared) {
  set({});
  show(rowColumns(), compared ? both : own);
  rows = withScopes(std::move(rows));
  sumScopes(rows);
  set(std::move(rows), [](const Row& row) {
    return row.fit == Fit::notInFile ||
           (row.change && row.change->kind == TensorChange::Kind::equal);
  });
}

void CheckpointTable::updated() {
  sumScopes(rows_);
  refresh();
}

int CheckpointTable::rowOf(OpId op) const {
  return op == 0 ? -1 : rowWhere([op](const Row& row) { return row.op == op; });
}

}  // namespace ng::views
