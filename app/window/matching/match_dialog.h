// SPDX-License-Identifier: Apache-2.0
// Appears when a checkpoint does not match the variables of the open document: lists both, offers
// rules and tensors, and restores what matches. The engine decides; this dialog keeps the choices.
#pragma once

#include <QDialog>

#include "engine/documents/binding/checkpoint_match.h"
#include "views/core/workspace.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QTimer;
class QVBoxLayout;

namespace ng::views {

class FlowLayout;
template <class Row>
class RecordTable;
class TableView;

class MatchDialog : public QDialog {
  Q_OBJECT

 public:
  MatchDialog(Workspace& workspace, const CheckpointMatch& match, QWidget* parent = nullptr);

  QString summary() const;  // or why the choices were refused
  // The choices as options of `ngraph checkpoint bind`.
  static QStringList words(const BindingChoices& choices);

  bool waits() const { return waits_; }  // for the end of a restore
  void resume();                         // shows the choices again after a question

 signals:
  void restored(const QString& path, const ng::BindingChoices& choices);

 protected:
  void keyPressEvent(QKeyEvent* event) override;  // Return in a field does not restore

 private:
  void build(QVBoxLayout& column);
  void showMatched(const CheckpointMatch& match);
  void showRules(const std::vector<RuleSuggestion>& rules);
  void addRule(const QString& rule);
  void readRules();  // of the text
  void selectRow(int row);
  void choose(int item);  // a tensor for the selected variable
  void ask();             // for a match of the current choices
  void follow();          // enables the button if the shown match can be restored now
  void restore();

  Checkpoints& checkpoints_;
  const Run& run_;
  QString path_;
  BindingChoices choices_;
  bool current_ = false;  // the shown match is that of the choices
  bool waits_ = false;
  bool ran_ = false;           // when follow() was called last
  CheckpointBinding binding_;  // of the shown match
  RecordTable<VariableBinding>* model_;
  TableView* view_;
  QLabel* summary_;
  QPlainTextEdit* rules_;
  QWidget* offers_;
  FlowLayout* offered_;
  QCheckBox* similar_;
  QLabel* variable_;
  QComboBox* tensor_;
  QListWidget* extra_;
  QPushButton* restore_;
  QTimer* typing_;
};

// Opens the dialog; it closes with the document. Not modal: the graph and the tensors of the
// checkpoint stay in reach.
MatchDialog* showMatch(Workspace& workspace, const CheckpointMatch& match, QWidget* parent);

}  // namespace ng::views
