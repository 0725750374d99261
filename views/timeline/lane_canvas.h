// SPDX-License-Identifier: Apache-2.0
// Lanes of events over time; events too short to draw are merged into bars with a count. Wheel and
// W/S zoom, A/D and the middle button pan, dragging selects a range.
#pragma once

#include <QAbstractScrollArea>
#include <optional>
#include <set>

#include "views/core/drawn.h"
#include "views/core/selection.h"
#include "views/timeline/event_links.h"
#include "views/timeline/time_scale.h"

namespace ng::views {

// Time range in nanoseconds, from <= to.
struct Stretch {
  double from = 0, to = 0;
  bool operator==(const Stretch&) const = default;
};

// Event of the shown timeline (which == 0) or of the compared one (which == 1).
struct ShownEvent {
  int which = 0;
  EventPlace place;
  bool operator==(const ShownEvent&) const = default;
};

class LaneCanvas : public QAbstractScrollArea, public Drawn {
  Q_OBJECT

 public:
  explicit LaneCanvas(QWidget* parent = nullptr);

  // `other` (may be null) is drawn below, shifted by `shift` nanoseconds. Fits automatically until
  // the user zooms.
  void setTimelines(TimelinePtr shown, TimelinePtr other, std::int64_t shift,
                    const CompilationRecordPtr& compilation);
  void setSelection(const SelectionState& selection);
  void setStretch(std::optional<Stretch> stretch);
  std::optional<Stretch> stretch() const { return stretch_; }
  std::optional<ShownEvent> current() const { return current_; }
  void setCurrent(std::optional<ShownEvent> event);

  const TimeScale& scale() const { return scale_; }
  void show(double from, double to);  // in nanoseconds
  void fit();                         // fits the run, and again when it grows
  void home();                        // fits the run; if fitted: includes compilation
  void focus();  // zooms to the current event or the range; if already there: fits the run
  void zoomBy(double factor);         // about the pointer if it is over the lanes, else the middle
  void panBy(double share);           // fraction of the width
  void step(int direction);           // to the next or previous event of the same name
  void walk(int along, int down);     // to the next event in the row, or to the row below or above

  const EventLink& link(std::uint32_t name) const { return links_[0].link(name); }
  std::optional<ShownEvent> eventAt(const QPointF& at) const;
  QRectF rectOf(const ShownEvent& event) const;
  Stretch stretchOf(const ShownEvent& event) const;
  std::uint32_t nameOf(const ShownEvent& event) const;
  // Outermost event of the shown timeline with this begin and end, to 1 ns.
  std::optional<ShownEvent> eventOf(const Stretch& stretch) const;
  bool isFolded(const QString& lane) const;         // lane of the shown timeline
  void foldLane(const QString& lane);               // toggles between one row and all rows
  QString describe(const ShownEvent& event) const;  // in one line
  std::size_t painted() const { return painted_; }  // number of bars in the last paint
  std::size_t folded() const { return folded_; }    // number of events merged in the last paint
  QJsonObject drawn() const override;

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
  struct Band {  // a visible lane
    int which = 0;
    std::size_t lane = 0;
    double top = 0;  // below the ruler, without scrolling
    std::size_t rows = 0;
    QString title;          // two lines for a lane of the compared timeline
    double height() const;  // at least the height of the title
  };
  const Timeline& timeline(int which) const { return *(which ? other_ : shown_); }
  const EventLinks& links(int which) const { return links_[which]; }
  double shift(int which) const { return which ? static_cast<double>(shift_) : 0; }
  void fitFrom(std::int64_t begin, std::int64_t otherBegin);
  void layOut();
  void updateBars();
  void changed();
  QRectF lanes() const;  // viewport area without names and ruler
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
  std::size_t size_ = 0;  // size of shown_ at the last setTimelines()
  std::int64_t shift_ = 0;
  EventLinks links_[2];
  std::vector<Band> bands_;
  std::set<std::pair<int, std::string>> closed_;  // lanes folded into one row
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
