// SPDX-License-Identifier: Apache-2.0
// Asks what feeds a placeholder at each call: a kind of source, and one line with completions and
// an example. Enter or a click outside applies it as an edit of the document; errors are shown
// below.
#pragma once

#include <QWidget>
#include <vector>

#include "engine/records/records.h"
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
  // `now`: the current source; `source` is empty if nothing is set. `path`: the document's path.
  SourceChooser(Editor& editor, OpId placeholder, const PlanGivenRecord& now, const QString& path,
                QWidget* parent = nullptr);

  QComboBox& kinds() { return *kinds_; }
  QLineEdit& line() { return *line_; }
  void give();              // applies the line
  QString refusal() const;  // the error of the last edit; empty: it was accepted

 signals:
  void given();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  const SourceRow& row() const;
  void showKind();
  void say(const QString& words, bool refused);
  void chooseFile();
  QString rangeNow() const;

  Editor& editor_;
  OpId op_;
  QString path_;
  std::vector<SourceRow> rows_;
  QComboBox* kinds_;
  QLineEdit* line_;
  QCompleter* completer_;
  QToolButton* file_;
  QLabel* words_;
  QString source_;  // the current source, as text of the line
  bool refused_ = false;
};

// The source of a placeholder in the plan; its `source` is empty if none is set.
PlanGivenRecord givenTo(const PlanRecord& plan, const std::string& placeholder);
// "5/(1+epoch)", "no value, 0 is used", "needs a source".
QString givenWords(const PlanGivenRecord& given);

}  // namespace ng::views
