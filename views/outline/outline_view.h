// SPDX-License-Identifier: Apache-2.0
// The outline: every op of the shown graph in a filtered tree, in step with the selection.
#pragma once

#include <QWidget>

#include "views/core/workspace.h"
#include "views/outline/outline_tree.h"

class QLabel;
class QLineEdit;
class QStackedLayout;
class QTreeView;

namespace ng::views {

class EmptyState;
class OutlineModel;

class OutlineView : public QWidget {
  Q_OBJECT

 public:
  explicit OutlineView(Workspace& workspace, QWidget* parent = nullptr);
  ~OutlineView() override;

  OutlineModel& model() { return *model_; }
  QTreeView& tree() { return *tree_; }
  QLineEdit& filter() { return *filter_; }
  QSize sizeHint() const override { return {280, 400}; }

 private:
  void buildActions();
  void showGraph();
  void makeTree();
  void showTree(OutlineTreePtr tree);
  void setFilter(const QString& text);
  void followOp();
  void chosen(const QModelIndex& index);

  Workspace& workspace_;
  OutlineModel* model_;
  QLineEdit* filter_;
  QLabel* none_;  // nothing matches
  QTreeView* tree_;
  EmptyState* empty_;
  QStackedLayout* stack_;
  OpSearch search_;
  bool byScope_ = false;
  struct Wish {  // what is shown, or is being made
    GraphRecordPtr graph;
    CompilationRecordPtr compilation;
    bool byScope = false;
    QString filter;
    bool operator==(const Wish&) const = default;
  };
  Wish wish_;
  std::string path_;  // of the document
  std::unordered_map<OpKey, Mark> marks_;
  JobId job_ = 0;
  bool following_ = false;  // the tree's selection is being set, not made
};

QWidget* makeOutlineView(Workspace& workspace);

}  // namespace ng::views
