// SPDX-License-Identifier: Apache-2.0
// A strip above the graph that reports recovered unsaved edits and offers to keep or discard them.
// Never a dialog.
#pragma once

#include <QFrame>

class QLabel;

namespace ng::views {

struct RestoredEdits;

class RestoredStrip : public QFrame {
  Q_OBJECT

 public:
  explicit RestoredStrip(QWidget* parent = nullptr);

  void tell(const RestoredEdits& edits);
  QString text() const;  // empty while hidden

 signals:
  void discardWanted();

 private:
  void followTheme();
  QLabel* words_;
};

}  // namespace ng::views
