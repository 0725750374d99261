// SPDX-License-Identifier: Apache-2.0
#include "views/graph/canvas/canvas_picture.h"

#include <QBackingStore>
#include <QPaintEngine>
#include <QPainter>

#include "views/core/theme/theme.h"
#include "views/graph/canvas/canvas.h"
#include "views/graph/scene/hub_edges.h"

namespace ng::views {
namespace {

constexpr std::chrono::milliseconds paintTime(8);  // painting time per event loop turn
constexpr double around = 12;                      // of highlights, in scene units

QRectF grown(const QRectF& area) {
  return area.adjusted(-around, -around, around, around);
}

}  // namespace

CanvasPicture::CanvasPicture(GraphCanvas& canvas) : canvas_(canvas) {
  nextTiles_.setSingleShot(true);
  nextTiles_.setInterval(0);
  QObject::connect(&nextTiles_, &QTimer::timeout, &canvas, qOverload<>(&QWidget::update));
}

void CanvasPicture::paint(QPainter& painter, const QRect& area) {
  const Viewport& view = canvas_.camera().view();
  const bool onScreen = painter.paintEngine()->type() == QPaintEngine::Raster &&
                        painter.deviceTransform().m11() == canvas_.devicePixelRatioF();
  if (onScreen) {
    // grab() must return a finished picture, because it is not painted again
    const bool again =
        canvas_.backingStore() && painter.device() == canvas_.backingStore()->paintDevice();
    painter.drawPixmap(
        0, 0,
        picture_.picture(canvas_.scene(), canvas_.lit(), view, canvas_.size(),
                         canvas_.devicePixelRatioF(), again ? paintTime : ScenePicture::unlimited));
    if (!picture_.finished()) nextTiles_.start();
    return;
  }
  painter.save();
  painter.fillRect(area, Theme::current().colours().canvas);
  const QPointF origin = view.toView(QPointF(0, 0));
  painter.translate(origin);
  painter.scale(view.scale(), view.scale());
  const QRectF dirty(view.toScene(area.topLeft()), QSizeF(area.size()) / view.scale());
  GraphPainter(canvas_.scene(), canvas_.lit()).paint(painter, dirty, view.scale());
  painter.restore();
}

void CanvasPicture::forget() {
  picture_.forget();
  canvas_.update();
}

void CanvasPicture::drop() {
  picture_.drop();
  canvas_.update();
}

void CanvasPicture::dropCard(int card) {
  if (card < 0) return;
  picture_.drop(grown(canvas_.scene().cards[static_cast<std::size_t>(card)].rect));
  canvas_.update();
}

void CanvasPicture::dropEdge(int edge) {
  if (edge < 0) return;
  const GraphScene& scene = canvas_.scene();
  const EdgeShape& shape = scene.edges[static_cast<std::size_t>(edge)];
  const QPointF* const points = scene.edgePoints(shape);
  picture_.drop(grown(QPolygonF(QList<QPointF>(points, points + shape.points)).boundingRect()));
  if (shape.hub) picture_.drop(tagArea(scene, shape));
  canvas_.update();
}

void CanvasPicture::dropReaders(ItemId source) {
  const auto readers = canvas_.scene().farReaders.find(source);
  if (readers == canvas_.scene().farReaders.end()) return;
  for (const int card : readers->second) dropCard(card);
}

}  // namespace ng::views
