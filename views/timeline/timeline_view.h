// SPDX-License-Identifier: Apache-2.0
// When what happened: the compile and the run of this window, or traces from files; two of them
// side by side; and the sums of a measured range. A run is recorded while the view is visible.
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "views/core/workspace.h"
#include "views/timeline/lane_canvas.h"
#include "views/widgets/when_seen.h"

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

class TimelineView : public QWidget {
  Q_OBJECT

 public:
  explicit TimelineView(Workspace& workspace, QWidget* parent = nullptr);
  ~TimelineView() override;

  // Reads a trace in the background and shows it; what is wrong with it comes as a message, and
  // stands over the lanes.
  Q_INVOKABLE void openTrace(const QString& path);
  bool exportTrace(const QString& path);  // of what is shown; false: refused, with a message
  void pin();                             // keeps what is shown, to compare with

  LaneCanvas& canvas() { return *canvas_; }
  TableView& table() { return *table_; }
  StatisticsTable& statistics() { return *model_; }
  QString info() const;
  QString chip() const;  // "range 1.2 – 3.4 ms", empty without one
  int sources() const { return static_cast<int>(sources_.size()); }
  void showSource(int source);   // 0: this window's
  void compareWith(int source);  // -1: nothing
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
  EventStatistics sumNow(const SumsRow& row) const;  // of `shown`; without events: there are none
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
  TimelinePtr summed_;  // what the table tells of
  QTimer later_;        // sums of a run that goes on
  JobId job_ = 0;
  bool recording_ = false, partedByHand_ = false;
  WhenSeen seen_;
};

QWidget* makeTimelineView(Workspace& workspace);

}  // namespace ng::views
