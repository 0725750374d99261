// SPDX-License-Identifier: Apache-2.0
// Paints the layers of a picture, bottom up: frames, hulls, edges, cards, names of hulls.
#include "views/graph/canvas/graph_painter.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "views/graph/canvas/card_painter.h"
#include "views/graph/canvas/dashes.h"
#include "views/graph/canvas/edge_ends.h"
#include "views/graph/canvas/outline_painter.h"
#include "views/graph/scene/hub_edges.h"

namespace ng::views {
namespace {

constexpr double untouched = 0.45, outsideAxis = 0.3;
constexpr std::size_t manyEdges = 3000, fewShapes = 600;
constexpr double longEdge = 8 * metrics::cardWidth;
constexpr double edgeShare = 0.3;  // share of edges in the painting time, for progress
constexpr double arrowLength = 7, arrowWidth = 3.4;
constexpr double endLength = 44;  // of a faded edge

QRectF grown(const QRectF& rect, double by) {
  return rect.adjusted(-by, -by, by, by);
}

// Opaque, because thousands of translucent lines take longer than a frame.
QColor between(const QColor& a, const QColor& b) {
  return QColor((a.red() + b.red()) / 2, (a.green() + b.green()) / 2, (a.blue() + b.blue()) / 2);
}

}  // namespace

GraphPainter::Detail GraphPainter::detailAt(double scale) {
  const double height = metrics::cardHeight * scale;
  if (height < 3) return Detail::dots;
  if (height < 9) return Detail::boxes;
  return height < 11.2 ? Detail::glyphs : Detail::full;
}

Fading fadingOf(const GraphScene& scene, const Lit& lit) {
  if (!lit.traced.empty()) return Fading::path;
  if (!lit.axis.empty() && lit.kernel == 0) return Fading::axis;
  if (!lit.heat.empty()) return Fading::none;  // heat colours replace dimming
  if (lit.kernel != 0) return Fading::kernel;
  return scene.diff ? Fading::pass : Fading::none;
}

std::vector<char> GraphPainter::besideSelected(const GraphScene& scene, const Lit& lit) {
  if (lit.selected < 0 || fadingOf(scene, lit) == Fading::none) return {};
  std::vector<char> near(scene.cards.size());
  const auto selected = static_cast<std::size_t>(lit.selected);
  near[selected] = 1;
  for (const int edge : scene.in[selected])
    near[static_cast<std::size_t>(scene.edges[static_cast<std::size_t>(edge)].from)] = 1;
  for (const int edge : scene.out[selected])
    near[static_cast<std::size_t>(scene.edges[static_cast<std::size_t>(edge)].to)] = 1;
  return near;
}

double GraphPainter::opacity(const Card& card) const {
  if (!near_.empty() && near_[static_cast<std::size_t>(&card - scene_.cards.data())]) return 1;
  const auto at = static_cast<std::size_t>(&card - scene_.cards.data());
  switch (fadingOf(scene_, lit_)) {
    case Fading::path: return lit_.traced[at] ? 1 : outsideAxis;
    case Fading::axis: return lit_.axis.cards[at] ? 1 : outsideAxis;
    case Fading::kernel:
      return card.kernel == lit_.kernel || card.id == lit_.kernel ? 1 : outsideKernel;
    case Fading::pass: return card.touched ? 1 : untouched;
    case Fading::none: return 1;
  }
  return 1;
}

double GraphPainter::opacity(const EdgeShape& edge) const {
  const Card& a = scene_.cards[static_cast<std::size_t>(edge.from)];
  const Card& b = scene_.cards[static_cast<std::size_t>(edge.to)];
  if (!lit_.traced.empty()) return std::min(opacity(a), opacity(b));
  if (!lit_.heat.empty()) return 1;
  if (lit_.kernel != 0) return std::max(opacity(a), opacity(b));
  if (!lit_.axis.empty())
    return carriesAxis(static_cast<int>(&edge - scene_.edges.data())) ? 1 : outsideAxis;
  return scene_.diff && !a.touched && !b.touched ? untouched : 1;
}

PaintManner GraphPainter::mannerFor(const QRectF& view, double scale) const {
  const QRectF area = grown(view, 12);
  const std::size_t cards = scene_.cardGrid.count(area), edges = scene_.edgeGrid.count(area);
  PaintManner manner;
  manner.detail = detailAt(scale);
  manner.smooth = manner.detail >= Detail::glyphs || cards + edges < fewShapes;
  const bool many = edges > fewShapes / 2;
  manner.straight = many && manner.detail < Detail::glyphs;
  manner.hairlines = many && !manner.straight;
  manner.shortOnly = manner.straight && edges > manyEdges;
  manner.flatFrames = isFlat(scene_.frameIndex, area, scale);
  manner.flatHulls = isFlat(scene_.hullIndex, area, scale);
  return manner;
}

bool GraphPainter::shouldContinue(double before, std::size_t done, std::size_t all) const {
  if (!job_) return true;
  const double share = before > 0 ? 1 - before : edgeShare;
  if (done % 64 == 0)
    job_->progress(before + share * static_cast<double>(done) / static_cast<double>(all));
  return !job_->cancelled();
}

void GraphPainter::paint(QPainter& painter, const QRectF& visible, double scale,
                         const PaintManner& manner) const {
  const Detail detail = manner.detail;
  std::vector<int> cards, edges;
  scene_.cardGrid.query(grown(visible, 12), cards);
  scene_.edgeGrid.query(grown(visible, 12), edges);
  painter.setRenderHint(QPainter::Antialiasing, manner.smooth);
  painter.setRenderHint(QPainter::TextAntialiasing);
  paintFrames(painter, scene_, visible, scale, manner.flatFrames);
  paintHulls(painter, scene_, visible, scale, manner.flatHulls, lit_.kernel);
  paintEdges(painter, edges, visible, manner, scale);
  if (detail < Detail::glyphs) return paintBlocks(painter, cards, scale);
  CardPainter each(painter, scale);
  for (const int& i : cards) {
    if (!shouldContinue(edgeShare, static_cast<std::size_t>(&i - cards.data()), cards.size()))
      return;
    const Card& card = scene_.cards[static_cast<std::size_t>(i)];
    if (!card.rect.intersects(grown(visible, 12))) continue;
    CardLook look;
    const bool chips = detail == Detail::full;
    look.selected = i == lit_.selected && !(chips && selectedChip());
    look.ringed = lit_.item;
    look.pointed = lit_.hoveredChip;
    look.hovered = i == lit_.hovered;
    const Match match =
        lit_.matches.empty() ? Match::none : lit_.matches[static_cast<std::size_t>(i)];
    look.match = match == Match::card || (match == Match::folded && !chips);
    look.matches = lit_.foldedMatches.empty() ? nullptr : &lit_.foldedMatches;
    look.currentMatch = i == lit_.currentMatch;
    if (!lit_.heat.empty()) look.heat = lit_.heat[static_cast<std::size_t>(i)];
    if (!lit_.placed.empty()) look.placed = lit_.placed[static_cast<std::size_t>(i)];
    look.axis = !lit_.axis.empty() && lit_.axis.cards[static_cast<std::size_t>(i)];
    look.axisOps = lit_.axis.empty() ? nullptr : &lit_.axis.ops;
    look.texts = detail == Detail::full;
    look.marks = scene_.diff;
    look.whole = lit_.whole;
    painter.setOpacity(match != Match::none || i == lit_.selected ? 1 : opacity(card));
    each.paint(card, look);
    if (look.axis && look.texts && !lit_.axis.tags[static_cast<std::size_t>(i)].isEmpty())
      paintAxisTag(painter, card, lit_.axis.tags[static_cast<std::size_t>(i)]);
    if (!lit_.stops.empty()) paintStopMarks(painter, card, lit_.stops);
  }
  painter.setOpacity(1);
  const Colours& c = Theme::current().colours();
  if (detail != Detail::full) return;
  for (const Hull& hull : scene_.hulls) {
    const bool marked = scene_.diff && hull.mark != Mark::none;
    const QColor lit = hull.kernel == lit_.kernel ? c.selection : c.dimText;
    for (const QRectF& label : hull.labels)
      if (label.intersects(visible))
        paintLabel(painter, label, hull.name, marked ? Theme::current().mark(hull.mark) : lit);
  }
  for (const Frame& frame : scene_.frames)
    for (const QRectF& label : frame.labels)
      if (label.intersects(visible)) paintLabel(painter, label, frame.title, c.dimText);
}

void GraphPainter::sketch(QPainter& painter, const QRectF& visible, double scale) const {
  const Colours& c = Theme::current().colours();
  painter.setRenderHint(QPainter::Antialiasing, false);
  paintFrames(painter, scene_, visible, scale, true);
  std::vector<int> near;
  scene_.cardGrid.query(visible, near);
  QList<QRectF> cards;
  for (const int card : near) cards.append(scene_.cards[static_cast<std::size_t>(card)].rect);
  painter.setPen(QPen(c.cardBorder, 0));
  painter.setBrush(c.card);
  painter.drawRects(cards);
}

void GraphPainter::paintLabel(QPainter& painter, const QRectF& at, const QString& text,
                              const QColor& colour) const {
  const Colours& c = Theme::current().colours();
  painter.setPen(QPen(colour, 1));
  painter.setBrush(c.canvas);
  painter.drawRoundedRect(at, 4, 4);
  QFont font = Theme::current().monoFont();
  font.setPixelSize(11);
  painter.setFont(font);
  painter.drawText(at, Qt::AlignCenter, text);
}

void GraphPainter::paintEdges(QPainter& painter, const std::vector<int>& edges,
                              const QRectF& visible, const PaintManner& manner,
                              double scale) const {
  if (manner.straight) {
    paintLines(painter, edges, manner.shortOnly ? 12 * metrics::cardWidth : 1e9, scale);
    return paintHairlines(painter, endsOfSelected(), visible);
  }
  const bool many = manner.hairlines;
  if (many) paintHairlines(painter, edges, visible);
  for (const int& i : edges) {
    if (!shouldContinue(0, static_cast<std::size_t>(&i - edges.data()), edges.size())) return;
    if (!many && !lit(i)) paintEdge(painter, i, visible);
  }
  for (const int i : edges)  // highlighted edges are painted on top
    if (lit(i) && !scene_.edges[static_cast<std::size_t>(i)].hub) paintEdge(painter, i, visible);
  paintLitHub(painter, visible);
  painter.setOpacity(1);
}

bool GraphPainter::lit(int index) const {
  const EdgeShape& edge = scene_.edges[static_cast<std::size_t>(index)];
  if (index == lit_.hoveredEdge || index == lit_.walkedEdge) return true;
  if (lit_.selected < 0) return false;
  if (const Chip* chip = selectedChip())
    return edge.to == lit_.selected &&
           scene_.cards[static_cast<std::size_t>(edge.from)].id == chip->source;
  return edge.from == lit_.selected || edge.to == lit_.selected;
}

// An edge on a traced path or with the highlighted axis is whole.
bool GraphPainter::faded(int index) const {
  const EdgeShape& edge = scene_.edges[static_cast<std::size_t>(index)];
  if (!edge.faded || lit_.whole || lit(index) || carriesAxis(index)) return false;
  return lit_.traced.empty() || opacity(edge) < 1;
}

void GraphPainter::paintEnds(QPainter& painter, int index) const {
  const EdgeShape& edge = scene_.edges[static_cast<std::size_t>(index)];
  const EdgeEnds ends = endsOf(scene_.edgePoints(edge), edge.points, endLength);
  const QColor colour = edge.ghost && scene_.diff ? Theme::current().colours().removed
                                                  : Theme::current().colours().edge;
  painter.setOpacity(opacity(edge));
  painter.setBrush(Qt::NoBrush);
  for (const QPolygonF& end : {ends.first, ends.last}) {
    QLinearGradient fade(end.first(), end.last());
    QColor clear = colour;
    clear.setAlpha(0);
    fade.setColorAt(0.3, colour);
    fade.setColorAt(1, clear);
    painter.setPen(QPen(QBrush(fade), edge.side ? 0.9 : 1.3));
    painter.drawPolyline(end);
  }
  paintHead(painter, arrowOf(edge), edge.side ? 0.8 : 1, colour);
}

// The chip of a folded op that is selected; null if the card itself is selected.
const Chip* GraphPainter::selectedChip() const {
  const Card& card = scene_.cards[static_cast<std::size_t>(lit_.selected)];
  if (card.id == lit_.item) return nullptr;
  const auto chip = std::find_if(card.chips.begin(), card.chips.end(),
                                 [this](const Chip& each) { return each.tells(lit_.item); });
  return chip == card.chips.end() ? nullptr : &*chip;
}

bool GraphPainter::carriesAxis(int edge) const {
  return !lit_.axis.empty() && lit_.axis.edges[static_cast<std::size_t>(edge)];
}

// Paints what the card does with the axis, over its upper right corner.
void GraphPainter::paintAxisTag(QPainter& painter, const Card& card, const QString& text) const {
  QFont font = Theme::current().monoFont();
  font.setPixelSize(11);
  const double width =
      std::min(QFontMetricsF(font).horizontalAdvance(text) + 10, card.rect.width());
  const QRectF at(card.rect.right() - width + 4, card.rect.top() - 11, width, 16);
  paintLabel(painter, at, text, axisColour());
}

std::vector<int> GraphPainter::endsOfSelected() const {
  if (lit_.selected < 0) return {};
  std::vector<int> edges = scene_.in[static_cast<std::size_t>(lit_.selected)];
  const auto& out = scene_.out[static_cast<std::size_t>(lit_.selected)];
  edges.insert(edges.end(), out.begin(), out.end());
  return edges;
}

// Curves of hubs are looked up from the selected card, because they may cross the view anywhere.
void GraphPainter::paintLitHub(QPainter& painter, const QRectF& visible) const {
  std::vector<int> hubs = endsOfSelected();
  for (const int i : {lit_.hoveredEdge, lit_.walkedEdge})
    if (i >= 0) hubs.push_back(i);
  std::erase_if(hubs, [&](int i) { return !scene_.edges[static_cast<std::size_t>(i)].hub; });
  if (hubs.size() > fewShapes / 2) return paintHairlines(painter, hubs, visible);
  for (const int i : hubs) paintEdge(painter, i, visible);
}

// Paints long edges as hairlines where hundreds of edges are parallel.
void GraphPainter::paintHairlines(QPainter& painter, const std::vector<int>& edges,
                                  const QRectF& visible) const {
  QList<QLineF> lines;
  std::vector<int> whole, heads;
  for (const int i : edges) {
    const EdgeShape& edge = scene_.edges[static_cast<std::size_t>(i)];
    if (edge.points < 4 || !edge.routed) continue;
    const bool quiet = !lit(i);
    if (quiet && (edge.hub || reach(edge) < longEdge)) {
      whole.push_back(i);
      continue;
    }
    if (quiet && grown(visible, 12).contains(scene_.edgePoints(edge)[edge.points - 1]))
      heads.push_back(i);
    if (faded(i)) {
      const EdgeEnds ends = endsOf(scene_.edgePoints(edge), edge.points, endLength);
      for (const QPolygonF& end : {ends.first, ends.last})
        for (qsizetype k = 1; k < end.size(); ++k) lines.append({end[k - 1], end[k]});
      continue;
    }
    const QPainterPath path = scene_.edgePath(edge, visible);
    for (const QPolygonF& piece : path.toSubpathPolygons())
      for (qsizetype k = 1; k < piece.size(); ++k) lines.append({piece[k - 1], piece[k]});
  }
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  const Colours& c = Theme::current().colours();
  const bool selected = !edges.empty() && lit(edges.front());
  painter.setPen(QPen(selected ? c.selection : c.edge, 0));
  painter.drawLines(lines);
  painter.restore();
  painter.setOpacity(1);
  for (const int i : heads) {
    const EdgeShape& edge = scene_.edges[static_cast<std::size_t>(i)];
    paintHead(painter, arrowOf(edge), edge.side ? 0.8 : 1, c.edge);
  }
  for (const int i : whole) paintEdge(painter, i, visible);
}

double GraphPainter::reach(const EdgeShape& edge) const {
  const QPointF way = scene_.edgePoints(edge)[edge.points - 1] - scene_.edgePoints(edge)[0];
  return way.manhattanLength();
}

GraphPainter::Arrow GraphPainter::arrowOf(const EdgeShape& edge) const {
  const QPointF* p = scene_.edgePoints(edge);
  const QPointF tip = p[edge.points - 1], way = tip - p[edge.points - 2];
  const double length = std::hypot(way.x(), way.y());
  return {tip, length > 0 ? way / length : QPointF(0, 1)};
}

std::optional<GraphPainter::Arrow> GraphPainter::halfWay(const EdgeShape& edge) const {
  constexpr double shortest = 48;  // shorter edges only have the head at their end
  const QPointF *p = scene_.edgePoints(edge), *longest = nullptr;
  double most = shortest;
  for (std::uint32_t k = 0; k + 3 < edge.points; k += 3)
    if (const double length = QLineF(p[k], p[k + 3]).length(); length > most)
      most = length, longest = p + k;
  if (!longest) return std::nullopt;
  const QPointF *q = longest, middle = (q[0] + 3 * q[1] + 3 * q[2] + q[3]) / 8;
  const QPointF way = q[3] + q[2] - q[1] - q[0];
  const double length = std::hypot(way.x(), way.y());
  if (length == 0) return std::nullopt;
  return Arrow{middle + way / length * (arrowLength / 2), way / length};
}

void GraphPainter::paintHead(QPainter& painter, const Arrow& arrow, double size,
                             const QColor& colour) const {
  const QPointF across = QPointF(-arrow.along.y(), arrow.along.x()) * (arrowWidth * size);
  const QPointF base = arrow.tip - arrow.along * (arrowLength * size);
  const QPointF head[] = {arrow.tip, base + across, base - across};
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(head, 3);
}

void GraphPainter::paintEdge(QPainter& painter, int index, const QRectF& visible) const {
  const Colours& c = Theme::current().colours();
  const EdgeShape& edge = scene_.edges[static_cast<std::size_t>(index)];
  if (edge.points < 4 || !edge.routed) return;
  const bool pointed = index == lit_.hoveredEdge || index == lit_.walkedEdge;
  const bool lit = this->lit(index);
  if (edge.hub && !lit) {
    if (tagArea(scene_, edge).intersects(visible)) paintTag(painter, scene_, edge, lit_.whole);
    return;
  }
  if (faded(index)) return paintEnds(painter, index);
  const bool axis = carriesAxis(index);
  QColor colour = lit ? c.selection : axis ? axisColour() : c.edge;
  double width = edge.side ? 0.9 : 1.3;
  if (axis) width = 2.2;
  if (lit) width = pointed ? 3 : edge.from == lit_.selected ? 3 : 2;
  const bool ghost = edge.ghost && scene_.diff;
  if (ghost && !lit) colour = c.removed;
  QPen pen(colour, width);
  pen.setCapStyle(Qt::FlatCap);
  QPainterPath path = scene_.edgePath(edge, grown(visible, 12));
  if (path.isEmpty()) return;
  const bool dashed = ghost || edge.back;
  const Arrow arrow = arrowOf(edge);
  const double size = edge.side ? 0.8 : lit ? 1.25 : 1;
  const QPointF end = arrow.tip - arrow.along * (arrowLength * size - 1);
  painter.setOpacity(lit ? 1 : opacity(edge));
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  if (dashed) {
    const QPointF* p = scene_.edgePoints(edge);
    std::vector<QPointF> points(p, p + edge.points);
    points.back() = end;
    painter.drawLines(dashesOf(points.data(), edge.points, (ghost ? 4 : 5) * width,
                               (ghost ? 3 : 2) * width, grown(visible, 12)));
  } else {
    if (path.currentPosition() == arrow.tip)
      path.setElementPositionAt(path.elementCount() - 1, end.x(), end.y());
    painter.drawPath(path);
  }
  paintHead(painter, arrow, size, colour);
  if (const auto half = edge.back ? halfWay(edge) : std::nullopt)
    paintHead(painter, *half, size, colour);
}

// When zoomed out, edges are straight lines; long ones connect the knots of their routes, because
// direct lines would cross the picture. Omits long edges if there are very many of them, because
// they would hide the cards, and edges shorter than the gap between cards on the screen.
void GraphPainter::paintLines(QPainter& painter, const std::vector<int>& edges, double longest,
                              double scale) const {
  const double shortest = 1.5 / scale, seenAsLong = 60 / scale;
  QList<QLineF> lines;
  lines.reserve(static_cast<qsizetype>(edges.size()));
  for (const int i : edges) {
    const EdgeShape& edge = scene_.edges[static_cast<std::size_t>(i)];
    if (edge.points == 0 || edge.hub || faded(i)) continue;
    const QLineF line(scene_.points[edge.first], scene_.points[edge.first + edge.points - 1]);
    const double length = std::abs(line.dx()) + std::abs(line.dy());
    if (length >= longest || length <= shortest) continue;
    if (length < seenAsLong) {
      lines.append(line);
      continue;
    }
    const QPointF* p = scene_.edgePoints(edge);
    for (std::uint32_t k = 3; k < edge.points; k += 3) lines.append(QLineF(p[k - 3], p[k]));
  }
  painter.setPen(
      QPen(between(Theme::current().colours().canvas, Theme::current().colours().edge), 0));
  painter.drawLines(lines);
}

// When zoomed out, cards are blocks in their family's colour; all blocks of a colour are painted at
// once.
void GraphPainter::paintBlocks(QPainter& painter, const std::vector<int>& cards,
                               double scale) const {
  const Theme& theme = Theme::current();
  std::array<QList<QRectF>, 7> families;
  std::array<QList<QRectF>, 4> marks;  // cards that the pass did not touch are dimmed
  QList<QRectF> matches, groups, axis;
  const double least = 1.5 / scale;  // at least one and a half pixels
  for (const int i : cards) {
    const Card& card = scene_.cards[static_cast<std::size_t>(i)];
    QRectF r = card.rect;
    if (r.height() < least)
      r = QRectF(r.center().x() - r.width() / 2, r.center().y() - least / 2, r.width(), least);
    if (!lit_.matches.empty() && lit_.matches[static_cast<std::size_t>(i)] != Match::none)
      matches.append(grown(r, 2 / scale));
    else if (!lit_.axis.empty() && lit_.axis.cards[static_cast<std::size_t>(i)])
      axis.append(grown(r, 1 / scale));
    else if (scene_.diff && card.mark != Mark::none)
      marks[static_cast<std::size_t>(card.mark)].append(r);
    else if (card.group && !scene_.diff)
      groups.append(r);
    else
      families[static_cast<std::size_t>(card.family)].append(r);
  }
  painter.setPen(Qt::NoPen);
  const auto fill = [&](const QList<QRectF>& rects, const QColor& colour) {
    if (rects.isEmpty()) return;
    painter.setBrush(colour);
    painter.drawRects(rects);
  };
  for (std::size_t i = 0; i < families.size(); ++i) {
    QColor colour = theme.family(static_cast<Family>(i));
    colour.setAlphaF(lit_.axis.empty() && !scene_.diff ? 0.85f : 0.25f);
    fill(families[i], colour);
  }
  fill(groups, theme.colours().dimText);
  for (const Mark mark : {Mark::added, Mark::removed, Mark::changed})
    fill(marks[static_cast<std::size_t>(mark)], theme.mark(mark));
  fill(axis, axisColour());
  fill(matches, theme.colours().searchMatch);
  if (lit_.selected < 0) return;
  painter.setPen(QPen(theme.colours().selection, 2 / scale));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(grown(scene_.cards[static_cast<std::size_t>(lit_.selected)].rect, 3 / scale));
}

}  // namespace ng::views
