// SPDX-License-Identifier: Apache-2.0
// Values while the graph runs: a tab for every pinned tensor, and a preview that follows the
// selection until it is pinned. Follows the run at up to 30 pictures a second.
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "views/core/lasting.h"
#include "views/core/workspace.h"
#include "views/widgets/value_watch.h"
#include "views/widgets/when_seen.h"

class QLabel;
class QStackedWidget;
class QTabBar;

namespace ng::views {

class EmptyState;
class OriginPanel;
class OriginPlace;
class TensorPane;
class WhatIfBar;

class TensorsView : public QWidget, public Lasting {
  Q_OBJECT

 public:
  explicit TensorsView(Workspace& workspace, QWidget* parent = nullptr);
  ~TensorsView() override;

  std::vector<OpKey> pinned() const;
  OpKey preview() const { return preview_.op(); }  // 0: none
  OpKey current() const;                           // whose value is shown; 0: none
  void pin(OpKey op);
  void unpin(OpKey op);
  void showTensor(OpKey op);

  // From now on values of this shape are shown less this one; null: as they are.
  void compareWith(std::shared_ptr<const TensorRecord> base);
  QString comparison() const;  // "less W, it 37: max abs 0.01 …"; empty without one

  TensorPane& pane() { return *pane_; }
  WhatIfBar& whatIf() { return *whatIf_; }
  OriginPanel& origin() { return *origin_; }
  OriginPlace& parts() { return *parts_; }
  bool showsValue() const;
  QString absence() const;                  // the sentence shown in place of a value
  int updates() const { return updates_; }  // values taken from the session so far
  QJsonObject lasting() const override;     // where axes were put, by the name of the op; shares
  void restoreLasting(const QJsonObject& state) override;
  // {"map": "rows=H,columns=W"} of the tensor that is shown, {"explain": "Y[N 5]"}, also with
  // {"step": 3} of the loops around the op.
  QString arrange(const QJsonObject& options) override;
  QSize sizeHint() const override { return {420, 300}; }

 private:
  void makeActions();
  void followDocument();
  void followSelection();
  void rebuildTabs();
  void dropGone();
  void pinDefaults();
  void schedule();
  void takeValue();  // when it is seen
  void takeNow();
  void showValue(std::shared_ptr<const TensorRecord> value);
  void showDifference(const std::shared_ptr<const TensorRecord>& value);
  void showAbsence(OpKey op);
  void showComputing(OpKey op);
  void showGivenUp();
  void showOdd();
  void makeOrigin();
  void editCell(std::int64_t row, std::int64_t column);
  void saveNpy();
  void savePicture();
  void writeFile(const QString& path, const QByteArray& bytes);
  int vectorsAxis(const TensorRecord& tensor) const;
  const OpRecord* recordOf(OpKey op) const;
  QString nameOf(OpKey op) const;
  void sayMap();
  QString loopOf(OpKey op) const;  // in whose step it stands; empty: none

  Workspace& workspace_;
  std::vector<ValueWatch> pins_;
  ValueWatch preview_;
  OpKey current_ = 0;
  QString path_;  // of the document whose variables were pinned
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
  // Elements that are to be shown when their values are there: of a halt, of a number's origin.
  std::optional<StopRecord> odd_;
  std::optional<std::pair<OpKey, std::int64_t>> chosen_;
  int updates_ = 0;
  JobId job_ = 0;         // statistics of a large tensor; 0: none
  OpKey counted_ = 0;     // whose they are, or were
  bool givenUp_ = false;  // by Stop
  WhenSeen seen_;
};

QWidget* makeTensorsView(Workspace& workspace);

}  // namespace ng::views
