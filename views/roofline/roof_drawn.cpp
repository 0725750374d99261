// SPDX-License-Identifier: Apache-2.0
// JSON description of the roofline: ceilings and dots.
#include "views/roofline/roof_plot.h"

namespace ng::views {

QJsonObject RoofPlot::drawn() const {
  QJsonArray memory, kernels;
  for (const MemoryPeak& level : peaks_.memory)
    memory.append(
        QJsonObject{{"name", QString::fromStdString(level.name)}, {"GB/s", level.gigabytes}});
  for (const RoofDot& dot : dots_) {
    const QPointF at = place(dot);
    const QString name = QString::fromStdString(dot.point.kernel);
    kernels.append(QJsonObject{{"kernel", name},
                               {"FLOP/byte", dot.point.intensity},
                               {"GFLOP/s", dot.point.gflops},
                               {"us", dot.point.microseconds},
                               {"limit", QString::fromStdString(limit_words(dot.point))},
                               {"place", QJsonArray{at.x(), at.y()}},
                               {"selected", name == selected_}});
  }
  return {
      {"kind", "roofline"}, {"GFLOP/s", peaks_.gflops}, {"memory", memory}, {"kernels", kernels}};
}

}  // namespace ng::views
