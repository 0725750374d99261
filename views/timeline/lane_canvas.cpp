// SPDX-License-Identifier: Apache-2.0
// What the lanes show and where. Mouse and keys are in lane_input.cpp.
#include "views/timeline/lane_canvas.h"

#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "engine/records/compilation_record.h"
#include "views/core/theme/theme.h"
#include "views/timeline/lane_metrics.h"
#include "views/timeline/lane_painter.h"

namespace ng::views {

LaneCanvas::LaneCanvas(QWidget* parent) : QAbstractScrollArea(parent) {
  setFrameShape(NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setMouseTracking(true);
  setMinimumSize(160, 80);
  setAccessibleName(tr("Timeline"));
  connect(&Theme::current(), &Theme::changed, viewport(), QOverload<>::of(&QWidget::update));
  connect(&camera_, &LaneCamera::changed, viewport(), QOverload<>::of(&QWidget::update));
}

void LaneCanvas::setTimelines(TimelinePtr shown, TimelinePtr other, std::int64_t shift,
                              const CompilationRecordPtr& compilation,
                              const CompilationRecordPtr& counted) {
  const bool same = timelines_.set(std::move(shown), std::move(other), shift, compilation);
  if (!same) {
    matches_ = nullptr;  // their places are stale
    current_.reset();
    hovered_.reset();
  }
  layout_.follow(timelines_);
  steps_.follow(timelines_, counted);
  updateBars();
  camera_.follow();
  viewport()->update();
}

void LaneCanvas::setSelection(const SelectionState& selection) {
  timelines_.select(selection);
  viewport()->update();
}

void LaneCanvas::showSelected() {
  const EventLinks& links = timelines_.links(0);
  if (current_ && links.isSelected(timelines_.event(*current_).name)) return;
  const auto first = steps_.first(static_cast<std::int64_t>(scale().from()),
                                  static_cast<std::int64_t>(scale().to()),
                                  [&](std::uint32_t name) { return links.isSelected(name); });
  if (!first) return;
  setCurrent(ShownEvent{0, *first});
}

void LaneCanvas::setMatches(EventMatches matches) {
  matches_ = std::move(matches);
  viewport()->update();
}

bool LaneCanvas::isMatch(int which, const EventPlace& first, std::size_t count) const {
  if (!matches_ || which != 0) return true;
  const auto before = [](const EventPlace& a, const EventPlace& b) {
    return std::tie(a.lane, a.row, a.event) < std::tie(b.lane, b.row, b.event);
  };
  const auto at = std::lower_bound(matches_->begin(), matches_->end(), first, before);
  return at != matches_->end() && before(*at, {first.lane, first.row, first.event + count});
}

void LaneCanvas::setStretch(std::optional<Stretch> stretch) {
  if (stretch == stretch_) return;
  stretch_ = stretch;
  viewport()->update();
}

void LaneCanvas::setCurrent(std::optional<ShownEvent> event) {
  current_ = event;
  viewport()->update();
}

void LaneCanvas::updateBars() {
  camera_.setPixels(lane::names, viewport()->width() - lane::names);
  const double height = layout_.height() + counters_.height() + lane::ruler;
  const int more = static_cast<int>(height) - viewport()->height();
  verticalScrollBar()->setRange(0, std::max(0, more));
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setSingleStep(lane::row);
}

QRectF LaneCanvas::lanes() const {
  return QRectF(viewport()->rect()).adjusted(lane::names, lane::ruler, 0, 0);
}

void LaneCanvas::focus() {
  camera_.focus(current_ ? timelines_.stretchOf(*current_) : stretch_);
}

void LaneCanvas::zoomBy(double factor) {
  const QPointF at = viewport()->mapFromGlobal(QPointF(QCursor::pos()));
  const bool over = underMouse() && lanes().contains(at);
  camera_.zoom(factor, over ? at.x() : (scale().left() + scale().right()) / 2);
}

double LaneCanvas::topOf(const LaneBand& band, std::size_t row) const {
  return lane::ruler + band.top + static_cast<double>(row) * lane::row -
         verticalScrollBar()->value();
}

double countersTop(const LaneCanvas& canvas) {
  return lane::ruler + canvas.layout().height() - canvas.verticalScrollBar()->value();
}

double LaneCanvas::contentY(double y) const {
  return y - lane::ruler + verticalScrollBar()->value();
}

std::optional<ShownEvent> LaneCanvas::eventAt(const QPointF& at) const {
  if (!lanes().contains(at)) return std::nullopt;
  for (const LaneBand& band : layout_.bands()) {
    const double y = at.y() - topOf(band, 0);
    const auto row = static_cast<std::size_t>(std::max(0.0, y) / lane::row);
    if (y < 0 || row >= band.rows) continue;
    const EventRow& events = timelines_.timeline(band.which).lanes()[band.lane].rows[row];
    const double time = scale().time(at.x()) - timelines_.shift(band.which);
    const double reach = lane::least * scale().perPixel();
    const std::size_t i = events.first_ending_from(static_cast<std::int64_t>(time - reach / 2));
    if (i == events.size() || static_cast<double>(events.begin(i)) > time + reach / 2)
      return std::nullopt;
    return ShownEvent{band.which, {band.lane, row, i}};
  }
  return std::nullopt;
}

QRectF LaneCanvas::rectOf(const ShownEvent& event) const {
  const LaneBand* const band = layout_.bandOf(event);
  if (!band || event.place.row >= band->rows) return {};
  const TimelineEvent of = timelines_.timeline(event.which).event(event.place);
  const double left = scale().x(static_cast<double>(of.begin) + timelines_.shift(event.which));
  const double right = scale().x(static_cast<double>(of.end) + timelines_.shift(event.which));
  return {left, topOf(*band, event.place.row), std::max(1.0, right - left), lane::row - 1.0};
}

void LaneCanvas::reveal(const ShownEvent& event) {
  const QRectF box = rectOf(event);
  if (box.isNull()) return;
  const QRectF area = lanes();
  if (box.right() < area.left() || box.left() > area.right()) {
    camera_.pan(box.center().x() - area.center().x());
  }
  QScrollBar* const bar = verticalScrollBar();
  if (box.top() < area.top())
    bar->setValue(bar->value() - static_cast<int>(area.top() - box.top()));
  if (box.bottom() > area.bottom())
    bar->setValue(bar->value() + static_cast<int>(box.bottom() - area.bottom()));
  viewport()->update();
}

void LaneCanvas::foldLane(const QString& lane) {
  fold(0, lane.toStdString());
}

void LaneCanvas::fold(int which, const std::string& lane) {
  layout_.fold(timelines_, which, lane);
  updateBars();
  viewport()->update();
}

void LaneCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  LanePainter lanes(*this, painter);
  lanes.paint();
  painted_ = lanes.bars();
  folded_ = lanes.merged();
}

// Bars as painted, merged bars with their count.
QJsonObject LaneCanvas::description() const {
  QJsonArray bands;
  for (const LaneBand& band : layout_.bands()) {
    const double moved = timelines_.shift(band.which);
    const Timeline& of = timelines_.timeline(band.which);
    const auto least = static_cast<std::int64_t>(std::ceil(lane::least * scale().perPixel()));
    QJsonArray rows;
    for (std::size_t row = 0; row < band.rows; ++row) {
      const EventRow& events = of.lanes()[band.lane].rows[row];
      QJsonArray bars;
      events.visible(
          static_cast<std::int64_t>(scale().from() - moved),
          static_cast<std::int64_t>(scale().to() - moved), least, [&](const EventSpan& span) {
            QJsonObject bar{{"from", static_cast<double>(span.begin)},
                            {"to", static_cast<double>(span.end)}};
            const TimelineEvent event = events[span.first];
            if (matches_)
              bar["match"] = isMatch(band.which, {band.lane, row, span.first}, span.count);
            if (span.count == 1)
              bar["name"] = QString::fromStdString(of.names()[event.name].text);
            else
              bar["events"] = static_cast<double>(span.count);
            bars.append(bar);
          });
      rows.append(bars);
    }
    bands.append(QJsonObject{{"lane", band.title.section('\n', 0, 0)}, {"rows", rows}});
  }
  QJsonObject out{{"kind", "timeline"},
                  {"unit", "ns"},
                  {"from", scale().from()},
                  {"to", scale().to()},
                  {"lanes", bands}};
  if (!steps_.empty()) out["counters"] = counters_.description(scale());
  if (stretch_) out["stretch"] = QJsonArray{stretch_->from, stretch_->to};
  if (current_) out["current"] = timelines_.describe(*current_);
  return out;
}

}  // namespace ng::views
