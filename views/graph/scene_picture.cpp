// SPDX-License-Identifier: Apache-2.0
// Shifting, and painting what is missing.
#include "views/graph/scene_picture.h"

#include <cmath>
#include <utility>

namespace ng::views {
namespace {

constexpr int border = 2;  // pixels around an area: lines are not cut where they are painted anew

constexpr std::size_t mostAreas = 64;

}  // namespace

void ScenePicture::drop(const QRectF& area) {
  stale_.push_back(area);
  whole_ |= stale_.size() > mostAreas;  // nobody looks
}

const QPixmap& ScenePicture::picture(const GraphScene& scene, const Lit& lit, const Viewport& view,
                                     const QSize& size, double ratio) {
  const QSize pixels = (QSizeF(size) * ratio).toSize();
  const QPoint offset = (view.toView(QPointF(0, 0)) * ratio).toPoint();
  const GraphPainter painter(scene, lit);
  const PaintManner manner = painter.mannerFor(view.visible(size), view.scale());
  // Moving to an area computes the scale anew, and rounds.
  const bool zoomed = std::abs(view.scale() * ratio - scale_) > 1e-9 * scale_;
  whole_ |= pixmap_.size() != pixels || zoomed || ratio != ratio_ || manner_ != manner;
  QRegion missing(QRect(QPoint(), pixels));
  if (std::exchange(whole_, false)) {
    if (pixmap_.size() != pixels) pixmap_ = QPixmap(pixels);
    offset_ = offset;
    scale_ = view.scale() * ratio;
    ratio_ = ratio;
  } else {
    missing = moveTo(offset);
  }
  manner_ = manner;
  for (const QRectF& area : std::exchange(stale_, {})) {
    const QRectF at(area.topLeft() * scale_ + offset_, area.size() * scale_);
    missing += at.toAlignedRect().adjusted(-border, -border, border, border) & pixmap_.rect();
  }
  pixmap_.setDevicePixelRatio(1);
  for (const QRect& part : missing) paint(painter, part);
  pixmap_.setDevicePixelRatio(ratio);
  return pixmap_;
}

// Gives what came into view.
QRegion ScenePicture::moveTo(QPoint offset) {
  const QPoint by = offset - std::exchange(offset_, offset);
  if (by.isNull()) return {};
  const QRect all = pixmap_.rect();
  const QRect kept = all.translated(by) & all;
  if (kept.isEmpty()) return all;
  pixmap_.setDevicePixelRatio(1);
  pixmap_.scroll(by.x(), by.y(), all);
  return QRegion(all) - kept;
}

void ScenePicture::paint(const GraphPainter& painter, const QRect& pixels) {
  QPainter into(&pixmap_);
  into.setClipRect(pixels);
  into.fillRect(pixels, Theme::current().colours().canvas);
  into.translate(offset_);
  into.scale(scale_, scale_);
  const QRectF area(QPointF(pixels.topLeft() - offset_) / scale_, QSizeF(pixels.size()) / scale_);
  painter.paint(into, area, scale_ / ratio_, manner_);
}

}  // namespace ng::views
