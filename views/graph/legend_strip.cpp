// SPDX-License-Identifier: Apache-2.0
// The legend and the zoom below the canvas.
#include "views/graph/legend_strip.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "views/graph/canvas/card_painter.h"

namespace ng::views {
namespace {

constexpr double swatch = 4, swatchHeight = 12, backWidth = 30;

QString markName(Mark mark) {
  switch (mark) {
    case Mark::added: return QObject::tr("added");
    case Mark::removed: return QObject::tr("removed");
    case Mark::changed: return QObject::tr("changed");
    case Mark::none: break;
  }
  return QObject::tr("untouched");
}

QString familyName(Family family) {
  const std::string_view text = name(family);
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

LegendStrip::LegendStrip(QWidget* parent)
    : QWidget(parent), buttons_(new QHBoxLayout(this)), zoom_(new QLabel) {
  setFixedHeight(metrics::strip);
  buttons_->setContentsMargins(metrics::grid, 0, metrics::grid, 0);
  buttons_->setSpacing(2);
  buttons_->addStretch(1);
  buttons_->addWidget(zoom_);
  zoom_->setFont(Theme::current().captionFont());
  zoom_->setMinimumWidth(44);
  zoom_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  zoom_->setAccessibleName(tr("Zoom"));
  connect(&Theme::current(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LegendStrip::addButton(QAction* action) {
  auto* button = new QToolButton;
  button->setDefaultAction(action);
  button->setIconSize({metrics::icon, metrics::icon});
  button->setFocusPolicy(Qt::TabFocus);
  if (action->menu()) button->setPopupMode(QToolButton::InstantPopup);
  buttons_->insertWidget(buttons_->count() - 1, button);
}

void LegendStrip::setZoom(double scale) {
  const double percent = scale * 100;
  zoom_->setText(percent >= 1 ? tr("%1 %").arg(std::lround(percent))
                              : tr("%1 %").arg(percent, 0, 'f', 1));
}

void LegendStrip::note(const GraphScene& scene) {
  const auto add = [](auto& all, auto one) {
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  };
  for (const Card& card : scene.cards) {
    if (card.hasFamilyColour()) add(families_, card.family);
    if (scene.diff && card.mark != Mark::none) add(marks_, card.mark);
    for (const Chip& chip : card.chips)
      if (scene.diff && chip.mark != Mark::none) add(marks_, chip.mark);
  }
  for (const EdgeShape& edge : scene.edges) {
    back_ |= edge.back && !edge.hub && edge.routed;
    faded_ |= edge.faded && edge.routed;
  }
  for (const Hull& hull : scene.hulls)
    if (scene.diff && hull.mark != Mark::none) add(marks_, hull.mark);
}

void LegendStrip::show(const GraphScene& scene, ColourBy by, const QString& axis,
                       const GraphScene* beside) {
  by_ = by;
  axis_ = axis;
  families_.clear();
  marks_.clear();
  entries_.clear();
  back_ = faded_ = false;
  direction_ = scene.direction;
  note(scene);
  if (beside) note(*beside);
  std::sort(families_.begin(), families_.end());
  std::sort(marks_.begin(), marks_.end());
  if (by != ColourBy::family) families_.clear();
  if (by != ColourBy::family && by != ColourBy::placement) {
    const QStringList names{"",
                            tr("FLOP per card"),
                            tr("memory traffic per card"),
                            tr("FLOP per byte"),
                            tr("kernel time"),
                            tr("largest value"),
                            tr("relative error"),
                            overlay_,
                            "",
                            tr("time in the range (Esc clears)"),
                            tr("largest change by the edits")};
    entries_ << names[static_cast<int>(by)];
  }
  if (!axis.isEmpty()) entries_ << tr("axis %1 (Esc clears)").arg(axis);
  if (by == ColourBy::placement) entries_ << placements_;
  for (const Family family : families_) entries_ << familyName(family);
  for (const Mark mark : marks_) entries_ << markName(mark);
  if (faded_) entries_ << tr("long edge, whole when selected");
  if (back_) entries_ << tr("feedback edge");
  update();
}

void LegendStrip::setOverlay(const QString& title) {
  overlay_ = title;
}

void LegendStrip::setPlacements(const QStringList& names) {
  placements_ = names;
}

void LegendStrip::setFading(const QString& meaning) {
  if (meaning == fading_) return;
  fading_ = meaning;
  update();
}

void LegendStrip::setHeatEnds(const QString& least, const QString& most) {
  least_ = least;
  most_ = most;
  update();
}

void LegendStrip::paintHeat(QPainter& painter, double x) const {
  constexpr int steps = 60;
  painter.setPen(Qt::NoPen);
  for (int i = 0; i < steps; ++i)
    painter.fillRect(QRectF(x + i, (height() - swatchHeight) / 2, 1.5, swatchHeight),
                     QColor(Theme::heat(i / (steps - 1.0))));
}

// Paints a sample of a faded edge: its two ends.
void LegendStrip::paintFaded(QPainter& painter, double x) const {
  const double y = height() / 2.0, right = x + backWidth;
  const QColor& colour = Theme::current().colours().edge;
  QColor clear = colour;
  clear.setAlpha(0);
  QLinearGradient fade(QPointF(x, y), QPointF(right, y));
  for (const auto& [at, shade] :
       {std::pair{0.0, colour}, {0.45, clear}, {0.55, clear}, {1.0, colour}})
    fade.setColorAt(at, shade);
  painter.setPen(QPen(QBrush(fade), 1.3));
  painter.drawLine(QPointF(x, y), QPointF(right, y));
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  const QPointF head[] = {{right + 1, y}, {right - 7, y - 3.4}, {right - 7, y + 3.4}};
  painter.drawPolygon(head, 3);
}

// Paints a sample of a back edge: dashed, with an arrow in the middle.
void LegendStrip::paintBack(QPainter& painter, double x) const {
  const QColor& colour = Theme::current().colours().edge;
  const double y = height() / 2.0, middle = x + backWidth / 2;
  QPen pen(colour, 1.3);
  pen.setDashPattern({5, 2});
  pen.setCapStyle(Qt::FlatCap);
  painter.setPen(pen);
  painter.drawLine(QPointF(x, y), QPointF(x + backWidth, y));
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  const QPointF head[] = {{middle - 4, y}, {middle + 4, y - 3.4}, {middle + 4, y + 3.4}};
  painter.drawPolygon(head, 3);
}

// Paints the entries from left to right. Those that do not fit are omitted, so that they are not
// drawn below the buttons.
class LegendStrip::Row {
 public:
  Row(const LegendStrip& strip, QPainter& painter)
      : strip_(strip),
        painter_(painter),
        end_(strip.buttons_->itemAt(1)->geometry().left() - 4),
        x_(metrics::grid + 4) {
    painter.setFont(theme_.captionFont());
  }

  void fading() {
    if (strip_.fading_.isEmpty()) return;
    painter_.setOpacity(0.4);
    painter_.setPen(QPen(theme_.colours().cardBorder, 1.4));
    painter_.setBrush(theme_.colours().card);
    painter_.drawRoundedRect(box(), 3, 3);
    painter_.setOpacity(1);
    x_ += boxWidth + gap;
    write(strip_.fading_);
  }
  void heat() {
    if (strip_.by_ == ColourBy::family || strip_.by_ == ColourBy::placement) return;
    if (!strip_.least_.isEmpty()) {
      write(strip_.least_);
      x_ -= 8;
    }
    strip_.paintHeat(painter_, x_);
    x_ += 68;
    if (!strip_.most_.isEmpty()) write(strip_.most_);
    writeEntry();
  }
  void axis() {
    if (strip_.axis_.isEmpty()) return;
    painter_.setPen(QPen(axisColour(), 1.6));
    painter_.drawRoundedRect(box(), 3, 3);
    x_ += boxWidth + gap;
    writeEntry();
  }
  // These return whether there was room.
  bool stripe(const QColor& colour) {
    if (!fits(swatch)) return false;
    painter_.fillRect(QRectF(x_, top(), swatch, swatchHeight), colour);
    x_ += swatch + gap;
    writeEntry();
    return true;
  }
  bool mark(Mark mark) {
    if (!fits(boxWidth)) return false;
    painter_.setPen(QPen(theme_.mark(mark), 1.4, theme_.markLine(mark)));
    painter_.setBrush(Qt::NoBrush);
    painter_.drawRoundedRect(box(), 3, 3);
    painter_.drawText(box(), Qt::AlignCenter, markText(mark));
    x_ += boxWidth + gap;
    writeEntry();
    return true;
  }
  bool edge(void (LegendStrip::*paint)(QPainter&, double) const) {
    if (!fits(backWidth)) return false;
    (strip_.*paint)(painter_, x_);
    x_ += backWidth + gap;
    writeEntry();
    return true;
  }

 private:
  static constexpr double boxWidth = 16, gap = 5;

  double top() const { return (strip_.height() - swatchHeight) / 2; }
  QRectF box() const { return {x_, top(), boxWidth, swatchHeight}; }
  void write(const QString& text) {
    painter_.setPen(theme_.colours().dimText);
    painter_.drawText(QPointF(x_, strip_.height() / 2.0 + size_.capHeight() / 2), text);
    x_ += size_.horizontalAdvance(text) + 14;
  }
  void writeEntry() { write(strip_.entries_[entry_++]); }
  bool fits(double sample) const {
    return x_ + sample + gap + size_.horizontalAdvance(strip_.entries_[entry_]) <= end_;
  }

  const LegendStrip& strip_;
  QPainter& painter_;
  const Theme& theme_ = Theme::current();
  const QFontMetricsF size_{theme_.captionFont()};
  const double end_;
  double x_;
  qsizetype entry_ = 0;  // the next of the strip's entries
};

void LegendStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  Row row(*this, painter);
  row.fading();  // first: it explains what most of the picture looks like
  row.heat();
  row.axis();
  for (int i = 0; by_ == ColourBy::placement && i < placements_.size(); ++i)
    if (!row.stripe(placementColour(i))) return;
  for (const Family family : families_)
    if (!row.stripe(Theme::current().family(family))) return;
  for (const Mark mark : marks_)
    if (!row.mark(mark)) return;
  if (faded_ && !row.edge(&LegendStrip::paintFaded)) return;
  if (back_) row.edge(&LegendStrip::paintBack);
}

}  // namespace ng::views
