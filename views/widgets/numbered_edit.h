// SPDX-License-Identifier: Apache-2.0
// A text to be edited, with line numbers: the cursor's line is tinted, the line of an error marked.
#pragma once

#include <QPlainTextEdit>

namespace ng::views {

class NumberedEdit : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit NumberedEdit(QWidget* parent = nullptr);

  void goToLine(int line);  // from 1; into the middle
  int line() const;         // of the cursor, from 1
  // Marked in the gutter until the text changes; 0: none.
  void setErrorLine(int line);
  int errorLine() const { return errorLine_; }

  int gutterWidth() const;
  void paintGutter(QWidget* gutter, const QRect& rect);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void mark();                                                       // anew
  virtual void addMarks(QList<QTextEdit::ExtraSelection>&) const {}  // over those of the lines

 private:
  void followTheme();
  void placeGutter();

  QWidget* gutter_;
  int errorLine_ = 0;
};

}  // namespace ng::views
