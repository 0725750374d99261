// SPDX-License-Identifier: Apache-2.0
// Outline view: a filtered tree of all ops in the displayed graph, synchronized with the selection.
#pragma once

#include "views/core/view_base.h"
#include "views/core/workspace.h"
#include "views/outline/outline_tree.h"

class QLabel;
class QLineEdit;
class QStackedLayout;
class QTreeView;

namespace ng::views {

class EmptyState;
class OutlineModel;

class OutlineView : public ViewBase {
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
  QLabel* none_;  // shown when nothing matches
  QTreeView* tree_;
  EmptyState* empty_;
  QStackedLayout* stack_;
  OpSearch search_;
  bool byScope_ = false;
  struct Inputs {  // inputs of the displayed tree, or of the one that job_ is building
    GraphRecordPtr graph;
    CompilationRecordPtr compilation;
    bool byScope = false;
    QString filter;
    bool operator==(const Inputs&) const = default;
  };
  Inputs inputs_;
  std::string path_;  // path of the document
  std::unordered_map<OpId, Mark> marks_;
  JobId job_ = 0;
  bool following_ = false;  // true while the selection is set by the view instead of the user
};

}  // namespace ng::views
