// SPDX-License-Identifier: Apache-2.0
// Typing help for Python: indentation, and completion with names of the package and words of the
// text.
#pragma once

#include <QObject>

#include "views/core/scripts.h"
#include "views/widgets/code/code_assistant.h"

class QCompleter;
class QStringListModel;

namespace ng::views {

class CodeView;

class PythonAssistant : public QObject, public CodeAssistant {
  Q_OBJECT

 public:
  explicit PythonAssistant(CodeView* view);

  // Names for completion, in addition to words of the text.
  void setNames(const ScriptNames& names) { names_ = names; }
  void complete();  // opens the completion popup if there are candidates

  bool takesKey(QKeyEvent& event) override;
  void afterKey(const QKeyEvent& event) override;

 private:
  QString wordBefore(QString& qualifier) const;
  QStringList candidates(const QString& qualifier, const QString& word) const;
  void insertCompletion(const QString& chosen);

  CodeView& view_;
  QCompleter* completer_;
  QStringListModel* offered_;
  ScriptNames names_;
};

}  // namespace ng::views
