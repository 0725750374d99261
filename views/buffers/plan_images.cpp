// SPDX-License-Identifier: Apache-2.0
#include "views/buffers/plan_images.h"

#include <cmath>

#include "views/buffers/plan_plot.h"
#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int families = 7;

QColor mixed(const QColor& over, const QColor& under, double part) {
  const auto channel = [part](int a, int b) {
    return static_cast<int>(std::lround(a * part + b * (1 - part)));
  };
  return {channel(over.red(), under.red()), channel(over.green(), under.green()),
          channel(over.blue(), under.blue())};
}

std::vector<RasterColour> familyColours(bool dim) {
  std::vector<RasterColour> colours;
  for (int family = 0; family < families; ++family) {
    colours.push_back(familyColour(static_cast<std::uint8_t>(family), dim));
  }
  return colours;
}

// The temporaries without buffer reuse, or the other plan.
Raster outline(const RectTree& tree, const PlotRange& range, QSize pixels) {
  const Colours& c = Theme::current().colours();
  const RasterColour grey{mixed(c.dimText, c.panel, 0.10).rgb(),
                          mixed(c.dimText, c.panel, 0.5).rgb()};
  // A coarse outline is sufficient for very large plans.
  const double least = tree.size() > 100'000 ? 8 : 1;
  return rasterise(tree, range, pixels, {grey}, least);
}

}  // namespace

RasterColour familyColour(std::uint8_t family, bool dim) {
  const Theme& theme = Theme::current();
  const QColor full = theme.family(static_cast<Family>(std::min<int>(family, families - 1)));
  const QColor& ground = theme.colours().panel;
  return {mixed(full, ground, dim ? 0.14 : 0.42).rgb(),
          mixed(full, ground, dim ? 0.32 : 0.9).rgb()};
}

void PlanImages::refresh(const PlanShown& shown, const PlotRange& range, QSize pixels,
                         double ratio) {
  if (!stale_ && plan_.image.size() == pixels) return;
  stale_ = false;
  plan_ = shown.model
              ? rasterise(shown.model->tree(shown.all), range, pixels, familyColours(shown.dims()))
              : Raster();
  plan_.image.setDevicePixelRatio(ratio);
  const RectTree* tree = shown.behind();
  behind_ = tree ? outline(*tree, range, pixels) : Raster();
  behind_.image.setDevicePixelRatio(ratio);
}

QString PlanImages::mergedText() const {
  if (plan_.merged == 0) return {};
  return PlanPlot::tr("%1 of %2 are too small to draw and are merged with a neighbour")
      .arg(countText(plan_.merged), countText(plan_.merged + plan_.drawn));
}

}  // namespace ng::views
