// SPDX-License-Identifier: Apache-2.0
// Asks what a placeholder is given at each call: a kind of source, and one line with completions
// and an example. Enter makes it an edit of the document; what is refused is said below.
#pragma once

#include <QWidget>
#include <vector>

#include "views/core/editor.h"

class QComboBox;
class QCompleter;
class QLabel;
class QLineEdit;
class QToolButton;

namespace ng::views {

class SourceChooser : public QWidget {
  Q_OBJECT

 public:
  // `now`: what it is given; its source is empty for nothing. `path` of the document.
  SourceChooser(Editor& editor, OpKey placeholder, const PlanGivenRecord& now, const QString& path,
                QWidget* parent = nullptr);

  QComboBox& kinds() { return *kinds_; }
  QLineEdit& line() { return *line_; }
  void give();              // what the line says
  QString refusal() const;  // empty: the last was taken

 signals:
  void given();

 private:
  const SourceRow& row() const;
  void showKind();
  void say(const QString& words, bool refused);
  void chooseFile();

  Editor& editor_;
  OpKey op_;
  QString path_;
  std::vector<SourceRow> rows_;
  QComboBox* kinds_;
  QLineEdit* line_;
  QCompleter* completer_;
  QToolButton* file_;
  QLabel* words_;
  bool refused_ = false;
};

// What the plan gives a placeholder; without a source: nothing.
PlanGivenRecord givenTo(const PlanRecord& plan, const std::string& placeholder);
// "5/(1+epoch)", "not given: 0", "needs a source".
QString givenWords(const PlanGivenRecord& given);

}  // namespace ng::views
