// SPDX-License-Identifier: Apache-2.0
// Arrays of nodes; an index's id is the node's place in them.
#include "views/outline/outline_model.h"

#include <algorithm>

#include "views/core/op_title.h"
#include "views/widgets/tensor_slice.h"

namespace ng::views {
namespace {

QString text(const std::string& s) {
  return QString::fromStdString(s);
}

}  // namespace

void OutlineModel::show(GraphRecordPtr graph, GroupBy by, std::unordered_map<OpKey, Mark> marks) {
  graph_ = std::move(graph);
  by_ = by;
  marks_ = std::move(marks);
  rebuild();
}

void OutlineModel::setFilter(const QString& filter) {
  if (filter == filter_.text()) return;
  filter_.setText(filter);
  rebuild();
}

void OutlineModel::setCompilation(CompilationRecordPtr compilation) {
  compilation_ = std::move(compilation);
}

int OutlineModel::add(Node node) {
  const int id = static_cast<int>(nodes_.size());
  Node& parent = nodes_[static_cast<std::size_t>(node.parent)];
  node.row = static_cast<int>(parent.children.size());
  parent.children.push_back(id);
  nodes_.push_back(std::move(node));
  return id;
}

void OutlineModel::rebuild() {
  beginResetModel();
  nodes_.assign(1, {});
  ofOp_.clear();
  shown_ = 0;
  if (graph_) {
    const Grouping grouping({graph_}, by_);
    std::unordered_map<ItemId, int> groups;
    if (by_ == GroupBy::role)
      for (const char* role : {"input", "forward", "loss", "gradient", "update"})
        if (const Group* group = grouping.find(std::string(role)); group && anyShown(*group))
          groups[group->id] = add({0, 0, nullptr, text(group->title), 0, {}});
    for (const OpRecord& op : graph_->ops) {
      if (isHull(*graph_, op) || !filter_.matches(op, {compilation_.get(), {}})) continue;
      int parent = 0;
      for (const Group* group : grouping.around(op.id)) {
        auto it = groups.find(group->id);
        if (it == groups.end())
          it =
              groups.emplace(group->id, add({parent, 0, nullptr, text(group->title), 0, {}})).first;
        parent = it->second;
        ++nodes_[static_cast<std::size_t>(parent)].count;
      }
      const bool alone = by_ == GroupBy::role;
      ofOp_[op.id] = add({parent, 0, &op, alone ? opTitle(op) : text(op.name), 1, {}});
      ++shown_;
    }
  }
  endResetModel();
}

bool OutlineModel::anyShown(const Group& group) const {
  return std::any_of(group.ops.begin(), group.ops.end(), [this](OpKey op) {
    return filter_.matches(*graph_->find(op), {compilation_.get(), {}});
  });
}

const OutlineModel::Node& OutlineModel::node(const QModelIndex& index) const {
  return nodes_[index.isValid() ? index.internalId() : 0];
}

QModelIndex OutlineModel::indexOf(OpKey op) const {
  const auto it = ofOp_.find(op);
  if (it == ofOp_.end()) return {};
  return createIndex(nodes_[static_cast<std::size_t>(it->second)].row, 0,
                     static_cast<quintptr>(it->second));
}

OpKey OutlineModel::op(const QModelIndex& index) const {
  const Node& at = node(index);
  return index.isValid() && at.op ? at.op->id : 0;
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
  if (nodes_.empty() || column != 0 || row < 0) return {};
  const Node& above = node(parent);
  if (row >= static_cast<int>(above.children.size())) return {};
  return createIndex(row, 0, static_cast<quintptr>(above.children[static_cast<std::size_t>(row)]));
}

QModelIndex OutlineModel::parent(const QModelIndex& index) const {
  const int above = index.isValid() ? node(index).parent : -1;
  if (above <= 0) return {};
  return createIndex(nodes_[static_cast<std::size_t>(above)].row, 0, static_cast<quintptr>(above));
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
  return nodes_.empty() ? 0 : static_cast<int>(node(parent).children.size());
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Node& at = node(index);
  switch (role) {
    case Qt::DisplayRole:
      return at.title;
    case groupRole:
      return at.op == nullptr;
    case countRole:
      return at.count;
    case opRole:
      return QVariant::fromValue(op(index));
    case familyRole:
      return at.op ? static_cast<int>(at.op->family) : 0;
    case glyphRole:
      return at.op ? text(at.op->glyph) : QString();
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
    default:
      return {};
  }
}

}  // namespace ng::views
