// SPDX-License-Identifier: Apache-2.0
// Tensors view: a tab for each pinned tensor, and a preview of the selected one. Updates up to 30
// times per second during a run.
#pragma once

#include <QTimer>
#include <span>
#include <vector>

#include "views/core/view_base.h"
#include "views/core/view_option.h"
#include "views/core/workspace.h"
#include "views/widgets/value_watch.h"

class QLabel;
class QStackedWidget;
class QTabBar;

namespace ng::views {

class EmptyState;
class OriginPanel;
class OriginPlace;
class TensorPane;
class WhatIfBar;

class TensorsView : public ViewBase {
  Q_OBJECT

 public:
  explicit TensorsView(Workspace& workspace, QWidget* parent = nullptr);
  ~TensorsView() override;

  std::vector<OpId> pinned() const;
  OpId preview() const { return preview_.op(); }  // 0: none
  OpId current() const;                           // op whose value is shown; 0: none
  void pin(OpId op);
  void unpin(OpId op);
  void showTensor(OpId op);

  // Subtracts `base` from values of the same shape from now on; null: no comparison.
  void compareWith(std::shared_ptr<const TensorRecord> base);
  QString comparison() const;  // e.g. "minus W, iteration 37: max abs 0.01 …"; empty: no comparison

  TensorPane& pane() { return *pane_; }
  WhatIfBar& whatIf() { return *whatIf_; }
  OriginPanel& origin() { return *origin_; }
  OriginPlace& parts() { return *parts_; }
  bool showsValue() const;
  QString absence() const;                  // message shown instead of a value
  int updates() const { return updates_; }  // number of values taken from the session
  QJsonObject savedState() const override;  // axis placements by op name, splitter shares
  void restoreState(const QJsonObject& state) override;
  // {"map": "rows=H,columns=W"} places the axes of the shown tensor; {"explain": "Y[N 5]"} shows
  // the origin of an element, with {"step": 3} in that step of the loops around the op.
  QString arrange(const QJsonObject& options) override;
  QSize sizeHint() const override { return {420, 300}; }

 private:
  void makeActions();
  void followDocument();
  void followSelection();
  void rebuildTabs();
  void dropGone();
  void schedule();
  void takeValue();  // delayed until the view is visible
  void takeNow();
  void showValue(std::shared_ptr<const TensorRecord> value);
  void showDifference(const std::shared_ptr<const TensorRecord>& value);
  void showAbsence(OpId op);
  void showComputing(OpId op);
  void showGivenUp();
  void showRequested();
  void makeOrigin();
  void editCell(std::int64_t row, std::int64_t column);
  void movePins(const GraphRecord& before, const GraphRecord& now);
  void echoMap();
  void takeWords();
  void chooseLabels();
  void chooseVocabulary();
  void setWords(const QString& labels, const QString& vocabulary);  // paths; empty: unchanged

  Workspace& workspace_;
  std::vector<ValueWatch> pins_;
  ValueWatch preview_;
  OpId current_ = 0;
  DocumentRecordPtr document_;           // the document last received
  QString path_;                         // document whose variables were pinned
  QString labelsPath_, vocabularyPath_;  // files that the user chose; empty: the model's
  QTabBar* tabs_;
  QLabel* iteration_;
  QLabel* comparison_;
  WhatIfBar* whatIf_;
  QStackedWidget* stack_;
  TensorPane* pane_;
  EmptyState* empty_;
  OriginPanel* origin_;
  OriginPlace* parts_;
  QAction *pin_, *compare_;
  std::shared_ptr<const TensorRecord> base_, shown_;
  QTimer timer_;
  // Elements to show when their values arrive: of a breakpoint, and of an origin.
  std::optional<StopRecord> stop_;
  std::optional<std::pair<OpId, std::int64_t>> chosen_;
  int updates_ = 0;
  JobId job_ = 0;         // job for the statistics of a large tensor; 0: none
  OpId counted_ = 0;      // op of the last statistics job
  bool givenUp_ = false;  // statistics were cancelled by the user
  Update update_;
};

std::span<const ViewOption> tensorsViewOptions();

}  // namespace ng::views
