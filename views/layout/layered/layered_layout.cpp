// SPDX-License-Identifier: Apache-2.0
// Steps of a layered layout after row assignment: bends, order, coordinates.
#include "views/layout/layered/layered_layout.h"

#include <algorithm>
#include <cmath>

#include "views/layout/layered/layer_graph.h"
#include "views/layout/layered/layout_parts.h"

namespace ng::views {

namespace {

LayoutResult layoutOfPart(const LayoutRequest& request, const std::atomic<bool>* cancel) {
  LayoutResult result;
  LayerGraph graph(request);
  orderRows(graph, cancel);
  std::vector<double> x = placeRows(graph);
  tightenRows(graph, x);
  double tallest = 0;
  for (const LayoutBox& box : request.boxes) tallest = std::max(tallest, box.height);
  for (std::size_t i = 0; i < request.boxes.size(); ++i)
    result.centres.push_back(
        {std::round(x[i]), request.boxes[i].row * (tallest + request.gapDown)});
  return result;
}

}  // namespace

LayoutResult layeredLayout(const LayoutRequest& request, const std::atomic<bool>* cancel) {
  const std::vector<LayoutPart> parts = partsOf(request);
  std::vector<LayoutResult> results;
  for (const LayoutPart& part : parts) results.push_back(layoutOfPart(part.request, cancel));
  return packed(request, parts, results);
}

}  // namespace ng::views
