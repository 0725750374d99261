// SPDX-License-Identifier: Apache-2.0
// JSON description of the memory plan plot: the visible rectangles (up to mostRectangles) and the
// number of merged ones.
#include "views/buffers/plan_plot.h"

namespace ng::views {
namespace {

constexpr int mostRectangles = 20'000;

}  // namespace

QJsonObject PlanPlot::drawn() const {
  QJsonObject out{{"kind", "memory plan"},
                  {"steps", QJsonArray{window_.left, window_.right}},
                  {"addresses", QJsonArray{window_.low, window_.high}}};
  if (!model_) return out;
  QJsonArray buffers;
  for (int i = 0; i < model_->buffers() && buffers.size() < mostRectangles; ++i) {
    const PlotRect* rect = placeOf(i);
    if (!rect || rect->right < window_.left || rect->left > window_.right ||
        rect->high < window_.low || rect->low > window_.high)
      continue;
    const BufferRecord& buffer = model_->buffer(i);
    QJsonObject each{{"buffer", QString::fromStdString(buffer.name)},
                     {"first step", buffer.first_step},
                     {"last step", buffer.last_step},
                     {"address", rect->low},
                     {"bytes", static_cast<double>(buffer.bytes)}};
    if (i == selected_) each["selected"] = true;
    if (read_.count(i)) each["read"] = true;
    if (written_.count(i)) each["written"] = true;
    buffers.append(each);
  }
  out["buffers"] = buffers;
  out["peak"] = peakText();
  out["merged"] = mergedText();
  if (other_) out["compared"] = true;
  if (step_ >= 0) out["step"] = step_;
  return out;
}

}  // namespace ng::views
