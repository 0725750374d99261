// SPDX-License-Identifier: Apache-2.0
// Timeline view: compilation and run of this window, or trace files; comparison of two timelines;
// statistics of a selected range. Runs are recorded while the view is visible.
#pragma once

#include <QTimer>
#include <span>

#include "views/core/view_base.h"
#include "views/core/view_option.h"
#include "views/core/workspace.h"
#include "views/timeline/lane_canvas.h"
#include "views/timeline/range_statistics.h"
#include "views/timeline/timeline_sources.h"

class QComboBox;
class QLabel;
class QSplitter;
class QStackedLayout;
class QToolButton;

namespace ng::views {

class EmptyState;

class TimelineView : public ViewBase {
  Q_OBJECT

 public:
  explicit TimelineView(Workspace& workspace, QWidget* parent = nullptr);
  ~TimelineView() override;

  // Reads a trace in a background job and shows it. Problems are reported as a message and above
  // the lanes.
  void openFile(const QString& path) override;

  TimelineSources& sources() { return *sources_; }
  LaneCanvas& canvas() { return *canvas_; }
  EventFinder& finder() { return *finder_; }
  TableView& table() { return statistics_->table(); }
  StatisticsTable& statistics() { return statistics_->model(); }
  QString info() const;
  QString chip() const;  // e.g. "range 1.2 – 3.4 ms"; empty: no range
  QSize sizeHint() const override { return {840, 300}; }
  static std::span<const ViewOption> options();
  QString arrange(const QJsonObject& options) override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void addCommands();
  void makeContent();
  QWidget* makeHeader();
  void connectCanvas();
  void connectSources();
  void connectSession();
  void followTimeline();
  void followSelection(Facets what);
  void refreshSources();
  void refresh();
  void refreshInfo();
  void startStatistics();
  void selectEvent();
  void selectName(std::uint32_t name, std::int32_t number);
  void mark();
  void goToRange();
  void showMenu(const QPoint& at, const QString& lane);
  void activateEvent();
  void activateRow(int row);  // of the table
  void goTo(const EventPlace& event);
  void followPeerRefusal();
  void complain(const Diagnostic& diagnostic);
  void chooseTrace();
  void chooseExport();
  const EventLink& link(std::uint32_t name) const;
  Stretch range() const;  // of the statistics: selected, else visible, else everything

  Workspace& workspace_;
  TimelineSources* sources_;
  LaneCanvas* canvas_;
  RangeStatistics* statistics_;
  EventFinder* finder_;
  QSplitter* parts_;
  QAction* peer_ = nullptr;    // measures the model in ONNX Runtime
  bool peerMeasured_ = false;  // by the option
  QAction *fit_, *focus_, *mark_, *next_, *previous_;
  QComboBox *source_, *compared_;
  QLabel *info_, *trouble_;
  QToolButton* chip_;
  EmptyState* empty_;
  QStackedLayout* stack_;
  QTimer later_;   // delays statistics during a run
  QTimer zoomed_;  // delays statistics of what is visible
  bool recording_ = false, partedByHand_ = false;
  Update update_;
};

}  // namespace ng::views
