// SPDX-License-Identifier: Apache-2.0
// Timeline view: compilation and run of this window, or trace files; comparison of two timelines;
// statistics of a selected range. Runs are recorded while the view is visible.
#pragma once

#include <QTimer>
#include <vector>

#include "views/core/view_base.h"
#include "views/core/workspace.h"
#include "views/timeline/lane_canvas.h"

class QComboBox;
class QLabel;
class QSplitter;
class QStackedLayout;
class QToolButton;

namespace ng::views {

class EmptyState;
class StatisticsTable;
struct SumsRow;
class TableView;

class TimelineView : public ViewBase {
  Q_OBJECT

 public:
  explicit TimelineView(Workspace& workspace, QWidget* parent = nullptr);
  ~TimelineView() override;

  // Reads a trace in a background job and shows it. Problems are reported as a message and above
  // the lanes.
  void openFile(const QString& path) override;
  // Exports the shown timeline; false: failed, with a message.
  bool exportTrace(const QString& path);
  void pin();                             // keeps a copy of the shown timeline for comparison

  LaneCanvas& canvas() { return *canvas_; }
  TableView& table() { return *table_; }
  StatisticsTable& statistics() { return *model_; }
  QString info() const;
  QString chip() const;  // e.g. "range 1.2 – 3.4 ms"; empty: no range
  int sources() const { return static_cast<int>(sources_.size()); }
  void showSource(int source);   // 0: this window's run
  void compareWith(int source);  // -1: no comparison
  QSize sizeHint() const override { return {840, 300}; }

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  struct Source {
    QString title;
    TimelinePtr timeline;
  };
  QWidget* makeHeader();
  void addCommands();
  void followTimeline();
  void followSelection(Facets what);
  void refreshSources();
  void refresh();
  void refreshInfo();
  void startStatistics();
  void showStatistics(const TimelinePtr& of, std::vector<EventStatistics> own,
                      std::vector<EventStatistics> others);
  EventStatistics sumNow(const SumsRow& row) const;  // statistics in shown(); count 0: no events
  void selectEvent();
  void selectName(std::uint32_t name, std::int32_t number);
  bool revealName(std::uint32_t name);
  QString leadsTo(std::uint32_t name) const;
  void mark();
  void goToRange();
  void showMenu(const QPoint& at, const QString& lane);
  void activateEvent();
  void activateRow(int row);  // of the table
  void goTo(const EventPlace& event);
  void traceRead(const QString& title, Timeline timeline, bool whole);
  void complain(const Diagnostic& diagnostic);
  void chooseTrace();
  void chooseExport();
  TimelinePtr shown() const;
  TimelinePtr other() const;
  Stretch range() const;

  Workspace& workspace_;
  LaneCanvas* canvas_;
  StatisticsTable* model_;
  TableView* table_;
  QSplitter* parts_;
  QAction *fit_, *focus_, *mark_, *next_, *previous_;
  QComboBox *source_, *compared_;
  QLabel *info_, *trouble_;
  QToolButton* chip_;
  EmptyState* empty_;
  QStackedLayout* stack_;
  std::vector<Source> sources_;
  int showing_ = 0, comparing_ = -1;
  TimelinePtr summed_;  // timeline of the table's statistics
  QTimer later_;        // delays statistics during a run
  JobId job_ = 0;
  bool recording_ = false, partedByHand_ = false;
  Update update_;
};

}  // namespace ng::views
