// SPDX-License-Identifier: Apache-2.0
// Line editor for expressions: completes names, underlines the faulty column, and keeps a history.
#pragma once

#include <QCompleter>
#include <QLineEdit>
#include <QStringListModel>
#include <functional>

namespace ng::views {

class ExpressionField : public QLineEdit {
  Q_OBJECT

 public:
  explicit ExpressionField(QWidget* parent = nullptr);
  std::function<QStringList()> words;  // completion words, queried while typing
  // Shown in the list for a word, such as "dot(x, y)" for "dot"; empty: the word.
  std::function<QString(const QString& word)> signature;
  void setFault(int column);  // 1-based column; 0: none
  int fault() const { return fault_; }
  void remember(const QString& line);  // adds a line to the history of Up and Down
  bool offering() const;               // the list of completions is open

 signals:
  void left();  // Esc

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool focusNextPrevChild(bool next) override;  // Tab completes while the list is open
  void paintEvent(QPaintEvent* event) override;

 private:
  QString word() const;  // the word that ends at the cursor
  void offer();
  void complete(const QString& word);

  QCompleter* completer_;
  QStringListModel* model_;
  QStringList lines_;
  int at_ = 0;  // index in lines_
  int fault_ = 0;
};

}  // namespace ng::views
