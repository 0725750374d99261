// SPDX-License-Identifier: Apache-2.0
// Lays out the chips of axes in their places.
#include "views/widgets/tensors/axis_bar.h"

#include <QMenu>
#include <QPainter>
#include <algorithm>

#include "views/core/theme/literal_text.h"
#include "views/core/theme/theme.h"
#include "views/widgets/tensors/axis_chip.h"

namespace ng::views {
namespace {

constexpr std::array allPlaces{AxisPlace::rows, AxisPlace::columns, AxisPlace::facets,
                               AxisPlace::index};
constexpr int gap = 4, emptySlot = 28, leastChip = 28, leastRead = 56, top = 4;

QString nameOf(AxisPlace place) {
  switch (place) {
    case AxisPlace::rows: return AxisBar::tr("rows");
    case AxisPlace::columns: return AxisBar::tr("columns");
    case AxisPlace::facets: return AxisBar::tr("facets");
    case AxisPlace::index: return AxisBar::tr("index");
  }
  return {};
}

int wordWidth(const QString& word) {
  return QFontMetrics(Theme::current().captionFont()).horizontalAdvance(word) + gap;
}

// A heading, because an axis may have the same name as a tensor.
QString heading() {
  return AxisBar::tr("Axes");
}

}  // namespace

AxisBar::AxisBar(QWidget* parent) : QWidget(parent) {
  setFixedHeight(metrics::strip);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  connect(&Theme::current(), &Theme::changed, this, [this] { layOut(); });
}

QSize AxisBar::sizeHint() const {
  return {320, metrics::strip};
}

void AxisBar::setAxes(const QStringList& titles, const AxisPlaces& places) {
  if (titles == titles_ && places == places_) return;
  const bool others = titles != titles_;
  titles_ = titles;
  places_ = places;
  if (others) makeChips();
  layOut();
}

void AxisBar::makeChips() {
  for (AxisChip* chip : chips_) {
    chip->hide();
    chip->deleteLater();
  }
  chips_.clear();
  target_.reset();
  for (int axis = 0; axis < static_cast<int>(titles_.size()); ++axis) {
    auto* chip = new AxisChip(titles_[axis], this);
    connect(chip, &AxisChip::draggedOn, this, [this, axis] { markTarget(axis); });
    connect(chip, &AxisChip::dropped, this, [this, axis](bool off) { drop(axis, off); });
    connect(chip, &AxisChip::stepped, this, [this, axis](int by) { step(axis, by); });
    connect(chip, &QWidget::customContextMenuRequested, this,
            [this, axis, chip](const QPoint& at) { offerPlaces(axis, chip->mapToGlobal(at)); });
    chip->show();
    chips_.push_back(chip);
  }
}

std::vector<int> AxisBar::axesAt(AxisPlace place) const {
  if (place == AxisPlace::facets) return places_.facets;
  std::vector<int> axes;
  for (int axis = 0; axis < static_cast<int>(chips_.size()); ++axis)
    if (placeOf(places_, axis) == place) axes.push_back(axis);
  return axes;
}

// Whether the place shows a drop slot: rows and columns take one axis, facets take two.
bool AxisBar::hasSlot(AxisPlace place) const {
  return axesAt(place).empty() || (place == AxisPlace::facets && axesAt(place).size() < 2);
}

// Shortens long names until all places are visible.
void AxisBar::layOut() {
  headed_ = true, compact_ = false;
  headed_ = layOutChips(120) <= width();
  compact_ = !headed_ && layOutChips(leastRead) > width();
  for (int widest = 120; layOutChips(widest) > width() && widest > leastChip;) widest -= 8;
  for (std::size_t i = 0; i < chips_.size(); ++i) {
    const auto place = placeOf(places_, static_cast<int>(i));
    chips_[i]->setAccessibleName(
        tr("axis %1 in %2").arg(titles_[static_cast<int>(i)], nameOf(place)));
  }
  update();
}

int AxisBar::headingWidth() const {
  return headed_ ? wordWidth(heading()) + metrics::grid : 0;
}

int AxisBar::layOutChips(int widest) {
  int x = metrics::grid + headingWidth();
  for (const AxisPlace place : allPlaces) {
    const int left = x;
    zones_[static_cast<std::size_t>(place)] = {};
    if (compact_ && axesAt(place).empty()) continue;
    x += wordWidth(nameOf(place));
    for (const int axis : axesAt(place)) {
      AxisChip& each = chip(axis);
      const QSize size = each.sizeHint();
      each.setGeometry(x, top, std::min(widest, size.width()), size.height());
      x += each.width() + gap;
    }
    if (hasSlot(place) && !compact_) x += emptySlot + gap;
    zones_[static_cast<std::size_t>(place)] = QRect(left, 0, x - left, height());
    x += metrics::grid;
  }
  return x - metrics::grid - gap;
}

void AxisBar::paintEvent(QPaintEvent*) {
  const Colours& colours = Theme::current().colours();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(Theme::current().captionFont());
  painter.setPen(colours.text);
  if (headed_)
    painter.drawText(rect().adjusted(metrics::grid, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     heading());
  for (const AxisPlace place : allPlaces) {
    const QRect area = zone(place);
    if (area.isEmpty()) continue;
    if (target_ == place) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(colours.selectionRow);
      painter.drawRoundedRect(area.adjusted(-gap, 2, 0, -2), metrics::radius, metrics::radius);
    }
    painter.setPen(colours.dimText);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, nameOf(place));
    if (!hasSlot(place) || compact_) continue;
    painter.setPen(QPen(colours.cardBorder, 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    const QRectF slot(area.right() + 1 - gap - emptySlot, top, emptySlot, height() - 2 * top);
    painter.drawRoundedRect(slot.adjusted(1, 1, -1, -1), metrics::radius, metrics::radius);
  }
}

// ---- moving -----------------------------------------------------------------------------------

void AxisBar::markTarget(int axis) {
  const int x = chip(axis).geometry().center().x();
  target_.reset();
  for (const AxisPlace place : allPlaces)
    if (!zone(place).isEmpty() && zone(place).left() <= x) target_ = place;
  update();
}

void AxisBar::drop(int axis, bool off) {
  const std::optional<AxisPlace> target = std::exchange(target_, std::nullopt);
  const QPoint at = chip(axis).geometry().center();
  AxisPlaces next = target && !off ? views::moved(places_, axis, *target) : places_;
  for (int other = 0; !off && other < static_cast<int>(chips_.size()); ++other)
    if (other != axis && chip(other).geometry().contains(at)) next = swapped(places_, axis, other);
  next == places_ ? layOut() : place(next);
}

void AxisBar::step(int axis, int by) {
  const int to = static_cast<int>(placeOf(places_, axis)) + by;
  if (to >= 0 && to < axisPlaceCount)
    place(views::moved(places_, axis, static_cast<AxisPlace>(to)));
}

void AxisBar::offerPlaces(int axis, const QPoint& at) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (const AxisPlace to : allPlaces) {
    QAction* action = menu->addAction(tr("%1 in %2").arg(literalText(titles_[axis]), nameOf(to)));
    action->setCheckable(true);
    action->setChecked(placeOf(places_, axis) == to);
    connect(action, &QAction::triggered, this,
            [this, axis, to] { place(views::moved(places_, axis, to)); });
  }
  menu->popup(at);
}

void AxisBar::place(const AxisPlaces& places) {
  if (places == places_) return;
  places_ = places;
  layOut();
  emit moved(places_);
}

QJsonObject AxisBar::description() const {
  QJsonObject part{{"kind", "axes"}};
  for (const AxisPlace place : allPlaces) {
    QJsonArray names;
    for (const int axis : axesAt(place)) names.append(titles_[axis]);
    part[nameOf(place)] = names;
  }
  return part;
}

}  // namespace ng::views
