// SPDX-License-Identifier: Apache-2.0
// A text editor with line numbers: tints the cursor's line and marks the line of an error.
#pragma once

#include <QPlainTextEdit>

namespace ng::views {

class NumberedEdit : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit NumberedEdit(QWidget* parent = nullptr);

  void goToLine(int line);  // 1-based; scrolls to the middle
  int line() const;         // the cursor's line, 1-based
  // Marks the line in the gutter until the text changes; 0: none.
  void setErrorLine(int line);
  int errorLine() const { return errorLine_; }

  int gutterWidth() const;
  void paintGutter(QWidget* gutter, const QRect& rect);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void mark();                                                       // updates the marks
  virtual void addMarks(QList<QTextEdit::ExtraSelection>&) const {}  // painted over the line marks

 private:
  void followTheme();
  void placeGutter();

  QWidget* gutter_;
  int errorLine_ = 0;
};

}  // namespace ng::views
