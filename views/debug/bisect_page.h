// SPDX-License-Identifier: Apache-2.0
// Bisects the passes: the first one that makes results wrong, or calls slower.
#pragma once

#include <QWidget>

#include "engine/tables/debug_table.h"
#include "views/core/workspace.h"
#include "views/widgets/tables/record_table.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace ng::views {

class TableView;

class BisectPage : public QWidget {
  Q_OBJECT

 public:
  explicit BisectPage(Workspace& workspace, QWidget* parent = nullptr);

  void bisect(bool time);
  TableView& trials() { return *trials_; }
  QString text() const;

 private:
  void followChoices();
  void follow();

  Workspace& workspace_;
  RecordTable<TrialRow>* rows_;
  TableView* trials_;
  QLineEdit *tolerance_, *slower_;
  QPushButton *byError_, *byTime_;
  QLabel* text_;
};

}  // namespace ng::views
