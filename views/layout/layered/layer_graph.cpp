// SPDX-License-Identifier: Apache-2.0
// Builds rows, boxes and bends.
#include "views/layout/layered/layer_graph.h"

#include <algorithm>
#include <cstdlib>

namespace ng::views {
namespace {

constexpr double bendWidth = 6;
// Edges across more rows than this, and all bends beyond this many per box, are left to the router.
constexpr int longestSpan = 40;
constexpr int bendsPerBox = 6;

}  // namespace

LayerGraph::LayerGraph(const LayoutRequest& request)
    : boxes(static_cast<int>(request.boxes.size())), gap(request.gapAcross) {
  int last = 0;
  for (const LayoutBox& box : request.boxes) last = std::max(last, box.row);
  rows.resize(static_cast<std::size_t>(last) + 1);
  up.resize(request.boxes.size());
  down.resize(request.boxes.size());
  for (int i = 0; i < boxes; ++i) {
    const LayoutBox& box = request.boxes[static_cast<std::size_t>(i)];
    width.push_back(box.width);
    row.push_back(box.row);
    rows[static_cast<std::size_t>(box.row)].push_back(i);
  }
  const int mostNodes = boxes * (1 + bendsPerBox) + 1000;
  for (const LayoutEdge& edge : request.edges) {
    int upper = edge.from, lower = edge.to;
    if (row[static_cast<std::size_t>(upper)] > row[static_cast<std::size_t>(lower)])
      std::swap(upper, lower);
    const int from = row[static_cast<std::size_t>(upper)];
    const int to = row[static_cast<std::size_t>(lower)];
    if (from == to || to - from > longestSpan || size() + to - from > mostNodes) continue;
    for (int at = from + 1; at < to; ++at) {
      const int bend = addBend(at);
      link(upper, bend, edge.weight * (upper == edge.from || upper == edge.to ? 2 : 8));
      upper = bend;
    }
    link(upper, lower, edge.weight * (to - from > 1 ? 2 : 1));
  }
  place.resize(width.size());
  for (const auto& line : rows)
    for (std::size_t i = 0; i < line.size(); ++i)
      place[static_cast<std::size_t>(line[i])] = static_cast<int>(i);
}

double LayerGraph::apart(int left, int right) const {
  const double between = bend(left) && bend(right)   ? gap / 2
                         : bend(left) || bend(right) ? gap * 0.7
                                                     : gap;
  return (width[static_cast<std::size_t>(left)] + width[static_cast<std::size_t>(right)]) / 2 +
         between;
}

int LayerGraph::addBend(int atRow) {
  const int node = size();
  width.push_back(bendWidth);
  row.push_back(atRow);
  up.emplace_back();
  down.emplace_back();
  rows[static_cast<std::size_t>(atRow)].push_back(node);
  return node;
}

void LayerGraph::link(int upper, int lower, int weight) {
  down[static_cast<std::size_t>(upper)].push_back({lower, weight});
  up[static_cast<std::size_t>(lower)].push_back({upper, weight});
}

}  // namespace ng::views
