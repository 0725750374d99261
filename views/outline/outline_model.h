// SPDX-License-Identifier: Apache-2.0
// The ops of the shown graph as a tree: groups by role or by name scope, then ops. Ops inside a
// group stand in the order of computation. Filtered by the canvas's search language.
#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <unordered_map>
#include <vector>

#include "views/core/op_search.h"
#include "views/core/theme.h"
#include "views/layout/grouping.h"

namespace ng::views {

class OutlineModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Role {
    opRole = Qt::UserRole,
    countRole,   // ops of a group
    groupRole,   // true for a group
    familyRole,  // as int
    glyphRole,
    detailRole,  // axes
    markRole     // as int
  };

  using QAbstractItemModel::QAbstractItemModel;

  // `marks` of the shown pass; ops that it removed are not listed.
  void show(GraphRecordPtr graph, GroupBy by, std::unordered_map<OpKey, Mark> marks);
  void setFilter(const QString& filter);
  const OpSearch& filter() const { return filter_; }
  void setCompilation(
      CompilationRecordPtr compilation);  // whose kernels and passes filters ask for
  int shownOps() const { return shown_; }

  QModelIndex indexOf(OpKey op) const;       // invalid: filtered out or not in this graph
  OpKey op(const QModelIndex& index) const;  // 0 for a group

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex&) const override { return 1; }
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  struct Node {
    int parent = -1, row = 0;
    const OpRecord* op = nullptr;  // null: a group
    QString title;
    int count = 0;
    std::vector<int> children;
  };
  void rebuild();
  bool anyShown(const Group& group) const;
  int add(Node node);
  const Node& node(const QModelIndex& index) const;

  GraphRecordPtr graph_;
  GroupBy by_ = GroupBy::role;
  std::unordered_map<OpKey, Mark> marks_;
  OpSearch filter_;
  CompilationRecordPtr compilation_;
  std::vector<Node> nodes_;  // nodes_[0] is the root
  std::unordered_map<OpKey, int> ofOp_;
  int shown_ = 0;
};

}  // namespace ng::views
