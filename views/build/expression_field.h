// SPDX-License-Identifier: Apache-2.0
// A line of text for an edit: completes names, marks the column that is wrong, remembers lines.
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
  std::function<QStringList()> words;  // to complete; asked while one types
  void setFault(int column);           // from 1; 0: none
  int fault() const { return fault_; }
  void remember(const QString& line);  // Up and Down bring it back

 signals:
  void left();  // Esc

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QString word() const;  // that ends at the cursor
  void offer();
  void complete(const QString& word);

  QCompleter* completer_;
  QStringListModel* model_;
  QStringList lines_;
  int at_ = 0;  // in lines_
  int fault_ = 0;
};

}  // namespace ng::views
