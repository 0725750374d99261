// SPDX-License-Identifier: Apache-2.0
// The picture is painted once for each scene; moving the frame costs a blit.
#include "views/graph/minimap.h"

#include <QMouseEvent>
#include <QPainter>

#include "views/graph/canvas.h"

namespace ng::views {
namespace {

constexpr QSize mapSize{180, 120};
constexpr double border = 8, fromCorner = 12;

}  // namespace

Minimap::Minimap(GraphCanvas* canvas) : QWidget(canvas), canvas_(canvas) {
  resize(mapSize);
  hide();
  setAccessibleName(tr("Overview of the graph"));
  setCursor(Qt::PointingHandCursor);
}

void Minimap::sceneChanged() {
  stale_ = true;
  follow();
  update();
}

void Minimap::follow() {
  setVisible(!canvas_->scene().cards.empty() && !canvas_->everythingFits());
  move(static_cast<int>(canvas_->width() - width() - fromCorner),
       static_cast<int>(canvas_->height() - height() - fromCorner));
  update();
}

double Minimap::scale() const {
  const QRectF all = canvas_->scene().bounds;
  return std::min((width() - 2 * border) / std::max(all.width(), 1.0),
                  (height() - 2 * border) / std::max(all.height(), 1.0));
}

QPointF Minimap::offset() const {
  return QPointF(width(), height()) / 2 - canvas_->scene().bounds.center() * scale();
}

void Minimap::paintEvent(QPaintEvent*) {
  const Colours& c = Theme::current().colours();
  if (stale_) {
    picture_ = QPixmap(size() * devicePixelRatioF());
    picture_.setDevicePixelRatio(devicePixelRatioF());
    picture_.fill(c.card);
    QPainter painter(&picture_);
    painter.translate(offset());
    painter.scale(scale(), scale());
    GraphPainter(canvas_->scene(), Lit()).paint(painter, canvas_->scene().bounds, scale());
    stale_ = false;
  }
  QPainter painter(this);
  painter.drawPixmap(0, 0, picture_);
  const QRectF seen = canvas_->visibleArea();
  const QRectF frame(seen.topLeft() * scale() + offset(), seen.size() * scale());
  QColor wash = c.selection;
  wash.setAlphaF(0.10f);
  painter.setPen(QPen(c.selection, 1.5));
  painter.setBrush(wash);
  painter.drawRect(frame.intersected(QRectF(rect()).adjusted(1, 1, -1, -1)));
  painter.setPen(c.separator);
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void Minimap::mousePressEvent(QMouseEvent* event) {
  goTo(event->position());
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) goTo(event->position());
}

void Minimap::goTo(QPointF at) {
  QRectF area = canvas_->visibleArea();
  area.moveCenter((at - offset()) / scale());
  canvas_->showArea(area);
}

}  // namespace ng::views
