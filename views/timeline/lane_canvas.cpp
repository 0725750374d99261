// SPDX-License-Identifier: Apache-2.0
// Contents and geometry of the lane canvas. Mouse and keys are in lane_input.cpp, painting in
// lane_paint.cpp.
#include "views/timeline/lane_canvas.h"

#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/timeline/lane_metrics.h"
#include "views/widgets/number_text.h"

namespace ng::views {

LaneCanvas::LaneCanvas(QWidget* parent) : QAbstractScrollArea(parent) {
  setFrameShape(NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setMouseTracking(true);
  setMinimumSize(160, 80);
  setAccessibleName(tr("Timeline"));
  connect(&Theme::current(), &Theme::changed, viewport(), QOverload<>::of(&QWidget::update));
}

void LaneCanvas::setTimelines(TimelinePtr shown, TimelinePtr other, std::int64_t shift,
                              const CompilationRecordPtr& compilation) {
  const bool another = shown != shown_ || other != other_;
  shown_ = shown ? std::move(shown) : std::make_shared<Timeline>();
  other_ = std::move(other);
  shift_ = shift;
  links_[0].follow(shown_, compilation);
  links_[1].follow(other_, compilation);
  // Events were dropped, so event places are invalid.
  const bool forgotten = shown_->size() < size_;
  size_ = shown_->size();
  if (another || forgotten) {
    current_.reset();
    hovered_.reset();
  }
  layOut();
  if (automatic_) fit();
  viewport()->update();
}

void LaneCanvas::setSelection(const SelectionState& selection) {
  for (EventLinks& links : links_) links.select(selection);
  viewport()->update();
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

double LaneCanvas::Band::height() const {
  const std::size_t lines = title.contains(u'\n') ? 2 : 1;
  return static_cast<double>(std::max(rows, lines)) * lane::row;
}

// Omits lanes without events.
void LaneCanvas::layOut() {
  bands_.clear();
  double top = lane::gap;
  for (int which = 0; which < (other_ ? 2 : 1); ++which) {
    const std::vector<TimelineLane>& lanes = timeline(which).lanes();
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      std::size_t rows = 0;
      for (std::size_t row = 0; row < lanes[i].rows.size(); ++row)
        if (!lanes[i].rows[row].empty()) rows = row + 1;
      if (rows == 0) continue;
      if (closed_.contains({which, lanes[i].name})) rows = 1;
      const QString name = QString::fromStdString(lanes[i].name);
      const QString of = QString::fromStdString(timeline(which).title);
      bands_.push_back({which, i, top, rows, which ? name + "\n" + of : name});
      top += bands_.back().height() + lane::gap;
    }
  }
  updateBars();
}

void LaneCanvas::updateBars() {
  scale_.setPixels(lane::names, viewport()->width() - lane::names);
  const double height = bands_.empty() ? 0 : bands_.back().top + lane::gap + bands_.back().height();
  const int more = static_cast<int>(height + lane::ruler) - viewport()->height();
  verticalScrollBar()->setRange(0, std::max(0, more));
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setSingleStep(lane::row);
}

void LaneCanvas::changed() {
  automatic_ = false;
  viewport()->update();
}

QRectF LaneCanvas::lanes() const {
  return QRectF(viewport()->rect()).adjusted(lane::names, lane::ruler, 0, 0);
}

void LaneCanvas::show(double from, double to) {
  scale_.show(from, to);
  changed();
}

void LaneCanvas::fit() {
  fitFrom(shown_->run_begin(), other_ ? other_->run_begin() : 0);
  automatic_ = true;
}

void LaneCanvas::home() {
  if (!automatic_) return fit();
  fitFrom(shown_->begin(), other_ ? other_->begin() : 0);
  automatic_ = false;
}

void LaneCanvas::fitFrom(std::int64_t begin, std::int64_t otherBegin) {
  double from = static_cast<double>(begin), to = static_cast<double>(shown_->end());
  if (other_ && !other_->empty()) {
    from = std::min(from, static_cast<double>(otherBegin + shift_));
    to = std::max(to, static_cast<double>(other_->end() + shift_));
  }
  const double air = (to - from) * 0.01;
  scale_.show(from - air, to + air);
  viewport()->update();
}

void LaneCanvas::focus() {
  Stretch wanted;
  if (current_) {
    wanted = stretchOf(*current_);
  } else if (stretch_) {
    wanted = *stretch_;
  } else {
    return fit();
  }
  const double air = std::max(5.0, (wanted.to - wanted.from) * 0.05);
  const double from = wanted.from - air, to = wanted.to + air;
  const bool there = std::abs(scale_.from() - from) < scale_.perPixel() &&
                     std::abs(scale_.to() - to) < scale_.perPixel();
  if (there) return fit();
  show(from, to);
}

void LaneCanvas::zoomBy(double factor) {
  const QPointF at = viewport()->mapFromGlobal(QPointF(QCursor::pos()));
  const bool over = underMouse() && lanes().contains(at);
  scale_.zoom(factor, over ? at.x() : (scale_.left() + scale_.right()) / 2);
  changed();
}

void LaneCanvas::panBy(double share) {
  scale_.pan(share * (scale_.right() - scale_.left()));
  changed();
}

const LaneCanvas::Band* LaneCanvas::bandOf(const ShownEvent& event) const {
  for (const Band& band : bands_)
    if (band.which == event.which && band.lane == event.place.lane) return &band;
  return nullptr;
}

double LaneCanvas::topOf(const Band& band, std::size_t row) const {
  return lane::ruler + band.top + static_cast<double>(row) * lane::row -
         verticalScrollBar()->value();
}

std::optional<ShownEvent> LaneCanvas::eventAt(const QPointF& at) const {
  if (!lanes().contains(at)) return std::nullopt;
  for (const Band& band : bands_) {
    const double y = at.y() - topOf(band, 0);
    const auto row = static_cast<std::size_t>(std::max(0.0, y) / lane::row);
    if (y < 0 || row >= band.rows) continue;
    const EventRow& events = timeline(band.which).lanes()[band.lane].rows[row];
    const double time = scale_.time(at.x()) - shift(band.which);
    const double reach = lane::least * scale_.perPixel();
    const std::size_t i = events.first_ending_from(static_cast<std::int64_t>(time - reach / 2));
    if (i == events.size() || static_cast<double>(events.begin(i)) > time + reach / 2)
      return std::nullopt;
    return ShownEvent{band.which, {band.lane, row, i}};
  }
  return std::nullopt;
}

QRectF LaneCanvas::rectOf(const ShownEvent& event) const {
  const Band* const band = bandOf(event);
  if (!band || event.place.row >= band->rows) return {};
  const TimelineEvent of = timeline(event.which).event(event.place);
  const double left = scale_.x(static_cast<double>(of.begin) + shift(event.which));
  const double right = scale_.x(static_cast<double>(of.end) + shift(event.which));
  return {left, topOf(*band, event.place.row), std::max(1.0, right - left), lane::row - 1.0};
}

QString LaneCanvas::describe(const ShownEvent& event) const {
  const TimelineEvent of = timeline(event.which).event(event.place);
  const TimelineName& name = timeline(event.which).names()[of.name];
  QStringList parts{QString::fromStdString(name.text)};
  if (!name.category.empty()) parts << QString::fromStdString(name.category);
  if (of.number >= 0) {
    const bool epoch = name.category == "epoch";
    parts << (epoch ? tr("epoch %1") : tr("iteration %1")).arg(of.number);
  }
  parts << spanText(static_cast<double>(of.end - of.begin));
  parts << tr("at %1").arg(
      momentText(static_cast<double>(of.begin), static_cast<double>(of.end - of.begin)));
  if (!name.detail.empty()) parts << QString::fromStdString(name.detail);
  return parts.join(QString::fromUtf8("  ·  "));
}

void LaneCanvas::reveal(const ShownEvent& event) {
  const QRectF box = rectOf(event);
  if (box.isNull()) return;
  const QRectF area = lanes();
  if (box.right() < area.left() || box.left() > area.right()) {
    scale_.pan(box.center().x() - area.center().x());
    automatic_ = false;
  }
  QScrollBar* const bar = verticalScrollBar();
  if (box.top() < area.top())
    bar->setValue(bar->value() - static_cast<int>(area.top() - box.top()));
  if (box.bottom() > area.bottom())
    bar->setValue(bar->value() + static_cast<int>(box.bottom() - area.bottom()));
  viewport()->update();
}

const LaneCanvas::Band* LaneCanvas::bandAt(double y) const {
  for (const Band& band : bands_) {
    const double top = topOf(band, 0);
    if (y >= top && y < top + band.height()) return &band;
  }
  return nullptr;
}

void LaneCanvas::toggle(const Band& band) {
  const std::pair key(band.which, timeline(band.which).lanes()[band.lane].name);
  if (!closed_.erase(key)) closed_.insert(key);
  layOut();  // invalidates `band`
  viewport()->update();
}

bool LaneCanvas::isFolded(const Band& band) const {
  return closed_.contains({band.which, timeline(band.which).lanes()[band.lane].name});
}

bool LaneCanvas::isFolded(const QString& lane) const {
  return closed_.contains({0, lane.toStdString()});
}

void LaneCanvas::foldLane(const QString& lane) {
  for (const Band& band : bands_)
    if (band.which == 0 && timeline(0).lanes()[band.lane].name == lane.toStdString())
      return toggle(band);
}

Stretch LaneCanvas::stretchOf(const ShownEvent& event) const {
  const TimelineEvent of = timeline(event.which).event(event.place);
  return {static_cast<double>(of.begin) + shift(event.which),
          static_cast<double>(of.end) + shift(event.which)};
}

std::uint32_t LaneCanvas::nameOf(const ShownEvent& event) const {
  return timeline(event.which).event(event.place).name;
}

std::optional<ShownEvent> LaneCanvas::eventOf(const Stretch& stretch) const {
  const auto from = static_cast<std::int64_t>(std::llround(stretch.from));
  const auto to = static_cast<std::int64_t>(std::llround(stretch.to));
  for (std::size_t lane = 0; lane < shown_->lanes().size(); ++lane)
    for (std::size_t row = 0; row < shown_->lanes()[lane].rows.size(); ++row) {
      const EventRow& events = shown_->lanes()[lane].rows[row];
      const std::size_t i = events.first_ending_from(to - 1);
      for (std::size_t near = i; near < events.size() && near < i + 2; ++near)
        if (std::abs(events.begin(near) - from) <= 1 && std::abs(events.end(near) - to) <= 1)
          return ShownEvent{0, {lane, row, near}};
    }
  return std::nullopt;
}

}  // namespace ng::views
