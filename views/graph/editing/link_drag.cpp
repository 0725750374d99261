// SPDX-License-Identifier: Apache-2.0
#include "views/graph/editing/link_drag.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"

namespace ng::views {
namespace {

constexpr double portReach = 9, portRadius = 4.5;  // pixels

}  // namespace

LinkDrag::LinkDrag(Workspace& workspace, GraphCanvas& canvas, BuildTip& tip, QWidget& layer)
    : workspace_(workspace), canvas_(canvas), tip_(tip), layer_(layer) {}

QPointF LinkDrag::port(ItemId card) const {
  const QRectF rect = canvas_.cardRect(card);
  if (canvas_.scene().direction == Direction::right) return {rect.right(), rect.center().y()};
  return {rect.center().x(), rect.bottom()};
}

bool LinkDrag::hold(ItemId from, ItemId to) {
  hovered_ = from;
  return press(port(from)) && move(canvas_.cardRect(to).center(), true);
}

void LinkDrag::leave() {
  hovered_ = 0;
  layer_.update();
}

void LinkDrag::sayWhere() {
  tip_.show(tr("Drop on a card, or on free canvas to choose an op"));
}

bool LinkDrag::press(QPointF at) {
  if (hovered_ == 0 || !workspace_.editor->editing()) return false;
  if (QLineF(port(hovered_), at).length() > portReach) return false;
  from_ = hovered_;
  at_ = at;
  sayWhere();
  emit workspace_.editor->linkDrawn(from_);
  layer_.update();
  return true;
}

// Without a pressed button: finds the card that shows its port. The port reaches a little below the
// card.
bool LinkDrag::move(QPointF at, bool pressed) {
  at_ = at;
  if (from_ == 0) {
    if (pressed) return false;
    ItemId item = canvas_.itemAt(at.toPoint());
    if (item == 0) item = canvas_.itemAt((at - QPointF(0, portReach)).toPoint());
    if (item != hovered_) layer_.update();
    hovered_ = item;
    return false;
  }
  const ItemId to = canvas_.itemAt(at.toPoint());
  over_ = to == from_ ? 0 : to;
  if (over_ != 0)
    tryLink(at);
  else
    sayWhere(), tried_.clear();
  layer_.update();
  return true;
}

// Connects to the missing operand, else to the one nearest to the pointer.
QString LinkDrag::lineTo(ItemId to, QPointF at) const {
  const QStringList names = workspace_.editor->operandNames(to);
  if (names.isEmpty()) return {};
  const QRectF rect = canvas_.cardRect(to);
  int index =
      static_cast<int>((at.x() - rect.left()) / rect.width() * static_cast<double>(names.size()));
  index = std::clamp(index, 0, static_cast<int>(names.size()) - 1);
  const QString why = workspace_.editor->why(to);
  const QString lacks = why.section(" lacks ", 1);
  const QStringList missing = lacks.isEmpty() ? QStringList() : lacks.split(", ");
  if (!missing.isEmpty() && !missing.contains(names[index]))
    index = static_cast<int>(names.indexOf(missing.first()));
  return QString("connect(#%1, #%2, \"%3\")").arg(from_).arg(to).arg(names[std::max(0, index)]);
}

void LinkDrag::tryLink(QPointF at) {
  const QString line = lineTo(over_, at);
  if (line == tried_ && !line.isEmpty()) return;
  tried_ = line;
  if (line.isEmpty()) return tip_.show(tr("This op takes no links"), true);
  tip_.say(workspace_.editor->trial(line), over_);
}

bool LinkDrag::release(QPointF at) {
  if (from_ == 0) return false;
  const ItemId from = from_, to = over_;
  const QString line = to ? lineTo(to, at) : QString();
  end();
  if (to == 0) {
    if (QLineF(port(from), at).length() > 3 * portReach)
      emit workspace_.editor->functionWanted(from, canvas_.camera().view().toScene(at));
    return true;
  }
  if (line.isEmpty()) return true;
  const EditAnswer answer = workspace_.editor->apply(line);
  if (!answer.good) tip_.say(answer, to);  // stays until the mouse moves
  return true;
}

bool LinkDrag::cancel() {
  if (from_ == 0) return false;
  end();
  return true;
}

void LinkDrag::end() {
  from_ = over_ = 0;
  tip_.show({});
  tried_.clear();
  emit workspace_.editor->linkDrawn(0);
  layer_.update();
}

void LinkDrag::paint(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  const ItemId shown = from_ != 0 ? from_ : hovered_;
  if (workspace_.editor->editing() && shown != 0 && canvas_.scene().find(shown) >= 0) {
    painter.setPen(QPen(colours.selection, 1.5));
    painter.setBrush(from_ != 0 ? colours.selection : colours.card);
    painter.drawEllipse(port(shown), portRadius, portRadius);
  }
  if (from_ == 0) return;
  const QPointF a = port(from_);
  QPainterPath path(a);
  const double bend = std::max(20.0, std::abs(at_.y() - a.y()) / 2);
  path.cubicTo(a + QPointF(0, bend), at_ - QPointF(0, bend), at_);
  painter.setPen(QPen(tip_.refused() ? colours.error : colours.selection, 2,
                      tip_.refused() ? Qt::DashLine : Qt::SolidLine));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(path);
  if (over_ != 0)
    painter.drawRoundedRect(canvas_.cardRect(over_).adjusted(-3, -3, 3, 3), metrics::radius,
                            metrics::radius);
}

}  // namespace ng::views
