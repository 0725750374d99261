// SPDX-License-Identifier: Apache-2.0
// The passes of a compilation as a tree model. A pass's internal id is 0, a rewrite's is the row of
// its pass + 1.
#include "views/passes/pass_list.h"

#include <algorithm>

#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

QString text(const std::string& value) {
  return QString::fromStdString(value);
}

}  // namespace

void PassList::setCompilation(CompilationRecordPtr compilation) {
  beginResetModel();
  compilation_ = std::move(compilation);
  endResetModel();
}

int PassList::passCount() const {
  return compilation_ ? static_cast<int>(compilation_->passes.size()) : 0;
}

const PassRecord* PassList::pass(int index) const {
  return index >= 0 && index < passCount() ? &compilation_->passes[static_cast<std::size_t>(index)]
                                           : nullptr;
}

const RewriteRecord* PassList::rewrite(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return nullptr;
  const PassRecord* owner = pass(static_cast<int>(index.internalId()) - 2);
  const auto row = static_cast<std::size_t>(index.row());
  return owner && row < owner->rewrites.size() ? &owner->rewrites[row] : nullptr;
}

QModelIndex PassList::indexOfPass(int pass) const {
  return compilation_ && pass < passCount() ? createIndex(pass + 1, 0, quintptr{0}) : QModelIndex();
}

int PassList::opCount(int index) const {
  if (passCount() == 0) return 0;
  const GraphRecordPtr graph = index < 0 ? compilation_->as_written() : pass(index)->after;
  return graph ? static_cast<int>(graph->ops.size()) : 0;
}

double PassList::slowest() const {
  double most = 0;
  for (int i = 0; i < passCount(); ++i) most = std::max(most, pass(i)->microseconds);
  return most;
}

int PassList::nextChanged(int from, int step) const {
  for (int i = from + step; i >= 0 && i < passCount(); i += step) {
    if (pass(i)->changed) return i;
  }
  return step < 0 ? -1 : from;
}

QModelIndex PassList::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || row >= rowCount(parent) || column != 0) return {};
  return createIndex(row, 0, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
}

QModelIndex PassList::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return {};
  return createIndex(static_cast<int>(index.internalId()) - 1, 0, quintptr{0});
}

int PassList::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return compilation_ ? passCount() + 1 : 0;
  if (parent.internalId() != 0) return 0;
  const PassRecord* owner = pass(parent.row() - 1);
  return owner ? static_cast<int>(owner->rewrites.size()) : 0;
}

QVariant PassList::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (const RewriteRecord* fired = rewrite(index)) {
    if (role == Qt::DisplayRole) return text(fired->rule);
    if (role == passRole) return static_cast<int>(index.internalId()) - 2;
    if (role == rewriteRole) return index.row();
    return {};
  }
  const PassRecord* record = pass(index.row() - 1);
  switch (role) {
    case Qt::DisplayRole:
      return record ? text(record->name) : tr("as written");
    case Qt::ToolTipRole:
      return record ? text(record->sentence) : tr("the graph before all passes");
    case Qt::CheckStateRole:
      return record ? QVariant(record->enabled ? Qt::Checked : Qt::Unchecked) : QVariant();
    case passRole:
      return index.row() - 1;
    case rewriteRole:
      return -1;
    default:
      return {};
  }
}

bool PassList::setData(const QModelIndex& index, const QVariant& value, int role) {
  const PassRecord* record = index.internalId() == 0 ? pass(index.row() - 1) : nullptr;
  if (role != Qt::CheckStateRole || !record) return false;
  emit enableWanted(text(record->name), value.toInt() == Qt::Checked);
  return true;  // the new record will say so
}

Qt::ItemFlags PassList::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  if (index.internalId() == 0 && pass(index.row() - 1)) flags |= Qt::ItemIsUserCheckable;
  return flags;
}

}  // namespace ng::views
