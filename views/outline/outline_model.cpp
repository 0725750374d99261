// SPDX-License-Identifier: Apache-2.0
// QModelIndex::internalId() is the index of the node in OutlineTree::nodes.
#include "views/outline/outline_model.h"

#include <utility>

#include "engine/records/op_record.h"
#include "views/core/jobs.h"
#include "views/widgets/tensors/tensor_slice.h"

namespace ng::views {
namespace {

QString text(const std::string& s) {
  return QString::fromStdString(s);
}

}  // namespace

void OutlineModel::show(OutlineTreePtr tree, std::unordered_map<OpId, Mark> marks) {
  beginResetModel();
  releaseOnPool(std::exchange(tree_, std::move(tree)));
  marks_ = std::move(marks);
  endResetModel();
}

const OutlineModel::Node& OutlineModel::node(const QModelIndex& index) const {
  return tree_->nodes[index.isValid() ? index.internalId() : 0];
}

QModelIndex OutlineModel::indexOf(OpId op) const {
  const auto it = tree_->ofOp.find(op);
  if (it == tree_->ofOp.end()) return {};
  return createIndex(node(it->second).row, 0, static_cast<quintptr>(it->second));
}

QModelIndex OutlineModel::groupOf(OpId op, const QString& title) const {
  QModelIndex above = indexOf(op).parent();
  while (above.isValid() && node(above).title != title) above = above.parent();
  return above;
}

OpId OutlineModel::op(const QModelIndex& index) const {
  const Node& at = node(index);
  return index.isValid() && at.op ? at.op->id : 0;
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
  if (column != 0 || row < 0) return {};
  const Node& above = node(parent);
  if (row >= static_cast<int>(above.children.size())) return {};
  return createIndex(row, 0, static_cast<quintptr>(above.children[static_cast<std::size_t>(row)]));
}

QModelIndex OutlineModel::parent(const QModelIndex& index) const {
  const int above = index.isValid() ? node(index).parent : -1;
  if (above <= 0) return {};
  return createIndex(node(above).row, 0, static_cast<quintptr>(above));
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
  return static_cast<int>(node(parent).children.size());
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Node& at = node(index);
  switch (role) {
    case Qt::DisplayRole: return at.title;
    case groupRole: return at.op == nullptr;
    case countRole: return at.count;
    case opRole: return QVariant::fromValue(op(index));
    case familyRole: return at.op ? static_cast<int>(at.op->family) : 0;
    case glyphRole: return at.op ? text(at.op->glyph) : QString();
    case detailRole:
      return at.op && !at.op->results.empty() ? axesText(at.op->results.front().axes) : QString();
    case markRole: {
      const auto mark = at.op ? marks_.find(at.op->id) : marks_.end();
      return static_cast<int>(mark == marks_.end() ? Mark::none : mark->second);
    }
    case Qt::ToolTipRole:
      if (!at.op) return at.count == 1 ? tr("1 op") : tr("%1 ops").arg(at.count);
      return text(at.op->name) + " = " + text(at.op->op) + "\n" +
             (at.op->results.empty() ? QString() : axesText(at.op->results.front().axes));
    case Qt::AccessibleTextRole:
      return at.op ? tr("%1, %2").arg(at.title, text(at.op->op))
                   : tr("%1, %n ops", "", at.count).arg(at.title);
    default: return {};
  }
}

}  // namespace ng::views
