// SPDX-License-Identifier: Apache-2.0
// Application-wide undo and redo in text fields. A focused single-line field (line edit, editable
// combo box, number field) handles the keys while it has something to undo or redo; otherwise they
// apply to the document. A multi-line editor (script, kernel) always handles them: its text is a
// document of its own.
#pragma once

#include <QObject>

namespace ng::views {

class FieldUndo : public QObject {
 public:
  explicit FieldUndo(QObject* parent);  // active during its lifetime

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace ng::views
