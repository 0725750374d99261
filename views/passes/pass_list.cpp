// SPDX-License-Identifier: Apache-2.0
// Tree model of the passes. internalId() is 0 for a pass, and the row of the pass + 1 for its rules
// and rewrites; rules precede rewrites.
#include "views/passes/pass_list.h"

#include <QMimeData>
#include <algorithm>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "views/core/selected_rewrite.h"
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
  if (!owner || row < owner->rules.size()) return nullptr;
  const std::size_t at = row - owner->rules.size();
  return at < owner->rewrites.size() ? &owner->rewrites[at] : nullptr;
}

const RuleRecord* PassList::rule(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return nullptr;
  const PassRecord* owner = pass(static_cast<int>(index.internalId()) - 2);
  const auto row = static_cast<std::size_t>(index.row());
  return owner && row < owner->rules.size() ? &owner->rules[row] : nullptr;
}

int PassList::fired(const QModelIndex& index) const {
  const RuleRecord* of = rule(index);
  if (!of) return 0;
  const auto& all = pass(static_cast<int>(index.internalId()) - 2)->rewrites;
  return static_cast<int>(std::count_if(
      all.begin(), all.end(), [of](const RewriteRecord& each) { return each.rule == of->name; }));
}

QString PassList::rewriteText(const QModelIndex& index) const {
  const RewriteRecord* fired = rewrite(index);
  if (!fired) return {};
  return rewriteOps(*pass(static_cast<int>(index.internalId()) - 2), *fired);
}

int PassList::rewriteCount(int index) const {
  return pass(index) ? static_cast<int>(pass(index)->rewrites.size()) : 0;
}

QModelIndex PassList::indexOfRewrite(int of, int rewrite) const {
  return index(static_cast<int>(pass(of)->rules.size()) + rewrite, 0, indexOfPass(of));
}

void PassList::setNotes(std::map<QString, QString> notes) {
  notes_ = std::move(notes);
  if (passCount() > 0) emit dataChanged(index(0, 0), index(passCount(), 0));
}

QString PassList::note(const QModelIndex& index) const {
  const RuleRecord* of = rule(index);
  const PassRecord* record = index.internalId() == 0 ? pass(index.row() - 1) : nullptr;
  const auto found = notes_.find(of ? text(of->name) : record ? text(record->name) : QString());
  return found == notes_.end() ? QString() : found->second;
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
  return owner ? static_cast<int>(owner->rules.size() + owner->rewrites.size()) : 0;
}

QVariant PassList::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (const RewriteRecord* fired = rewrite(index)) {
    const int owner = static_cast<int>(index.internalId()) - 2;
    if (role == Qt::DisplayRole) return text(fired->rule);
    if (role == Qt::ToolTipRole)
      return text(fired->rule) + u'\n' + rewriteText(index) +
             (fired->microseconds > 0 ? u'\n' + microsecondText(fired->microseconds) : QString());
    if (role == passRole) return owner;
    if (role == rewriteRole) return index.row() - static_cast<int>(pass(owner)->rules.size());
    return role == ruleRole ? QVariant(-1) : QVariant();
  }
  if (const RuleRecord* of = rule(index)) {
    if (role == Qt::DisplayRole) return text(of->name);
    if (role == Qt::ToolTipRole)
      return tr("rule %1: applied %2 times").arg(text(of->name)).arg(fired(index));
    if (role == Qt::CheckStateRole) return of->enabled ? Qt::Checked : Qt::Unchecked;
    if (role == passRole) return static_cast<int>(index.internalId()) - 2;
    if (role == ruleRole) return index.row();
    return role == rewriteRole ? QVariant(-1) : QVariant();
  }
  const PassRecord* record = pass(index.row() - 1);
  switch (role) {
    case Qt::DisplayRole: return record ? text(record->name) : tr("input graph");
    case Qt::ToolTipRole:
      return record ? text(record->name) + u'\n' + text(record->sentence) + u'\n' +
                          microsecondText(record->microseconds)
                    : tr("graph before all passes");
    case Qt::CheckStateRole:
      return record ? QVariant(record->enabled ? Qt::Checked : Qt::Unchecked) : QVariant();
    case passRole: return index.row() - 1;
    case rewriteRole:
    case ruleRole: return -1;
    default: return {};
  }
}

// Only emits a signal; the check state follows with the new compilation record.
bool PassList::setData(const QModelIndex& index, const QVariant& value, int role) {
  const RuleRecord* of = rule(index);
  const PassRecord* record = index.internalId() == 0 ? pass(index.row() - 1) : nullptr;
  if (role != Qt::CheckStateRole || (!record && !of)) return false;
  const bool enabled = value.toInt() == Qt::Checked;
  if (record && record->required && !enabled) {
    emit refused(tr("%1 cannot be switched off: programs need it (%2)")
                     .arg(text(record->name), text(record->sentence)));
    return false;
  }
  emit enableWanted(text(of ? of->name : record->name), enabled);
  return true;
}

Qt::ItemFlags PassList::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::ItemIsDropEnabled;
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  const PassRecord* record = index.internalId() == 0 ? pass(index.row() - 1) : nullptr;
  if (record || rule(index)) flags |= Qt::ItemIsUserCheckable;
  if (record && record->phase == PassPhase::graph) flags |= Qt::ItemIsDragEnabled;
  return flags;
}

QStringList PassList::mimeTypes() const {
  return {QStringLiteral("application/x-ngraph-pass")};
}

QMimeData* PassList::mimeData(const QModelIndexList& indexes) const {
  auto* data = new QMimeData;
  if (!indexes.isEmpty())
    data->setData(mimeTypes().first(), QByteArray::number(indexes.first().row() - 1));
  return data;
}

// A drop between two rows, or onto a row, inserts before it.
bool PassList::dropMimeData(const QMimeData* data, Qt::DropAction, int row, int,
                            const QModelIndex& parent) {
  const int from = data->data(mimeTypes().first()).toInt();
  const int before = (row >= 0 && !parent.isValid() ? row : parent.row()) - 1;
  if (!pass(from) || before < -1) return false;
  emit moveWanted(from, before > from ? before - 1 : std::max(0, before));
  return false;  // the view must not remove rows: the new record has the new order
}

}  // namespace ng::views
