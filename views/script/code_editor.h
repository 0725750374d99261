// SPDX-License-Identifier: Apache-2.0
// An editor for Python: line numbers, colours, indentation, completion, search.
#pragma once

#include <QPlainTextEdit>

#include "views/core/scripts.h"

class QCompleter;
class QStringListModel;

namespace ng::views {

class FindBar;

class CodeEditor : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit CodeEditor(QWidget* parent = nullptr);

  void setNames(const ScriptNames& names);  // for completion, besides the text's own words
  void goToLine(int line);                  // from 1; into the middle
  int line() const;                         // of the cursor, from 1
  // Marked in the gutter until the text changes; 0: none.
  void setErrorLine(int line);
  int errorLine() const { return errorLine_; }

  void openFind();
  void findNext(int step);
  void complete();        // offers what fits now, if anything does
  void toggleComments();  // of the selected lines

  int gutterWidth() const;
  void paintGutter(QWidget* gutter, const QRect& rect);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void followTheme();
  void placeGutter();
  void markCurrentLine();
  bool indent(QKeyEvent* event);  // false: the key is not about indentation
  void newLine();
  void changeLines(const std::function<void(QTextCursor&)>& change);  // each selected line
  QString wordBefore(QString& qualifier) const;
  QStringList candidates(const QString& qualifier, const QString& word) const;
  void insertCompletion(const QString& chosen);
  void setNeedle(const QString& needle);

  QWidget* gutter_;
  FindBar* findBar_;
  QCompleter* completer_;
  QStringListModel* offered_;
  ScriptNames names_;
  QString needle_;
  int errorLine_ = 0;
};

}  // namespace ng::views
