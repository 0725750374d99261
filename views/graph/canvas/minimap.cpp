// SPDX-License-Identifier: Apache-2.0
// The picture is painted once per scene; moving the frame only costs a blit.
#include "views/graph/canvas/minimap.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "views/graph/canvas/canvas.h"

namespace ng::views {
namespace {

constexpr QSize mapSize{180, 120};
constexpr QSize leastCanvas{400, 300};  // a smaller one would be covered
constexpr double border = 8;
constexpr int fromCorner = 12, stillFor = 60, afterCanvas = 40;  // pixels; ms
constexpr int frameTime = 16;                                    // ms
constexpr double closePixels = 24;                               // a shorter pan is one step
constexpr double partOfStep = 0.3;                               // of the way left
constexpr int mostLooked = 500;           // more cards below a corner are counted from the grid
constexpr int selectionCounts = 100;      // the selected card counts as this many
constexpr std::size_t mostAtOnce = 2000;  // cards that are painted together with the canvas

}  // namespace

Minimap::Minimap(GraphCanvas* canvas) : QWidget(canvas), canvas_(canvas) {
  resize(mapSize);
  hide();
  setAccessibleName(tr("Overview of the graph"));
  setCursor(Qt::PointingHandCursor);
  settled_.setSingleShot(true);
  settled_.setInterval(stillFor);
  late_.setSingleShot(true);
  late_.setInterval(afterCanvas);
  connect(&late_, &QTimer::timeout, this, qOverload<>(&QWidget::update));
  panning_.setInterval(frameTime);
  connect(&panning_, &QTimer::timeout, this, &Minimap::pan);
  connect(&settled_, &QTimer::timeout, this, &Minimap::stepAside);
}

void Minimap::sceneChanged() {
  stale_ = true;
  if (canvas_->scene().cards.size() > mostAtOnce) late_.start();
  follow();
  stepAside();
}

void Minimap::follow() {
  const bool room =
      canvas_->width() >= leastCanvas.width() && canvas_->height() >= leastCanvas.height();
  setVisible(room && !canvas_->scene().cards.empty() && !canvas_->camera().everythingFits());
  move(place(corner_).topLeft());
  if (isVisible() && !underMouse() && !hasPressed()) settled_.start();
  update();
}

void Minimap::stepAside() {
  if (isHidden() || hasPressed()) return;  // its corner stays while it is dragged
  int least = covered(corner_);
  for (const Qt::Corner corner :
       {Qt::BottomRightCorner, Qt::BottomLeftCorner, Qt::TopRightCorner, Qt::TopLeftCorner}) {
    const int there = covered(corner);
    if (there < least) least = there, corner_ = corner;
  }
  move(place(corner_).topLeft());
}

QRect Minimap::place(Qt::Corner corner) const {
  const bool right = corner == Qt::BottomRightCorner || corner == Qt::TopRightCorner;
  const bool bottom = corner == Qt::BottomRightCorner || corner == Qt::BottomLeftCorner;
  return {QPoint(right ? canvas_->width() - width() - fromCorner : fromCorner,
                 bottom ? canvas_->height() - height() - fromCorner : fromCorner),
          size()};
}

// Number of cards that the minimap would cover at this corner; the selected card counts as many.
int Minimap::covered(Qt::Corner corner) const {
  const QRectF seen = canvas_->camera().visibleArea();
  const QRectF at = place(corner).adjusted(-4, -4, 4, 4);
  const double scale = canvas_->camera().scale();
  const QRectF area(seen.topLeft() + at.topLeft() / scale, at.size() / scale);
  const GraphScene& scene = canvas_->scene();
  const int selected = canvas_->lit().selected;
  int count = static_cast<int>(scene.cardGrid.count(area));
  if (count <= mostLooked) {
    std::vector<int> near;
    scene.cardGrid.query(area, near);
    count = static_cast<int>(std::count_if(near.begin(), near.end(), [&](int card) {
      return scene.cards[static_cast<std::size_t>(card)].rect.intersects(area);
    }));
  }
  const bool onSelected =
      selected >= 0 && scene.cards[static_cast<std::size_t>(selected)].rect.intersects(area);
  return count + (onSelected ? selectionCounts : 0);
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
  if (stale_ && !late_.isActive()) {
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
  const QRectF seen = canvas_->camera().visibleArea();
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

// The frame is dragged at the point where it was gripped; elsewhere the view pans to the cursor.
void Minimap::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const QRectF seen = canvas_->camera().visibleArea();
  const QPointF at = (event->position() - offset()) / scale();
  grip_ = seen.contains(at) ? seen.center() - at : QPointF();
  aim(event->position());
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
  if (hasPressed()) aim(event->position());
}

void Minimap::mouseReleaseEvent(QMouseEvent*) {
  grip_.reset();
  settled_.start();
}

// The centre of the view stays within the scene.
void Minimap::aim(QPointF at) {
  const QRectF all = canvas_->scene().bounds;
  const QPointF wanted = (at - offset()) / scale() + *grip_;
  target_ = {std::clamp(wanted.x(), all.left(), all.right()),
             std::clamp(wanted.y(), all.top(), all.bottom())};
  if (!panning_.isActive()) pan();
}

void Minimap::pan() {
  GraphCamera& camera = canvas_->camera();
  const QPointF left = (camera.visibleArea().center() - target_) * camera.scale();
  const double distance = std::hypot(left.x(), left.y());
  const bool close = distance <= closePixels;
  if (close)
    panning_.stop();
  else if (!panning_.isActive())
    panning_.start();
  if (distance > 0) camera.panBy(close ? left : left * partOfStep);
}

}  // namespace ng::views
