// SPDX-License-Identifier: Apache-2.0
// Python editor with highlighting, indentation, completion and search.
#pragma once

#include "views/core/scripts.h"
#include "views/widgets/code/numbered_edit.h"

class QCompleter;
class QStringListModel;

namespace ng::views {

class FindBar;

class CodeEditor : public NumberedEdit {
  Q_OBJECT

 public:
  explicit CodeEditor(QWidget* parent = nullptr);

  // Names for completion, in addition to words of the text.
  void setNames(const ScriptNames& names);

  void openFind();
  void findNext(int step);
  void complete();        // opens the completion popup if there are candidates
  void toggleComments();  // on the selected lines

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void addMarks(QList<QTextEdit::ExtraSelection>& marks) const override;  // search hits

 private:
  bool indent(QKeyEvent* event);  // false: the key does not affect indentation
  void newLine();
  // Applies `change` to each selected line.
  void changeLines(const std::function<void(QTextCursor&)>& change);
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
