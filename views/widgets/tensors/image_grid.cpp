// SPDX-License-Identifier: Apache-2.0
// ImageGrid: layout, painting and mouse.
#include "views/widgets/tensors/image_grid.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "engine/records/tensor_record.h"
#include "views/core/theme/theme.h"
#include "views/widgets/heat_maps/colour_bar.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int leftMargin = 12, lineGutter = 28, topMargin = 24, statusLine = 24;
constexpr int barWidth = 12, barGap = 16, barLabels = 56;
constexpr double largestScale = 48, largestFitted = 40;
// Painted elements at most: held in memory; read from a file.
constexpr std::int64_t mostElements = 1 << 22, mostRead = 1 << 18;

QString named(const TensorSlice& slice, int axis) {
  return slice.axisName(axis) + u' ' + countText(slice.length(axis));
}

}  // namespace

ImageGrid::ImageGrid(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::ClickFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  makeActions();
  connect(&Theme::current(), &Theme::changed, this, [this] {
    if (tiles_) setTiles(*tiles_, statistics_);
  });
}

void ImageGrid::makeActions() {
  auto* fit = new QAction(tr("Fit the pictures"), this);
  fit->setShortcut(QKeySequence(Qt::Key_Home));
  fit->setShortcutContext(Qt::WidgetShortcut);
  connect(fit, &QAction::triggered, this, &ImageGrid::fitView);
  addAction(fit);
}

void ImageGrid::setTiles(const ImageTiles& tiles, const TensorStatistics& statistics) {
  const bool same = tiles_ && tiles_->slice.tensor().op == tiles.slice.tensor().op &&
                    tiles_->slice.tensor().value.shape == tiles.slice.tensor().value.shape &&
                    tiles_->places() == tiles.places() && tiles_->colour == tiles.colour;
  tiles_ = tiles;
  statistics_ = statistics;
  colours_ = tiles.colour < 0 ? HeatScale::fit(statistics) : tiles.colours;
  const std::int64_t each = std::int64_t{1} * tiles.height() * tiles.width() * tiles.lines();
  const std::int64_t most = tiles.slice.isHeld() ? mostElements : mostRead;
  shown_ = static_cast<int>(
      std::clamp<std::int64_t>(most / std::max<std::int64_t>(each, 1), 1, tiles.tiles()));
  atlas_ = {};
  if (!same || fitted_) fitView();
  atlas_ = tileAtlas(*tiles_, columns_, shown_, colours_);
  update();
}

// ---- geometry -------------------------------------------------------------------------------

QRectF ImageGrid::mapRect() const {
  const int left = leftMargin + (tiles_ && tiles_->line >= 0 ? lineGutter : 0);
  return QRectF(left, topMargin, std::max(8, width() - left - barGap - barWidth - barLabels),
                std::max(8, height() - topMargin - statusLine - metrics::grid));
}

QRectF ImageGrid::barRect() const {
  const QRectF map = mapRect();
  return QRectF(map.right() + barGap, map.top() + 8, barWidth, std::max(24.0, map.height() - 16));
}

int ImageGrid::linesPerTileLine() const {
  return tiles_->line < 0 ? (shown_ + columns_ - 1) / columns_ : 1;
}

double ImageGrid::fittingScale(int columns) const {
  const QRectF map = mapRect();
  const int down = tiles_->line < 0 ? (shown_ + columns - 1) / columns : tiles_->lines();
  const double across = (map.width() - (columns - 1) * gap_) / (columns * tiles_->width());
  return std::min(across, (map.height() - (down - 1) * gap_) / (down * tiles_->height()));
}

void ImageGrid::fitView() {
  if (!tiles_) return;
  fitted_ = true;
  const int before = columns_;
  columns_ = shown_;
  gap_ = 2;
  if (tiles_->line < 0) {
    double best = -1e18;
    for (int columns = 1; columns <= shown_; ++columns) {
      const double scale = fittingScale(columns);
      if (scale > best) best = scale, columns_ = columns;
    }
  }
  scale_ = std::clamp(fittingScale(columns_), 0.02, largestFitted);
  if (scale_ < 1) gap_ = 1, scale_ = std::clamp(fittingScale(columns_), 0.02, largestFitted);
  if (scale_ > 4) gap_ = 4, scale_ = std::min(scale_, fittingScale(columns_));
  if (scale_ > 2) scale_ = std::floor(scale_);  // equal squares
  origin_ = {};
  if (before != columns_ && !atlas_.isNull())
    atlas_ = tileAtlas(*tiles_, columns_, shown_, colours_);
  update();
}

QSizeF ImageGrid::whole() const {
  const int down = tiles_->lines() * linesPerTileLine();
  return {columns_ * (tiles_->width() * scale_ + gap_) - gap_,
          down * (tiles_->height() * scale_ + gap_) - gap_};
}

QPointF ImageGrid::corner() const {
  return mapRect().topLeft() + origin_;
}

void ImageGrid::keepInside() {
  const QRectF map = mapRect();
  const QSizeF size = whole();
  origin_.setX(std::clamp(origin_.x(), std::min(0.0, map.width() - size.width()), 0.0));
  origin_.setY(std::clamp(origin_.y(), std::min(0.0, map.height() - size.height()), 0.0));
}

QRectF ImageGrid::tileRect(int line, int tile) const {
  const double wide = tiles_->width() * scale_, high = tiles_->height() * scale_;
  const int down = line * linesPerTileLine() + tile / columns_;
  return QRectF(corner().x() + tile % columns_ * (wide + gap_), corner().y() + down * (high + gap_),
                wide, high);
}

std::optional<ImageGrid::Place> ImageGrid::placeAt(const QPointF& position) const {
  if (!tiles_ || !mapRect().contains(position)) return std::nullopt;
  const QPointF inside = position - corner();
  const double wide = tiles_->width() * scale_ + gap_, high = tiles_->height() * scale_ + gap_;
  const int column = static_cast<int>(std::floor(inside.x() / wide));
  const int down = static_cast<int>(std::floor(inside.y() / high));
  Place place;
  place.line = down / linesPerTileLine();
  place.tile = down % linesPerTileLine() * columns_ + column;
  place.x = static_cast<int>((inside.x() - column * wide) / scale_);
  place.y = static_cast<int>((inside.y() - down * high) / scale_);
  const bool there = column >= 0 && column < columns_ && down >= 0 &&
                     place.line < tiles_->lines() && place.tile < shown_ &&
                     place.x < tiles_->width() && place.y < tiles_->height();
  return there ? std::optional(place) : std::nullopt;
}

// ---- painting -------------------------------------------------------------------------------

void ImageGrid::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::current().colours().card);
  if (!tiles_) return;
  painter.save();
  painter.setClipRect(mapRect());
  paintTiles(painter);
  painter.restore();
  painter.setRenderHint(QPainter::Antialiasing);
  paintNames(painter);
  if (tiles_->colour < 0) paintColourBar(painter, barRect(), colours_, statistics_);
  paintStatus(painter);
}

void ImageGrid::paintTiles(QPainter& painter) const {
  painter.setRenderHint(QPainter::SmoothPixmapTransform, scale_ * devicePixelRatioF() < 1);
  const QRectF map = mapRect();
  const int wide = tiles_->width(), high = tiles_->height();
  for (int line = 0; line < tiles_->lines(); ++line)
    for (int tile = 0; tile < shown_; ++tile) {
      const QRectF target = tileRect(line, tile);
      if (!target.intersects(map)) continue;
      const int down = line * linesPerTileLine() + tile / columns_;
      painter.drawImage(target, atlas_, QRectF(tile % columns_ * wide, down * high, wide, high));
    }
  if (!hover_) return;
  const QRectF tile = tileRect(hover_->line, hover_->tile);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(Theme::current().colours().selection, 1));
  painter.drawRect(tile.adjusted(-1, -1, 0, 0));
  if (scale_ < 4) return;
  painter.setPen(QPen(Theme::current().colours().selection, 2));
  painter.drawRect(
      QRectF(tile.left() + hover_->x * scale_, tile.top() + hover_->y * scale_, scale_, scale_));
}

// Paints the axis of the tiles at the top and the axis of the lines at the left.
void ImageGrid::paintNames(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  const QRectF map = mapRect();
  painter.setFont(Theme::current().captionFont());
  painter.setPen(colours.text);
  QString text = tiles_->tile < 0 ? QString() : named(tiles_->slice, tiles_->tile) + " × ";
  QStringList sides;
  for (const int axis : {tiles_->down, tiles_->across})
    if (axis >= 0) sides << named(tiles_->slice, axis);
  text += sides.join(" · ");
  if (tiles_->colour >= 0)
    text += tr("   %1 as red, green, blue from %2 to %3")
                .arg(tiles_->slice.axisName(tiles_->colour), valueText(tiles_->colours.low, 3),
                     valueText(tiles_->colours.high, 3));
  painter.drawText(QRectF(map.left(), 4, width() - map.left(), 16),
                   Qt::AlignLeft | Qt::AlignVCenter, text);
  if (tiles_->line < 0) return;
  painter.save();
  painter.translate(8, map.top() + std::min(map.height(), whole().height()) / 2);
  painter.rotate(-90);
  painter.drawText(QRectF(-60, 0, 120, 16), Qt::AlignCenter, named(tiles_->slice, tiles_->line));
  painter.restore();
}

void ImageGrid::paintStatus(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  painter.setFont(hover_ ? Theme::current().monoFont() : Theme::current().captionFont());
  painter.setPen(hover_ ? colours.text : colours.dimText);
  painter.drawText(
      QRectF(metrics::grid, height() - statusLine, width() - 2.0 * metrics::grid, statusLine),
      Qt::AlignLeft | Qt::AlignVCenter, statusText());
}

QString ImageGrid::statusText() const {
  if (!tiles_) return {};
  const TensorRecord& tensor = tiles_->slice.tensor();
  if (!hover_) {
    const int all = tiles_->tiles() * tiles_->lines(), some = shown_ * tiles_->lines();
    return some == all ? countText(all, tr("picture"))
                       : tr("the first %1 of %2 pictures").arg(countText(some), countText(all));
  }
  const auto flat = [this](int colour) {
    return tiles_->flat(hover_->line, hover_->tile, hover_->y, hover_->x, colour);
  };
  QStringList values;
  for (int c = 0; c < (tiles_->colour < 0 ? 1 : 3); ++c) values << tiles_->slice.exactText(flat(c));
  return placeText(tensor, flat(0)) + QStringLiteral(" = ") + values.join(QStringLiteral(", "));
}

// ---- mouse ----------------------------------------------------------------------------------

void ImageGrid::resizeEvent(QResizeEvent*) {
  if (!tiles_) return;
  fitted_ ? fitView() : keepInside();
}

void ImageGrid::wheelEvent(QWheelEvent* event) {
  if (!tiles_ || !mapRect().contains(event->position())) return event->ignore();
  const QPointF inside = event->position() - mapRect().topLeft();
  const double before = scale_, least = std::min(fittingScale(columns_), largestFitted);
  scale_ = std::clamp(scale_ * std::pow(1.0015, event->angleDelta().y()), least, largestScale);
  origin_ = inside - (inside - origin_) * (scale_ / before);
  fitted_ = false;
  keepInside();
  hover_ = placeAt(event->position());
  update();
  event->accept();
}

void ImageGrid::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  dragging_ = mapRect().contains(event->position());
  last_ = event->position();
}

void ImageGrid::mouseMoveEvent(QMouseEvent* event) {
  if (!tiles_) return;
  if (dragging_) {
    origin_ += event->position() - last_;
    keepInside();
  }
  last_ = event->position();
  hover_ = placeAt(event->position());
  update();
}

void ImageGrid::mouseReleaseEvent(QMouseEvent*) {
  dragging_ = false;
}

void ImageGrid::mouseDoubleClickEvent(QMouseEvent*) {
  fitView();
}

void ImageGrid::leaveEvent(QEvent*) {
  hover_.reset();
  update();
}

void ImageGrid::contextMenuEvent(QContextMenuEvent* event) {
  QMenu::exec(actions(), event->globalPos(), nullptr, this);
}

}  // namespace ng::views
