// SPDX-License-Identifier: Apache-2.0
// Tree model of the ops in the displayed graph.
#pragma once

#include <QAbstractItemModel>

#include "views/core/theme/theme.h"
#include "views/outline/outline_tree.h"

namespace ng::views {

class OutlineModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Role {
    opRole = Qt::UserRole,
    countRole,   // number of ops in a group
    groupRole,   // true for a group
    familyRole,  // Family as int
    glyphRole,
    detailRole,  // axes
    markRole     // Mark as int
  };

  using QAbstractItemModel::QAbstractItemModel;

  // `marks`: changes by the selected pass. Removed ops are not listed.
  void show(OutlineTreePtr tree, std::unordered_map<OpId, Mark> marks);
  const OutlineTreePtr& tree() const { return tree_; }
  int shownOps() const { return tree_->shown; }

  QModelIndex indexOf(OpId op) const;  // invalid: filtered out, or not in this graph
  // The innermost group of this title around the op; invalid if the tree has no such group.
  QModelIndex groupOf(OpId op, const QString& title) const;
  OpId op(const QModelIndex& index) const;  // 0 for a group

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex&) const override { return 1; }
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  using Node = OutlineTree::Node;
  const Node& node(const QModelIndex& index) const;
  const Node& node(int id) const { return tree_->nodes[static_cast<std::size_t>(id)]; }

  OutlineTreePtr tree_ = std::make_shared<OutlineTree>();
  std::unordered_map<OpId, Mark> marks_;
};

}  // namespace ng::views
