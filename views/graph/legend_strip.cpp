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
    case Mark::added:
      return QObject::tr("added");
    case Mark::removed:
      return QObject::tr("removed");
    case Mark::changed:
      return QObject::tr("changed");
    case Mark::none:
      break;
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
    if (!card.group) add(families_, card.family);
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
  if (by != ColourBy::family) {
    families_.clear();
    const QStringList names{"",
                            tr("FLOP per card"),
                            tr("memory traffic per card"),
                            tr("FLOP per byte"),
                            tr("kernel time"),
                            tr("largest value"),
                            tr("largest error between transformers"),
                            overlay_,
                            tr("time in the range (Esc clears)"),
                            tr("largest change by the edits")};
    entries_ << names[static_cast<int>(by)];
  }
  if (!axis.isEmpty()) entries_ << tr("axis %1 (Esc clears)").arg(axis);
  for (const Family family : families_) entries_ << familyName(family);
  for (const Mark mark : marks_) entries_ << markName(mark);
  if (faded_) entries_ << tr("long edge, whole when selected");
  if (back_) entries_ << tr("feedback edge");
  update();
}

void LegendStrip::setOverlay(const QString& title) {
  overlay_ = title;
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

void LegendStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = Theme::current();
  painter.setFont(theme.captionFont());
  const QFontMetricsF size(theme.captionFont());
  double x = metrics::grid + 4;
  const auto write = [&](const QString& text) {
    painter.setPen(theme.colours().dimText);
    painter.drawText(QPointF(x, height() / 2.0 + size.capHeight() / 2), text);
    x += size.horizontalAdvance(text) + 14;
  };
  // Entries that do not fit are omitted, so that they are not drawn below the buttons.
  const double end = buttons_->itemAt(1)->geometry().left() - 4;
  const auto fits = [&](double mark, std::size_t entry) {
    return x + mark + 5 + size.horizontalAdvance(entries_[static_cast<qsizetype>(entry)]) <= end;
  };
  if (!fading_.isEmpty()) {  // first: it explains what most of the picture looks like
    painter.setOpacity(0.4);
    painter.setPen(QPen(theme.colours().cardBorder, 1.4));
    painter.setBrush(theme.colours().card);
    painter.drawRoundedRect(QRectF(x, (height() - swatchHeight) / 2, 16, swatchHeight), 3, 3);
    painter.setOpacity(1);
    x += 16 + 5;
    write(fading_);
  }
  std::size_t entry = 0;
  if (by_ != ColourBy::family && !entries_.isEmpty()) {
    if (!least_.isEmpty()) {
      write(least_);
      x -= 8;
    }
    paintHeat(painter, x);
    x += 68;
    if (!most_.isEmpty()) write(most_);
    write(entries_[static_cast<qsizetype>(entry++)]);
  }
  if (!axis_.isEmpty()) {
    painter.setPen(QPen(axisColour(), 1.6));
    painter.drawRoundedRect(QRectF(x, (height() - swatchHeight) / 2, 16, swatchHeight), 3, 3);
    x += 16 + 5;
    write(entries_[static_cast<qsizetype>(entry++)]);
  }
  for (const Family family : families_) {
    if (!fits(swatch, entry)) return;
    painter.fillRect(QRectF(x, (height() - swatchHeight) / 2, swatch, swatchHeight),
                     theme.family(family));
    x += swatch + 5;
    write(entries_[static_cast<qsizetype>(entry++)]);
  }
  for (const Mark mark : marks_) {
    if (!fits(16, entry)) return;
    const QRectF box(x, (height() - swatchHeight) / 2, 16, swatchHeight);
    painter.setPen(QPen(theme.mark(mark), 1.4, theme.markLine(mark)));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box, 3, 3);
    painter.drawText(box, Qt::AlignCenter, markText(mark));
    x += 16 + 5;
    write(entries_[static_cast<qsizetype>(entry++)]);
  }
  if (faded_) {
    if (!fits(backWidth, entry)) return;
    paintFaded(painter, x);
    x += backWidth + 5;
    write(entries_[static_cast<qsizetype>(entry++)]);
  }
  if (!back_ || !fits(backWidth, entry)) return;
  paintBack(painter, x);
  x += backWidth + 5;
  write(entries_[static_cast<qsizetype>(entry)]);
}

}  // namespace ng::views
