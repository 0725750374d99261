// SPDX-License-Identifier: Apache-2.0
// Asks, before edits are left, what shall become of them: a strip above the graph, never a dialog.
#pragma once

#include <QFrame>
#include <functional>

class QLabel;
class QToolButton;

namespace ng::views {

class UnsavedStrip : public QFrame {
  Q_OBJECT

 public:
  explicit UnsavedStrip(QWidget* parent = nullptr);

  // `go` is what was asked for and waits: it is done after Save or Discard, forgotten by Cancel.
  void ask(const QString& document, std::function<void()> go);
  QString text() const;  // empty while nothing is asked
  void goOn();           // as Save and Discard do at their end
  void cancel();

 signals:
  void saveWanted();
  void discardWanted();

 private:
  QLabel* words_;
  QToolButton* save_;
  std::function<void()> go_;
};

}  // namespace ng::views
