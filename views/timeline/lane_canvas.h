// SPDX-License-Identifier: Apache-2.0
// Lanes of events over time: what is too short to see is folded into one bar with a count. Wheel
// and W/S zoom, A/D and the middle button pan, dragging measures.
#pragma once

#include <QAbstractScrollArea>
#include <optional>
#include <set>

#include "views/core/drawn.h"
#include "views/core/selection.h"
#include "views/timeline/event_links.h"
#include "views/timeline/time_scale.h"

namespace ng::views {

// A measured stretch in nanoseconds, `from` before `to`.
struct Stretch {
  double from = 0, to = 0;
  bool operator==(const Stretch&) const = default;
};

// An event of the timeline that is shown (which 0) or of the one beside it (1).
struct ShownEvent {
  int which = 0;
  EventPlace place;
  bool operator==(const ShownEvent&) const = default;
};

class LaneCanvas : public QAbstractScrollArea, public Drawn {
  Q_OBJECT

 public:
  explicit LaneCanvas(QWidget* parent = nullptr);

  // `other` (or null) stands below, moved by `shift` nanoseconds. Fits while the user has not
  // zoomed.
  void setTimelines(TimelinePtr shown, TimelinePtr other, std::int64_t shift,
                    const CompilationRecordPtr& compilation);
  void setSelection(const SelectionState& selection);
  void setStretch(std::optional<Stretch> stretch);
  std::optional<Stretch> stretch() const { return stretch_; }
  std::optional<ShownEvent> current() const { return current_; }
  void setCurrent(std::optional<ShownEvent> event);

  const TimeScale& scale() const { return scale_; }
  void show(double from, double to);  // nanoseconds
  void fit();                         // to the run, and again when it grows
  void home();                        // fits; again: the compile too
  void focus();                       // on the current event, else the stretch; again: everything
  void zoomBy(double factor);         // about the middle, or the pointer where it is over the lanes
  void panBy(double share);           // of the width
  void step(int direction);           // to the next or previous event of the same name
  void walk(int along, int down);     // to the neighbour in the row, or the row below

  const EventLink& link(std::uint32_t name) const { return links_[0].link(name); }
  std::optional<ShownEvent> eventAt(const QPointF& at) const;
  QRectF rectOf(const ShownEvent& event) const;
  Stretch stretchOf(const ShownEvent& event) const;
  std::uint32_t nameOf(const ShownEvent& event) const;
  // The outermost event of what is shown that lasts just as long, to a nanosecond.
  std::optional<ShownEvent> eventOf(const Stretch& stretch) const;
  bool isFolded(const QString& lane) const;         // of what is shown
  void foldLane(const QString& lane);               // into one row; again: unfolds it
  QString describe(const ShownEvent& event) const;  // one line
  std::size_t painted() const { return painted_; }  // bars of the last picture
  std::size_t folded() const { return folded_; }    // events that were folded in it
  QJsonObject drawn() const override;

 signals:
  void stretchMeasured(std::optional<Stretch> stretch);
  void currentChanged();    // by the user
  void currentActivated();  // Enter or double-click
  // On a lane's name, else on the current event or the empty ground.
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
  struct Band {  // a lane on the screen
    int which = 0;
    std::size_t lane = 0;
    double top = 0;  // without scrolling, below the ruler
    std::size_t rows = 0;
    QString title;          // a second line where it is of the timeline beside
    double height() const;  // also for the title
  };
  const Timeline& timeline(int which) const { return *(which ? other_ : shown_); }
  const EventLinks& links(int which) const { return links_[which]; }
  double shift(int which) const { return which ? static_cast<double>(shift_) : 0; }
  void fitFrom(std::int64_t begin, std::int64_t otherBegin);
  void layOut();
  void updateBars();
  void changed();
  QRectF lanes() const;  // of the viewport: without names and ruler
  const Band* bandOf(const ShownEvent& event) const;
  double topOf(const Band& band, std::size_t row) const;
  void select(std::optional<ShownEvent> event);
  void reveal(const ShownEvent& event);
  const Band* bandAt(double y) const;
  bool isFolded(const Band& band) const;
  void toggle(const Band& band);

  void paintRuler(QPainter& painter) const;
  void paintBand(QPainter& painter, const Band& band);
  void paintRow(QPainter& painter, const Band& band, std::size_t row);
  void paintEventBar(QPainter& painter, const Band& band, const EventRow& row,
                     const EventSpan& span, const QRectF& box) const;
  void paintFolded(QPainter& painter, const EventSpan& span, const QRectF& box) const;
  void paintStretch(QPainter& painter) const;
  void paintCurrent(QPainter& painter) const;

  TimelinePtr shown_ = std::make_shared<Timeline>(), other_;
  std::size_t size_ = 0;  // of shown_ when it was last looked at
  std::int64_t shift_ = 0;
  EventLinks links_[2];
  std::vector<Band> bands_;
  std::set<std::pair<int, std::string>> closed_;  // lanes shown by one row
  TimeScale scale_;
  bool automatic_ = true;
  std::optional<Stretch> stretch_;
  std::optional<ShownEvent> current_, hovered_;
  std::optional<QPointF> pressed_;
  QPointF last_;
  bool dragged_ = false;
  std::size_t painted_ = 0, folded_ = 0;
};

}  // namespace ng::views
