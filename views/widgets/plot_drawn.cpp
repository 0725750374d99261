// SPDX-License-Identifier: Apache-2.0
// JSON description of a plot: all points of its series.
#include <cmath>

#include "views/widgets/plot.h"

namespace ng::views {

QJsonObject Plot::drawn() const {
  QJsonArray curves;
  for (const PlotSeries& series : series_) {
    QJsonArray x, y;
    for (const double each : series.x) x.append(each);
    for (const double each : series.y) y.append(std::isfinite(each) ? each : QJsonValue());
    curves.append(QJsonObject{{"name", series.name}, {"x", x}, {"y", y}, {"right", series.right}});
  }
  QJsonObject out{{"kind", "plot"},
                  {"x title", xTitle_},
                  {"y title", yTitle_},
                  {"range", QJsonArray{range_.left, range_.right, range_.bottom, range_.top}},
                  {"logarithmic", logarithmic_},
                  {"series", curves}};
  if (!rightTitle_.isEmpty()) out["right title"] = rightTitle_;
  if (!topTitle_.isEmpty()) out["top title"] = topTitle_;
  if (cursor_) out["cursor"] = *cursor_;
  return out;
}

}  // namespace ng::views
