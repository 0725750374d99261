// SPDX-License-Identifier: Apache-2.0
// Undo and redo in text fields, in the whole application. A line (a line edit, a combo box or
// number field that is typed in) with the focus has the keys while it has something to undo or
// redo, then they are the document's. An editor of several lines (a script, a kernel) has them
// always: what is typed there is a document of its own.
#pragma once

#include <QObject>

namespace ng::views {

class FieldUndo : public QObject {
 public:
  explicit FieldUndo(QObject* parent);  // from now on, while it lives

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace ng::views
