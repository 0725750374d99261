// SPDX-License-Identifier: Apache-2.0
// Shifts the picture and paints what is missing.
#include "views/graph/canvas/scene_picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ng::views {
namespace {

constexpr int border = 2;  // extra pixels around a repainted area, so that lines are not cut

constexpr std::size_t mostAreas = 64;
constexpr int mostAtOnce = 64;       // cards with texts that are painted without a sketch
constexpr QSize tileSize{256, 128};  // device-independent pixels: takes a few milliseconds

}  // namespace

void ScenePicture::drop(const QRectF& area) {
  stale_.push_back(area);
  whole_ |= stale_.size() > mostAreas;  // many stale areas mean that the picture is not being shown
}

const QPixmap& ScenePicture::picture(const GraphScene& scene, const Lit& lit, const Viewport& view,
                                     const QSize& size, double ratio,
                                     std::chrono::milliseconds time) {
  const QSize pixels = (QSizeF(size) * ratio).toSize();
  const QPoint offset = (view.toView(QPointF(0, 0)) * ratio).toPoint();
  const GraphPainter painter(scene, lit);
  const PaintManner manner = painter.mannerFor(view.visible(size), view.scale());
  // Moving to an area recomputes the scale with rounding errors.
  const bool zoomed = std::abs(view.scale() * ratio - scale_) > 1e-9 * scale_;
  Before before;
  QRegion fresh;  // pixels with new content
  if (forgotten_ || zoomed || pixmap_.size() != pixels || ratio != ratio_) {
    before = remake(pixels, view.scale() * ratio, ratio, offset);
    fresh = pixmap_.rect();
  } else {
    fresh = moveTo(offset);
  }
  whole_ |= manner_ != manner;
  manner_ = manner;
  QRegion missing = std::exchange(whole_, false) ? QRegion(pixmap_.rect()) : fresh;
  for (const QRectF& area : std::exchange(stale_, {})) {
    const QRectF at(area.topLeft() * scale_ + offset_, area.size() * scale_);
    missing += at.toAlignedRect().adjusted(-border, -border, border, border) & pixmap_.rect();
  }
  pixmap_.setDevicePixelRatio(1);
  if (time < unlimited && isMuch(scene, missing)) {
    sketch(painter, fresh, before);
    rough_ += missing;
  } else {
    for (const QRect& part : missing) paint(painter, part);
    rough_ -= missing;
  }
  finish(painter, time);
  pixmap_.setDevicePixelRatio(ratio);
  return pixmap_;
}

// Returns the previous picture if it is of the same scene.
ScenePicture::Before ScenePicture::remake(QSize pixels, double scale, double ratio, QPoint offset) {
  Before before;
  if (!std::exchange(forgotten_, false)) {
    before.pixmap = pixmap_;
    before.pixmap.setDevicePixelRatio(1);
    before.enlarged = scale / scale_;
    before.origin = QPointF(offset) - QPointF(offset_) * before.enlarged;
  }
  pixmap_ = QPixmap(pixels);
  offset_ = offset;
  scale_ = scale;
  ratio_ = ratio;
  rough_ = {};
  return before;
}

// Returns the area that came into view.
QRegion ScenePicture::moveTo(QPoint offset) {
  const QPoint by = offset - std::exchange(offset_, offset);
  if (by.isNull()) return {};
  const QRect all = pixmap_.rect();
  const QRect kept = all.translated(by) & all;
  rough_ = rough_.translated(by) & all;
  if (kept.isEmpty()) return all;
  pixmap_.setDevicePixelRatio(1);
  pixmap_.scroll(by.x(), by.y(), all);
  return QRegion(all) - kept;
}

QRectF ScenePicture::areaOf(const QRect& pixels) const {
  return {QPointF(pixels.topLeft() - offset_) / scale_, QSizeF(pixels.size()) / scale_};
}

bool ScenePicture::isMuch(const GraphScene& scene, const QRegion& pixels) const {
  if (manner_.detail < PaintManner::Detail::glyphs) return false;
  int count = 0;
  std::vector<int> near;
  for (const QRect& part : pixels) {
    const QRectF area = areaOf(part);
    near.clear();
    scene.cardGrid.query(area, near);
    for (const int card : near)
      count += scene.cards[static_cast<std::size_t>(card)].rect.intersects(area);
  }
  return count > mostAtOnce;
}

void ScenePicture::sketch(const GraphPainter& painter, const QRegion& pixels,
                          const Before& before) {
  if (pixels.isEmpty()) return;
  QPainter into(&pixmap_);
  into.setClipRegion(pixels);
  into.fillRect(pixels.boundingRect(), Theme::current().colours().canvas);
  into.save();
  into.translate(offset_);
  into.scale(scale_, scale_);
  painter.sketch(into, areaOf(pixels.boundingRect()), scale_ / ratio_);
  into.restore();
  if (before.pixmap.isNull()) return;
  into.translate(before.origin);
  into.scale(before.enlarged, before.enlarged);
  into.drawPixmap(0, 0, before.pixmap);
}

void ScenePicture::finish(const GraphPainter& painter, std::chrono::milliseconds time) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + time;
  while (!rough_.isEmpty() && Clock::now() < end) {
    const QRegion tile = rough_ & nextTile();
    for (const QRect& part : tile) paint(painter, part);
    rough_ -= tile;
  }
}

// The unfinished tile nearest to the centre.
QRect ScenePicture::nextTile() const {
  const QSize size = tileSize * ratio_;
  const QPoint middle = pixmap_.rect().center();
  QRect best;
  int least = 0;
  for (int y = 0; y < pixmap_.height(); y += size.height())
    for (int x = 0; x < pixmap_.width(); x += size.width()) {
      const QRect tile(QPoint(x, y), size);
      const int far = (tile.center() - middle).manhattanLength();
      if ((!best.isEmpty() && far >= least) || !rough_.intersects(tile)) continue;
      best = tile;
      least = far;
    }
  return best;
}

void ScenePicture::paint(const GraphPainter& painter, const QRect& pixels) {
  QPainter into(&pixmap_);
  into.setClipRect(pixels);
  into.fillRect(pixels, Theme::current().colours().canvas);
  into.translate(offset_);
  into.scale(scale_, scale_);
  painter.paint(into, areaOf(pixels), scale_ / ratio_, manner_);
}

}  // namespace ng::views
