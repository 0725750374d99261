// SPDX-License-Identifier: Apache-2.0
// Says that edits which a program left unsaved when it ended are in the window again, and offers to
// keep or discard them: a strip above the graph, never a dialog.
#pragma once

#include <QDateTime>
#include <QFrame>

class QLabel;

namespace ng::views {

struct RestoredEdits {
  int count = 0;   // 0: there were none
  QString path;    // of the document; empty: it was never saved
  QDateTime last;  // when the last of them was made
};

class RestoredStrip : public QFrame {
  Q_OBJECT

 public:
  explicit RestoredStrip(QWidget* parent = nullptr);

  void tell(const RestoredEdits& edits);
  QString text() const;  // empty while it is not shown

 signals:
  void discardWanted();

 private:
  void followTheme();
  QLabel* words_;
};

}  // namespace ng::views
