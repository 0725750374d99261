// SPDX-License-Identifier: Apache-2.0
// Crossing reduction: sorts rows by the mean position of their neighbours, alternating downwards
// and upwards sweeps, and keeps the best order found.
#include <algorithm>
#include <numeric>

#include "views/layout/layered/layer_graph.h"

namespace ng::views {
namespace {

using Links = std::vector<std::vector<LayerGraph::Link>>;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

// Initial order: depth first from the top, so that related nodes start together.
void firstOrder(LayerGraph& graph) {
  std::vector<char> seen(graph.width.size(), 0);
  std::vector<std::vector<int>> rows(graph.rows.size());
  std::vector<int> stack;
  const auto visit = [&](int start) {
    stack.push_back(start);
    while (!stack.empty()) {
      const int node = stack.back();
      stack.pop_back();
      if (seen[at(node)]) continue;
      seen[at(node)] = 1;
      rows[at(graph.row[at(node)])].push_back(node);
      for (auto it = graph.up[at(node)].rbegin(); it != graph.up[at(node)].rend(); ++it)
        if (!seen[at(it->other)]) stack.push_back(it->other);
      for (auto it = graph.down[at(node)].rbegin(); it != graph.down[at(node)].rend(); ++it)
        if (!seen[at(it->other)]) stack.push_back(it->other);
    }
  };
  for (const auto& row : graph.rows)
    for (const int node : row) visit(node);
  graph.rows = std::move(rows);
}

void renumber(LayerGraph& graph, std::size_t row) {
  const auto& line = graph.rows[row];
  for (std::size_t i = 0; i < line.size(); ++i) graph.place[at(line[i])] = static_cast<int>(i);
}

// Sorts one row by the weighted mean position of its neighbours in `links`; nodes without
// neighbours keep their position.
void sortRow(LayerGraph& graph, std::size_t row, const Links& links, bool equalsSwap) {
  auto& line = graph.rows[row];
  std::vector<std::pair<double, int>> keyed;
  for (const int node : line) {
    double sum = 0, weight = 0;
    for (const auto& link : links[at(node)]) {
      sum += link.weight * graph.place[at(link.other)];
      weight += link.weight;
    }
    if (weight > 0) keyed.emplace_back(sum / weight, node);
  }
  if (equalsSwap) std::reverse(keyed.begin(), keyed.end());
  std::stable_sort(keyed.begin(), keyed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::size_t next = 0;
  for (int& node : line)
    if (!links[at(node)].empty()) node = keyed[next++].second;
  renumber(graph, row);
}

std::int64_t rowCrossings(const LayerGraph& graph, std::size_t row, std::vector<int>& tree) {
  if (row + 1 >= graph.rows.size()) return 0;
  const std::size_t size = graph.rows[row + 1].size();
  tree.assign(size + 1, 0);
  std::int64_t total = 0, added = 0;
  std::vector<int> ends;
  for (const int node : graph.rows[row]) {
    ends.clear();
    for (const auto& link : graph.down[at(node)]) ends.push_back(graph.place[at(link.other)]);
    for (const int end : ends) {
      std::int64_t before = 0;
      for (std::size_t i = at(end) + 1; i > 0; i &= i - 1) before += tree[i];
      total += added - before;
    }
    for (const int end : ends) {
      for (std::size_t i = at(end) + 1; i <= size; i += i & (~i + 1)) ++tree[i];
      ++added;
    }
  }
  return total;
}

// Swaps neighbours of a row as long as that removes crossings with the two adjacent rows.
bool swapNeighbours(LayerGraph& graph) {
  const auto count = [&](int left, int right, const Links& links) {
    int crossed = 0;
    for (const auto& a : links[at(left)])
      for (const auto& b : links[at(right)])
        crossed += graph.place[at(a.other)] > graph.place[at(b.other)];
    return crossed;
  };
  bool improved = false;
  for (std::size_t row = 0; row < graph.rows.size(); ++row) {
    auto& line = graph.rows[row];
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      const int a = line[i], b = line[i + 1];
      const int now = count(a, b, graph.up) + count(a, b, graph.down);
      const int then = count(b, a, graph.up) + count(b, a, graph.down);
      if (then >= now) continue;
      std::swap(line[i], line[i + 1]);
      std::swap(graph.place[at(a)], graph.place[at(b)]);
      improved = true;
    }
  }
  return improved;
}

}  // namespace

std::int64_t crossings(const LayerGraph& graph) {
  std::vector<int> tree;
  std::int64_t total = 0;
  for (std::size_t row = 0; row + 1 < graph.rows.size(); ++row)
    total += rowCrossings(graph, row, tree);
  return total;
}

void orderRows(LayerGraph& graph, const std::atomic<bool>* cancel) {
  firstOrder(graph);
  for (std::size_t row = 0; row < graph.rows.size(); ++row) renumber(graph, row);
  auto best = graph.rows;
  std::int64_t fewest = crossings(graph);
  const int sweeps = graph.size() < 1000 ? 24 : graph.size() < 5000 ? 8 : 3;
  for (int sweep = 0; sweep < sweeps && fewest > 0 && !(cancel && cancel->load()); ++sweep) {
    const bool swap = sweep % 4 >= 2;
    for (std::size_t row = 1; row < graph.rows.size(); ++row) sortRow(graph, row, graph.up, swap);
    for (std::size_t row = graph.rows.size() - 1; row-- > 0;) sortRow(graph, row, graph.down, swap);
    for (int i = 0; graph.size() < 5000 && i < 4 && swapNeighbours(graph); ++i) {
    }
    const std::int64_t now = crossings(graph);
    if (now >= fewest) continue;
    fewest = now;
    best = graph.rows;
  }
  graph.rows = std::move(best);
  for (std::size_t row = 0; row < graph.rows.size(); ++row) renumber(graph, row);
}

}  // namespace ng::views
