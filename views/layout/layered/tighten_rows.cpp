// SPDX-License-Identifier: Apache-2.0
// Straight long edges take space. If they make a picture several times as wide as its fullest row,
// it becomes illegible: then the boxes move together, each as near to its share of the width as its
// neighbours allow, and long edges bend.
#include <algorithm>

#include "views/layout/layered/layer_graph.h"
#include "views/layout/layered/settle_row.h"

namespace ng::views {
namespace {

constexpr double mostAir = 3;         // times the width of the fullest row
constexpr double leastWidth = 8'000;  // pixels; narrower pictures are legible

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

std::vector<int> boxesOf(const LayerGraph& graph, const std::vector<int>& row) {
  std::vector<int> boxes;
  for (const int node : row)
    if (!graph.bend(node)) boxes.push_back(node);
  return boxes;
}

void settle(const LayerGraph& graph, const std::vector<int>& boxes, std::vector<double>& x) {
  std::vector<double> preferred, apart;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    preferred.push_back(x[at(boxes[i])]);
    if (i > 0) apart.push_back(graph.apart(boxes[i - 1], boxes[i]));
  }
  settleRow(preferred, apart);
  for (std::size_t i = 0; i < boxes.size(); ++i) x[at(boxes[i])] = preferred[i];
}

}  // namespace

void tightenRows(const LayerGraph& graph, std::vector<double>& x) {
  if (graph.boxes == 0) return;
  double fullest = 0;
  for (const std::vector<int>& row : graph.rows) {
    double wide = 0;
    for (const int box : boxesOf(graph, row)) wide += graph.width[at(box)] + graph.gap;
    fullest = std::max(fullest, wide);
  }
  const auto [low, high] = std::minmax_element(x.begin(), x.begin() + graph.boxes);
  const double left = *low, wide = *high - *low;
  if (wide < leastWidth || wide < mostAir * fullest) return;
  for (double& each : x) each = (each - left) * (fullest / wide);
  for (const std::vector<int>& row : graph.rows) settle(graph, boxesOf(graph, row), x);
}

}  // namespace ng::views
