// SPDX-License-Identifier: Apache-2.0
// Finding hubs, and their tags.
#include "views/graph/hub_edges.h"

#include <QFontMetricsF>

namespace ng::views {
namespace {

constexpr std::size_t many = 48;
constexpr double stub = 13, room = 62, lineHeight = 12, arrow = 3;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

void markHubs(GraphScene& scene) {
  std::vector<std::size_t> out(scene.cards.size(), 0), in = out;
  for (const EdgeShape& edge : scene.edges) ++out[at(edge.from)], ++in[at(edge.to)];
  for (EdgeShape& edge : scene.edges) {
    edge.tagAtReader = out[at(edge.from)] > many;
    edge.hub = edge.tagAtReader || in[at(edge.to)] > many;
  }
}

std::vector<QPointF> directCurve(const QRectF& from, const QRectF& to) {
  const bool down = from.center().y() <= to.center().y();
  const QPointF start(from.center().x(), down ? from.bottom() : from.top());
  const QPointF end(to.center().x() - to.width() / 4, down ? to.top() : to.bottom());
  const QPointF bend(0, down ? 60 : -60);
  return {start, start + bend, end - bend, end};
}

QRectF tagArea(const GraphScene& scene, const EdgeShape& edge) {
  const QPointF* p = scene.edgePoints(edge);
  const bool reader = edge.tagAtReader;
  const QPointF end = reader ? p[3] : p[0];
  const bool above = (p[3].y() >= p[0].y()) == reader;
  return QRectF(end.x() - arrow, above ? end.y() - stub : end.y(), room, stub);
}

void paintTag(QPainter& painter, const GraphScene& scene, const EdgeShape& edge) {
  const Colours& colours = Theme::current().colours();
  const QRectF area = tagArea(scene, edge);
  const bool reader = edge.tagAtReader;
  const bool above = (scene.edgePoints(edge)[3].y() >= scene.edgePoints(edge)[0].y()) == reader;
  const double card = above ? area.bottom() : area.top();
  const double far = above ? area.top() + 2 : area.bottom() - 2;
  const double tip = reader ? card : far, back = reader ? far : card;
  const double x = area.left() + arrow, way = tip > back ? 1 : -1;
  painter.setPen(QPen(colours.edge, 1));
  painter.drawLine(QPointF(x, back), QPointF(x, tip - way * 4));
  const QPointF head[] = {{x, tip}, {x - arrow, tip - way * 6}, {x + arrow, tip - way * 6}};
  painter.setPen(Qt::NoPen);
  painter.setBrush(colours.edge);
  painter.drawPolygon(head, 3);
  QFont font = Theme::current().captionFont();
  font.setPixelSize(10);
  const QString name = scene.cards[at(reader ? edge.from : edge.to)].title;
  painter.setFont(font);
  painter.setPen(colours.dimText);
  painter.drawText(QRectF(x + 6, area.top(), room - 9, lineHeight),
                   Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetricsF(font).elidedText(name, Qt::ElideRight, room - 9));
}

}  // namespace ng::views
