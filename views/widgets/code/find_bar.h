// SPDX-License-Identifier: Apache-2.0
// A search field over the top right corner of a pane, with the number of matches. Enter and F3
// select the next match, Esc closes the field.
#pragma once

#include <QFrame>

class QAction;
class QLabel;
class QLineEdit;

namespace ng::views {

class FindBar : public QFrame {
  Q_OBJECT

 public:
  // `edit`: the field, default: a plain one.
  explicit FindBar(QWidget* pane, QLineEdit* edit = nullptr);
  // Adds a button for an action on the matches; `tip` replaces the action's tool tip.
  void addButton(QAction* action, const QString& tip);
  void open(const QString& text);           // shows the field with `text` selected
  void leave();                             // same as Esc
  void setCount(int current, int matches);  // current: 1-based, 0 for none
  // Replaces the count by the reason why the query cannot be parsed.
  void setError(const QString& reason);
  QString countText() const;
  void placeIn(const QSize& pane);
  void setWidth(int pixels) { wide_ = pixels; }  // of the field and the count

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
