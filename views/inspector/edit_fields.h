// SPDX-License-Identifier: Apache-2.0
// Editable properties of an op, one line each. An error message is shown below the line that it
// refers to.
#pragma once

#include <QWidget>

#include "views/core/workspace.h"

class QLabel;
class QLineEdit;

namespace ng::views {

class SourceChooser;

class EditFields : public QWidget {
  Q_OBJECT

 public:
  // Requires workspace.editor. Empty if `op` is not in the user's graph.
  EditFields(Workspace& workspace, OpId op, QWidget* parent = nullptr);
  bool empty() const { return rows_.empty(); }
  QString focused() const;  // name of the focused field; empty: none
  void focus(const QString& name);
  QString refusal(const QString& name) const;  // error message below the field; empty: none

 private:
  void addRow(const FieldRow& row);
  void addSource(const FieldRow& row);  // data source of a placeholder
  void apply(int row);
  int find(const QString& name) const;  // -1: none

  Workspace& workspace_;
  OpId op_;
  struct Row {
    FieldRow field;
    QLineEdit* line;
    QLabel* refusal;
    SourceChooser* source;  // null: a plain line
  };
  std::vector<Row> rows_;
};

}  // namespace ng::views
