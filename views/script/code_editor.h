// SPDX-License-Identifier: Apache-2.0
// An editor for Python: colours, indentation, completion, search.
#pragma once

#include "views/core/scripts.h"
#include "views/widgets/numbered_edit.h"

class QCompleter;
class QStringListModel;

namespace ng::views {

class FindBar;

class CodeEditor : public NumberedEdit {
  Q_OBJECT

 public:
  explicit CodeEditor(QWidget* parent = nullptr);

  void setNames(const ScriptNames& names);  // for completion, besides the text's own words

  void openFind();
  void findNext(int step);
  void complete();        // offers what fits now, if anything does
  void toggleComments();  // of the selected lines

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void addMarks(QList<QTextEdit::ExtraSelection>& marks) const override;  // what is searched

 private:
  bool indent(QKeyEvent* event);  // false: the key is not about indentation
  void newLine();
  void changeLines(const std::function<void(QTextCursor&)>& change);  // each selected line
  QString wordBefore(QString& qualifier) const;
  QStringList candidates(const QString& qualifier, const QString& word) const;
  void insertCompletion(const QString& chosen);
  void setNeedle(const QString& needle);

  FindBar* findBar_;
  QCompleter* completer_;
  QStringListModel* offered_;
  ScriptNames names_;
  QString needle_;
};

}  // namespace ng::views
