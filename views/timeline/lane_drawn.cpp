// SPDX-License-Identifier: Apache-2.0
// JSON description of the lanes: bars as painted, merged bars with their count.
#include <cmath>

#include "views/timeline/lane_canvas.h"
#include "views/timeline/lane_metrics.h"

namespace ng::views {

QJsonObject LaneCanvas::drawn() const {
  QJsonArray bands;
  for (const Band& band : bands_) {
    const double moved = shift(band.which);
    const Timeline& of = timeline(band.which);
    const auto least = static_cast<std::int64_t>(std::ceil(lane::least * scale_.perPixel()));
    QJsonArray rows;
    for (std::size_t row = 0; row < band.rows; ++row) {
      const EventRow& events = of.lanes()[band.lane].rows[row];
      QJsonArray bars;
      events.visible(static_cast<std::int64_t>(scale_.from() - moved),
                     static_cast<std::int64_t>(scale_.to() - moved), least,
                     [&](const EventSpan& span) {
                       QJsonObject bar{{"from", static_cast<double>(span.begin)},
                                       {"to", static_cast<double>(span.end)}};
                       const TimelineEvent event = events[span.first];
                       if (span.count == 1)
                         bar["name"] = QString::fromStdString(of.names()[event.name].text);
                       else
                         bar["events"] = static_cast<double>(span.count);
                       bars.append(bar);
                     });
      rows.append(bars);
    }
    bands.append(QJsonObject{{"lane", band.title.section('\n', 0, 0)}, {"rows", rows}});
  }
  QJsonObject out{{"kind", "timeline"},
                  {"unit", "ns"},
                  {"from", scale_.from()},
                  {"to", scale_.to()},
                  {"lanes", bands}};
  if (stretch_) out["stretch"] = QJsonArray{stretch_->from, stretch_->to};
  if (current_) out["current"] = describe(*current_);
  return out;
}

}  // namespace ng::views
