// SPDX-License-Identifier: Apache-2.0
// A search field over the top right corner of a pane, with the count of hits; Enter and F3 go on,
// Esc closes.
#pragma once

#include <QFrame>

class QAction;
class QLabel;
class QLineEdit;

namespace ng::views {

class FindBar : public QFrame {
  Q_OBJECT

 public:
  explicit FindBar(QWidget* pane);
  // For what is found: beside the count, `tip` in place of the action's own.
  void addButton(QAction* action, const QString& tip);
  void open(const QString& text);        // shows it, with `text` selected
  void leave();                          // as Esc does
  void setCount(int current, int hits);  // current: 1-based, 0 for none
  void setError(const QString& reason);  // instead of a count: why the query cannot be read
  QString countText() const;
  void placeIn(const QSize& pane);

 signals:
  void textChanged(const QString& text);
  void next();
  void previous();
  void closed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QLineEdit* edit_;
  QLabel* count_;
  int wide_ = 280;
};

}  // namespace ng::views
