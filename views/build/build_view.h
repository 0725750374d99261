// SPDX-License-Identifier: Apache-2.0
// Making a document: a line for expressions with the answer below it, and the functions with their
// documentation, filtered by what fits the op that a link was drawn from.
#pragma once

#include <QWidget>
#include <optional>

#include "views/core/workspace.h"

class QLabel;
class QLineEdit;
class QToolButton;

namespace ng::views {

class ExpressionField;
class FunctionFilter;
class FunctionList;
class FunctionModel;

class BuildView : public QWidget {
  Q_OBJECT

 public:
  explicit BuildView(Workspace& workspace, QWidget* parent = nullptr);

  ExpressionField& field() { return *field_; }
  QLineEdit& filter() { return *filter_; }
  FunctionList& list() { return *list_; }
  QString answer() const;
  QString documentation() const;

 private:
  QString done() const;
  void buildFunctions();
  void preview();
  void enter();
  void say(const EditAnswer& answer, bool asked);
  void narrow(OpKey from);  // to what may read it; 0: all functions
  void want(OpKey from, const QPointF& at);
  void forgetWanted();
  void insertChosen();
  void document();
  void toGraph();

  Workspace& workspace_;
  Editor& editor_;
  ExpressionField* field_;
  QLabel* answer_;
  QStringList placeholders_;  // that the last line made
  QLineEdit* filter_;
  QToolButton* fits_;
  FunctionModel* model_;
  FunctionFilter* shown_;
  FunctionList* list_;
  QLabel* document_;
  std::optional<QPointF> at_;  // where the next op shall stand
};

QWidget* makeBuildView(Workspace& workspace);

}  // namespace ng::views
