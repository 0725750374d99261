// SPDX-License-Identifier: Apache-2.0
// Editor for documents: an expression line with its answer below, and a list of functions with
// documentation, filtered by what can read the op that a link was drawn from.
#pragma once

#include <optional>
#include <span>

#include "views/core/view_base.h"
#include "views/core/view_option.h"
#include "views/core/workspace.h"

class QLabel;
class QLineEdit;
class QToolButton;

namespace ng::views {

class ExpressionField;
class FunctionFilter;
class FunctionList;
class FunctionModel;

class BuildView : public ViewBase {
  Q_OBJECT

 public:
  explicit BuildView(Workspace& workspace, QWidget* parent = nullptr);

  static std::span<const ViewOption> options();
  QString arrange(const QJsonObject& options) override;

  ExpressionField& field() { return *field_; }
  QLineEdit& filter() { return *filter_; }
  FunctionList& list() { return *list_; }
  QString answer() const;
  QToolButton& create() { return *create_; }
  QString documentation() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QString done() const;
  void buildFunctions();
  void typeLine(const QString& line, int selectFrom, int selectLength);
  void preview();
  void enter();
  void keepTyped();
  QString openCall() const;  // signature of the function whose arguments are being typed
  void say(const EditAnswer& answer, bool asked);
  void narrow(OpId from);  // lists functions that can read `from`; 0: all functions
  void want(OpId from, const QPointF& at);
  void forgetWanted();
  void insertChosen();
  void document();
  void toGraph();

  Workspace& workspace_;
  Editor& editor_;
  ExpressionField* field_;
  QLabel* answer_;
  QToolButton* create_;       // creates the unknown names of a refused line
  QString refused_;           // that line
  QStringList placeholders_;  // placeholders that the last line created
  QLineEdit* filter_;
  QToolButton* fits_;
  FunctionModel* model_;
  FunctionFilter* shown_;
  FunctionList* list_;
  QLabel* document_;
  std::optional<QPointF> at_;  // position of the next op in the graph
};

// Says that the document is read-only in a window without an editor.
ViewBase* makeBuildView(Workspace& workspace);

}  // namespace ng::views
