// SPDX-License-Identifier: Apache-2.0
// Roofline view: kernels compared with the ceilings of this machine, which are measured once and
// cached, and advice sorted by potential saving. Synchronized with the kernel selection.
#pragma once

#include "engine/analysis/roofline.h"
#include "views/core/view_base.h"
#include "views/core/workspace.h"
#include "views/roofline/roof_plot.h"

class QLabel;
class QStackedLayout;

namespace ng::views {

class AdviceTable;
class CompiledState;
class ElidedLabel;
class PointTable;
class TableView;

class RooflineView : public ViewBase {
  Q_OBJECT

 public:
  explicit RooflineView(Workspace& workspace, QWidget* parent = nullptr);

  // Sets the peaks instead of measuring them, for tests.
  void setPeaks(const MachinePeaks& peaks);
  const MachinePeaks& peaks() const { return peaks_; }
  RoofPlot& plot() { return *plot_; }
  TableView& points() { return *points_; }
  TableView& adviceTable() { return *advised_; }
  AdviceTable& advices() { return *advices_; }
  QString header() const;
  QSize sizeHint() const override { return {840, 300}; }

 private:
  QWidget* makeHeader();
  void measure();                   // no-op if the peaks are known
  std::string transformer() const;  // of the compilation
  void followTransformer();
  void keepShown();  // before another transformer's kernels are shown
  void showOther();  // another program's nodes, else the transformer that was shown before
  std::optional<OtherRoof> peerRoof() const;
  void startMeasuring(bool again);
  void followCompilation();
  void followSelection(Facets what);
  void followRange();
  void refreshHeader();
  void select(const QString& kernel);

  Workspace& workspace_;
  MachinePeaks peaks_;
  std::string path_, shown_;       // the document and the transformer that are shown
  std::string absent_;             // transformer whose device cannot be measured here
  PeerRecordPtr peer_;             // the last one
  std::vector<OtherRoof> others_;  // of this document, by transformer; the last one shown last
  JobId job_ = 0;
  RoofPlot* plot_;
  PointTable* pointRows_;
  AdviceTable* advices_;
  TableView *points_, *advised_;
  QString rangeNote_;           // text of the time filter
  int uncounted_ = 0;           // number of kernels not drawn
  double call_ = 0, once_ = 0;  // µs of the kernels of a call, and of those that run once
  QLabel* title_;
  ElidedLabel* words_;
  CompiledState* empty_;
  QStackedLayout* stack_;
  Update update_;
};

}  // namespace ng::views
