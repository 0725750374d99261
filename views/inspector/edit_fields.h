// SPDX-License-Identifier: Apache-2.0
// The properties of an op as lines of text that can be changed. What the engine refuses stands below
// the line that it is about.
#pragma once

#include <QWidget>

#include "views/core/editor.h"

class QLabel;
class QLineEdit;

namespace ng::views {

class EditFields : public QWidget {
  Q_OBJECT

 public:
  // Of the document as it is edited; empty where the op is none of the user's.
  EditFields(Editor& editor, OpKey op, QWidget* parent = nullptr);
  bool empty() const { return rows_.empty(); }
  QString focused() const;             // the name of the field that has the focus; empty: none
  void focus(const QString& name);
  QString refusal(const QString& name) const;  // below that field; empty: none

 private:
  void addRow(const FieldRow& row);
  void apply(int row);
  int find(const QString& name) const;  // -1: none

  Editor& editor_;
  struct Row {
    FieldRow field;
    QLineEdit* line;
    QLabel* refusal;
  };
  std::vector<Row> rows_;
};

}  // namespace ng::views
