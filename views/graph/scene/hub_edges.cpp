// SPDX-License-Identifier: Apache-2.0
// Finds hubs and places their tags.
#include "views/graph/scene/hub_edges.h"

#include <QFontMetricsF>
#include <cstdlib>

#include "views/graph/scene/turned.h"

namespace ng::views {
namespace {

constexpr std::size_t many = 48;
constexpr int longest = 250;  // rows: about twenty screens at 1:1
constexpr double stub = 13, room = 62, roomBeside = 46, lineHeight = 12, arrow = 3;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

// The point where a tag is attached to its card.
QPointF tagEnd(const GraphScene& scene, const EdgeShape& edge) {
  return scene.edgePoints(edge)[edge.tagAtReader ? 3 : 0];
}

// The tag is on the side where forward edges arrive.
bool standsBefore(const GraphScene& scene, const EdgeShape& edge) {
  const QPointF* p = scene.edgePoints(edge);
  return (turned(p[3], scene.direction).y() >= turned(p[0], scene.direction).y()) ==
         edge.tagAtReader;
}

}  // namespace

void markHubs(GraphScene& scene) {
  std::vector<std::size_t> out(scene.cards.size(), 0), in = out;
  for (const EdgeShape& edge : scene.edges) ++out[at(edge.from)], ++in[at(edge.to)];
  for (EdgeShape& edge : scene.edges) {
    const bool far =
        std::abs(scene.cards[at(edge.from)].row - scene.cards[at(edge.to)].row) > longest;
    edge.tagAtReader = far || out[at(edge.from)] > many;
    edge.hub = edge.tagAtReader || in[at(edge.to)] > many;
  }
}

std::vector<QPointF> directCurve(const QRectF& from, const QRectF& to, Direction direction) {
  const QRectF a = turned(from, direction), b = turned(to, direction);
  const bool down = a.center().y() <= b.center().y();
  const QPointF start(a.center().x(), down ? a.bottom() : a.top());
  const QPointF end(b.center().x() - b.width() / 4, down ? b.top() : b.bottom());
  const QPointF bend(0, down ? 60 : -60);
  std::vector<QPointF> curve{start, start + bend, end - bend, end};
  for (QPointF& p : curve) p = turned(p, direction);
  return curve;
}

QRectF tagArea(const GraphScene& scene, const EdgeShape& edge) {
  const QPointF end = tagEnd(scene, edge);
  const bool before = standsBefore(scene, edge);
  if (scene.direction == Direction::right)
    return {before ? end.x() - roomBeside : end.x(), end.y() - lineHeight, roomBeside,
            lineHeight + arrow};
  return {end.x() - arrow, before ? end.y() - stub : end.y(), room, stub};
}

void paintTag(QPainter& painter, const GraphScene& scene, const EdgeShape& edge, bool whole) {
  const Colours& colours = Theme::current().colours();
  const QRectF area = tagArea(scene, edge);
  const bool reader = edge.tagAtReader, right = scene.direction == Direction::right;
  const QPointF end = tagEnd(scene, edge);
  const QPointF out = turned(QPointF(0, standsBefore(scene, edge) ? -1 : 1), scene.direction);
  const QPointF far = end + out * (stub - 2), tip = reader ? end : far, back = reader ? far : end;
  const QPointF way = reader ? -out : out, side(way.y() * arrow, way.x() * arrow);
  painter.setPen(QPen(colours.edge, 1));
  painter.drawLine(back, tip - way * 4);
  const QPointF head[] = {tip, tip - way * 6 - side, tip - way * 6 + side};
  painter.setPen(Qt::NoPen);
  painter.setBrush(colours.edge);
  painter.drawPolygon(head, 3);
  QFont font = Theme::current().captionFont();
  font.setPixelSize(10);
  const QString name = scene.cards[at(reader ? edge.from : edge.to)].title;
  painter.setFont(font);
  painter.setPen(colours.dimText);
  const QRectF words = right ? QRectF(area.left() + 2, area.top() - 3, area.width() - 4, lineHeight)
                             : QRectF(end.x() + 6, area.top(), room - 9, lineHeight);
  painter.drawText(
      words,
      Qt::TextDontClip | Qt::AlignVCenter | (right && out.x() < 0 ? Qt::AlignRight : Qt::AlignLeft),
      whole ? name : QFontMetricsF(font).elidedText(name, Qt::ElideRight, words.width()));
}

}  // namespace ng::views
