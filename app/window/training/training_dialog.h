// SPDX-License-Identifier: Apache-2.0
// Run > Train on…: attaches a loss and an optimizer to an output of the document, as one edit. The
// edit line decides what is possible; this dialog writes it, and closes with the document.
#pragma once

#include <QDialog>

#include "views/core/workspace.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTimer;

namespace ng::views {

class TrainingDialog : public QDialog {
  Q_OBJECT

 public:
  explicit TrainingDialog(Workspace& workspace, QWidget* parent = nullptr);

  QString line() const;     // the edit
  QString refusal() const;  // why it cannot be applied; empty: it can, or this is not known yet

 private:
  void addRows(QFormLayout& form);
  void addOutputs();
  void listAxes();
  void suggestRate();
  void follow();  // tries the edit when the user pauses
  void tryLine();
  void showAnswer(const EditAnswer& answer);
  void attach();
  const OpRecord* output() const;

  Workspace& workspace_;
  QComboBox *output_, *loss_, *classes_, *optimizer_;
  QLineEdit *rate_, *name_;
  QLabel *line_, *words_;
  QPushButton* attach_;
  QTimer* typing_;
  JobId job_ = 0;
  NewestRequest newest_;  // answers to older lines are dropped
};

}  // namespace ng::views
