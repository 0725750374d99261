// SPDX-License-Identifier: Apache-2.0
#include "views/roofline/roof_labels.h"

#include <QFontMetricsF>
#include <QTransform>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr double high = 15, gap = 1;

QRectF grown(const QRectF& box) {
  return box.adjusted(-2, -2, 2, 2);
}

bool crosses(const QRectF& box, const QLineF& line) {
  if (box.contains(line.p1()) || box.contains(line.p2())) return true;
  const QLineF sides[] = {{box.topLeft(), box.topRight()},
                          {box.topRight(), box.bottomRight()},
                          {box.bottomRight(), box.bottomLeft()},
                          {box.bottomLeft(), box.topLeft()}};
  return std::any_of(std::begin(sides), std::end(sides), [&](const QLineF& side) {
    return side.intersects(line, nullptr) == QLineF::BoundedIntersection;
  });
}

struct Positions {
  double turn;  // degrees
  QRectF above, below;
};

// Best position of a line's label; nullopt if each one overlaps another label.
std::optional<CeilingLabel> placed(const Positions& places, const std::vector<QLineF>& lines,
                                   std::size_t own, const std::vector<CeilingLabel>& labels,
                                   const std::vector<QRectF>& dots, const QRectF& room) {
  std::optional<CeilingLabel> found;
  for (int step = 7; step < 190 && !(found && found->clear); ++step) {
    const QPointF at = lines[own].pointAt(step / 200.0);
    const QTransform turned = QTransform().translate(at.x(), at.y()).rotate(places.turn);
    CeilingLabel label{{}, at, places.turn, step % 2 != 0 ? places.above : places.below};
    label.bounds = turned.mapRect(label.box);
    const bool taken = std::any_of(labels.begin(), labels.end(), [&](const CeilingLabel& other) {
      return grown(other.bounds).intersects(label.bounds);
    });
    if (taken || !room.contains(label.bounds)) continue;
    const QTransform back = turned.inverted();
    for (std::size_t j = 0; j < lines.size(); ++j)
      if (j != own && crosses(label.box, back.map(lines[j]))) label.clear = false;
    for (const QRectF& dot : dots) label.clear &= !label.bounds.intersects(dot);
    if (label.clear || !found) found = label;
  }
  return found;
}

QRectF boundsOf(const RoofPlot& plot, const RoofDot& dot) {
  const double radius = plot.radius(dot);
  return {plot.place(dot) - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)};
}

QPointF nearestIn(const QRectF& box, const QPointF& to) {
  return {std::clamp(to.x(), box.left(), box.right()), std::clamp(to.y(), box.top(), box.bottom())};
}

// Whether a label covers nothing, and no leader crosses a label.
bool isClear(const DotLabel& label, const std::vector<QRectF>& taken,
             const std::vector<DotLabel>& labels) {
  return std::none_of(taken.begin(), taken.end(),
                      [&](const QRectF& other) { return other.intersects(label.box); }) &&
         std::none_of(labels.begin(), labels.end(), [&](const DotLabel& other) {
           return (label.leader && crosses(other.box, *label.leader)) ||
                  (other.leader && crosses(label.box, *other.leader));
         });
}

}  // namespace

std::vector<CeilingLabel> ceilingLabels(const RoofPlot& plot) {
  std::vector<CeilingLabel> labels;
  const MachinePeaks& peaks = plot.peaks();
  if (!peaks.measured()) return labels;
  const QFontMetricsF metrics(Theme::current().captionFont());
  const QRectF room = plot.area();
  const double roof = plot.toPixel(1, peaks.gflops).y();
  const QString peak = ratioText(peaks.gflops) + RoofPlot::tr(" GFLOP/s");
  const QSizeF flat(metrics.horizontalAdvance(peak) + 4, high);
  labels.push_back({peak, {room.right() - flat.width() - 4, roof - high - 3}, 0, {{}, flat}});
  labels.back().bounds = labels.back().box.translated(labels.back().at);
  std::vector<QLineF> lines{{QPointF(room.left(), roof), QPointF(room.right(), roof)}};
  for (const MemoryPeak& level : peaks.memory) lines.push_back(plot.slope(level));
  std::vector<QRectF> dots;
  for (const RoofDot& dot : plot.dots()) dots.push_back(boundsOf(plot, dot));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const MemoryPeak& level = peaks.memory[i - 1];
    const QString text = QString::fromStdString(level.name) + u' ' + ratioText(level.gigabytes) +
                         RoofPlot::tr(" GB/s");
    const QSizeF size(metrics.horizontalAdvance(text) + 4, high);
    const double along = -lines[i].angle();
    const Positions turned{along, QRectF({0, -high - gap}, size), QRectF({0, gap}, size)};
    const Positions beside{0, QRectF({-size.width() - 4, -high}, size), QRectF({4, 0}, size)};
    std::optional<CeilingLabel> found = placed(turned, lines, i, labels, dots, room);
    if (!found || !found->clear) {
      const auto other = placed(beside, lines, i, labels, dots, room);
      if (other && (!found || other->clear)) found = other;
    }
    if (!found) continue;  // too small a plot: the header shows the numbers
    found->text = text;
    labels.push_back(*found);
  }
  return labels;
}

std::vector<DotLabel> dotLabels(const RoofPlot& plot, std::vector<QRectF> taken) {
  constexpr int directions = 8, mostTurns = 6 * directions;
  const QFontMetricsF metrics(Theme::current().captionFont());
  for (const RoofDot& dot : plot.dots()) taken.push_back(boundsOf(plot, dot));
  std::vector<DotLabel> labels;
  for (const RoofDot& dot : plot.dots()) {
    const QPointF at = plot.place(dot);
    if (!plot.area().contains(at)) continue;
    const QString text = QString::fromStdString(dot.point.kernel);
    const QSizeF size(metrics.horizontalAdvance(text) + 4, 14);
    for (int turn = 0; turn < mostTurns; ++turn) {
      const double away = plot.radius(dot) + 4 + 14 * (turn / directions);
      const double angle = (turn % directions) * 2 * M_PI / directions;
      const QPointF middle = at + QPointF(std::cos(angle) * (away + size.width() / 2),
                                          std::sin(angle) * (away + size.height() / 2));
      const QRectF box(middle - QPointF(size.width() / 2, size.height() / 2), size);
      DotLabel label{text, box, std::nullopt};
      if (turn >= directions) label.leader = QLineF(at, nearestIn(box, at));
      if (!plot.area().contains(box) || !isClear(label, taken, labels)) continue;
      taken.push_back(box);
      labels.push_back(label);
      break;
    }
  }
  return labels;
}

}  // namespace ng::views
