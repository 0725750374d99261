// SPDX-License-Identifier: Apache-2.0
// Lanes of events over time: what is visible, current and selected. Wheel and W/S zoom, A/D and the
// middle button pan, dragging selects a range. Events too short to draw are merged into bars with a
// count by LanePainter.
#pragma once

#include <QAbstractScrollArea>
#include <optional>

#include "views/core/describable.h"
#include "views/timeline/counter_tracks.h"
#include "views/timeline/event_finder.h"
#include "views/timeline/lane_camera.h"
#include "views/timeline/lane_layout.h"

namespace ng::views {

class LaneCanvas : public QAbstractScrollArea, public Describable {
  Q_OBJECT

 public:
  explicit LaneCanvas(QWidget* parent = nullptr);

  // `other` (may be null) is drawn below, shifted by `shift` nanoseconds. Fits automatically until
  // the user zooms. `counted`: the compilation whose costs the counters and flows show; may be
  // null.
  void setTimelines(TimelinePtr shown, TimelinePtr other, std::int64_t shift,
                    const CompilationRecordPtr& compilation,
                    const CompilationRecordPtr& counted = nullptr);
  const ShownTimelines& timelines() const { return timelines_; }
  void setSelection(const SelectionState& selection);
  // Makes the first visible event of the selected kernel, or of the kernel that computes the
  // selected op, the current one, unless it is one of these.
  void showSelected();
  void setMatches(EventMatches matches);  // of the shown timeline; its other events are pale
  // Whether one of `count` events is a match, or there is no search.
  bool isMatch(int which, const EventPlace& first, std::size_t count) const;
  void setStretch(std::optional<Stretch> stretch);
  std::optional<Stretch> stretch() const { return stretch_; }
  void setCurrent(std::optional<ShownEvent> event);
  std::optional<ShownEvent> current() const { return current_; }
  std::optional<ShownEvent> hovered() const { return hovered_; }

  LaneCamera& camera() { return camera_; }
  const TimeScale& scale() const { return camera_.scale(); }
  void focus();  // zooms to the current event or the range; if already there: fits the run
  void zoomBy(double factor);      // about the pointer if it is over the lanes, else the middle
  void step(int direction);        // to the next or previous event of the same name
  void walk(int along, int down);  // to the next event in the row, or to the row below or above

  const LaneLayout& layout() const { return layout_; }
  const CounterTracks& counters() const { return counters_; }
  QRectF lanes() const;  // viewport area without names and ruler
  double topOf(const LaneBand& band, std::size_t row) const;
  std::optional<ShownEvent> eventAt(const QPointF& at) const;
  QRectF rectOf(const ShownEvent& event) const;
  void foldLane(const QString& lane);               // of the shown timeline; or unfolds it
  std::size_t painted() const { return painted_; }  // number of bars in the last paint
  std::size_t folded() const { return folded_; }    // number of events merged in the last paint
  QJsonObject description() const override;

 signals:
  void stretchMeasured(std::optional<Stretch> stretch);
  void currentChanged();    // by the user
  void currentActivated();  // Enter or double-click
  // `lane`: lane under the pointer; empty: the current event or the background.
  void menuAsked(const QPoint& at, const QString& lane);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void leaveEvent(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;

 private:
  void updateBars();
  double contentY(double y) const;  // below the ruler, without scrolling
  void dragTo(const QPointF& at, Qt::MouseButtons buttons);
  void fold(int which, const std::string& lane);
  void select(std::optional<ShownEvent> event);
  void reveal(const ShownEvent& event);

  ShownTimelines timelines_;
  LaneLayout layout_;
  RunSteps steps_;
  CounterTracks counters_{steps_};
  LaneCamera camera_{timelines_};
  EventMatches matches_;
  std::optional<Stretch> stretch_;
  std::optional<ShownEvent> current_, hovered_;
  std::optional<QPointF> pressed_;
  QPointF last_;
  bool dragged_ = false;
  std::size_t painted_ = 0, folded_ = 0;
};

double countersTop(const LaneCanvas& canvas);  // of the counters, in the viewport

}  // namespace ng::views
