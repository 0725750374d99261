// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/counter_tracks.h"

#include <QJsonObject>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/timeline/lane_metrics.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr double trackHeight = 34, graphHeight = 26;

// Per second; times are in nanoseconds.
double rate(double amount, double from, double to) {
  return to > from ? amount / (to - from) * 1e9 : 0;
}

double mostOf(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

std::int64_t rounded(double value) {
  return static_cast<std::int64_t>(std::llround(value));
}

}  // namespace

const CounterTracks::Track CounterTracks::tracks_[3] = {
    {"memory in use",
     [](const RunSteps& steps, double from, double to) {
       return static_cast<double>(steps.memoryIn(from, to));
     },
     [](double value) { return byteText(rounded(value)); }},
    {"memory traffic",
     [](const RunSteps& steps, double from, double to) {
       return rate(steps.bytesUntil(to) - steps.bytesUntil(from), from, to);
     },
     [](double value) { return byteText(rounded(value)) + QStringLiteral("/s"); }},
    {"FLOP/s",
     [](const RunSteps& steps, double from, double to) {
       return rate(steps.flopsUntil(to) - steps.flopsUntil(from), from, to);
     },
     [](double value) { return flopText(rounded(value)) + QStringLiteral("/s"); }},
};

double CounterTracks::height() const {
  return steps_.empty() ? 0 : std::size(tracks_) * trackHeight + lane::gap;
}

std::vector<double> CounterTracks::values(const Track& track, const TimeScale& scale) const {
  std::vector<double> values;
  for (double x = scale.left(); x < scale.right(); ++x)
    values.push_back(track.of(steps_, scale.time(x), scale.time(x + 1)));
  return values;
}

void CounterTracks::paint(QPainter& painter, const TimeScale& scale, double top,
                          double right) const {
  if (steps_.empty()) return;
  const Colours& colours = Theme::current().colours();
  int series = 0;
  for (const Track& track : tracks_) {
    const double bottom = top + graphHeight + 2;
    const std::vector<double> all = values(track, scale);
    const double highest = mostOf(all);
    painter.setFont(Theme::current().tableFont());
    painter.setPen(colours.text);
    painter.drawText(QRectF(20, top, lane::names - 28, 15), Qt::AlignVCenter, track.name);
    painter.setFont(Theme::current().captionFont());
    painter.setPen(colours.dimText);
    painter.drawText(QRectF(20, top + 14, lane::names - 28, 14), Qt::AlignVCenter,
                     QStringLiteral("≤ ") + track.text(highest));
    QPainterPath area(QPointF(scale.left(), bottom));
    double x = scale.left();
    for (const double value : all) {
      if (highest <= 0 || x >= right) break;
      const double y = bottom - graphHeight * value / highest;
      area.lineTo(x, y);
      area.lineTo(++x, y);
    }
    area.lineTo(right, bottom);
    QColor fill = Theme::current().series(series++);
    fill.setAlphaF(0.45F);
    painter.fillPath(area, fill);
    painter.setPen(colours.separator);
    painter.drawLine(QPointF(scale.left(), bottom + 0.5), QPointF(right, bottom + 0.5));
    top += trackHeight;
  }
}

QString CounterTracks::valueAt(const TimeScale& scale, double x, double y) const {
  const auto at = static_cast<std::size_t>(std::max(0.0, y) / trackHeight);
  if (steps_.empty() || y < 0 || at >= std::size(tracks_) || x < scale.left()) return {};
  const Track& track = tracks_[at];
  return QString(track.name) + QStringLiteral(": ") +
         track.text(track.of(steps_, scale.time(x), scale.time(x + 1)));
}

QJsonArray CounterTracks::description(const TimeScale& scale) const {
  QJsonArray all;
  if (steps_.empty()) return all;
  for (const Track& track : tracks_)
    all.append(QJsonObject{{"name", track.name},
                           {"visible", track.of(steps_, scale.from(), scale.to())},
                           {"most", mostOf(values(track, scale))}});
  return all;
}

}  // namespace ng::views
