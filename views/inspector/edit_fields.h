// SPDX-License-Identifier: Apache-2.0
// The properties of an op as lines of text that can be changed. What the engine refuses stands
// below the line that it is about.
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
  // Of the document as it is edited, which there is an editor of; empty where the op is none of the
  // user's.
  EditFields(Workspace& workspace, OpKey op, QWidget* parent = nullptr);
  bool empty() const { return rows_.empty(); }
  QString focused() const;  // the name of the field that has the focus; empty: none
  void focus(const QString& name);
  QString refusal(const QString& name) const;  // below that field; empty: none

 private:
  void addRow(const FieldRow& row);
  void addSource(const FieldRow& row);  // what a placeholder is given
  void apply(int row);
  int find(const QString& name) const;  // -1: none

  Workspace& workspace_;
  OpKey op_;
  struct Row {
    FieldRow field;
    QLineEdit* line;
    QLabel* refusal;
    SourceChooser* source;  // null: a line alone
  };
  std::vector<Row> rows_;
};

}  // namespace ng::views
