// SPDX-License-Identifier: Apache-2.0
// x coordinates for ordered rows, after Brandes and Köpf. Aligns nodes with the median of their
// heaviest neighbours into vertical blocks (bends are heavy, so that long edges are straight),
// packs the blocks, and does so from all four corners; each node gets the mean of the two middle
// results.
#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "views/layout/layered/layer_graph.h"

namespace ng::views {
namespace {

using Rows = std::vector<std::vector<int>>;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

// Finds links that cross the inner segment of a long edge, which alignments must ignore.
class Conflicts {
 public:
  explicit Conflicts(const LayerGraph& graph) {
    for (std::size_t row = 1; row < graph.rows.size(); ++row) mark(graph, row);
  }
  bool has(int upper, int lower) const { return marked_.count({upper, lower}) > 0; }

 private:
  static int upperBend(const LayerGraph& graph, int node) {
    if (!graph.bend(node)) return -1;
    const auto& up = graph.up[at(node)];
    return !up.empty() && graph.bend(up.front().other) ? up.front().other : -1;
  }
  void mark(const LayerGraph& graph, std::size_t row) {
    const auto& line = graph.rows[row];
    int low = 0;
    std::size_t scanned = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const int bend = upperBend(graph, line[i]);
      if (bend < 0 && i + 1 < line.size()) continue;
      const int high = bend >= 0 ? graph.place[at(bend)] : std::numeric_limits<int>::max();
      for (; scanned <= i; ++scanned) {
        for (const auto& link : graph.up[at(line[scanned])]) {
          const int place = graph.place[at(link.other)];
          const bool inner = upperBend(graph, line[scanned]) >= 0;
          if ((place < low || place > high) && !inner) marked_.insert({link.other, line[scanned]});
        }
      }
      low = bend >= 0 ? high : low;
    }
  }
  std::set<std::pair<int, int>> marked_;
};

// One of the four alignments. With `flip`, rows and x are mirrored.
class Alignment {
 public:
  Alignment(const LayerGraph& graph, const Conflicts& conflicts, bool upwards, bool flip)
      : graph_(graph), conflicts_(conflicts), upwards_(upwards), flip_(flip), rows_(graph.rows) {
    if (flip_)
      for (auto& row : rows_) std::reverse(row.begin(), row.end());
    place_.resize(graph.width.size());
    for (const auto& row : rows_)
      for (std::size_t i = 0; i < row.size(); ++i) place_[at(row[i])] = static_cast<int>(i);
    align();
    pack();
  }
  std::vector<double> x() const {
    std::vector<double> result(root_.size());
    for (std::size_t i = 0; i < root_.size(); ++i)
      result[i] = flip_ ? -blockX_[at(root_[i])] : blockX_[at(root_[i])];
    return result;
  }

 private:
  void align() {
    const int size = graph_.size();
    root_.resize(at(size));
    next_.resize(at(size));
    for (int i = 0; i < size; ++i) root_[at(i)] = next_[at(i)] = i;
    const std::size_t count = rows_.size();
    for (std::size_t k = 1; k < count; ++k) alignRow(rows_[upwards_ ? count - 1 - k : k]);
  }

  void alignRow(const std::vector<int>& line) {
    int taken = -1;
    for (const int node : line) {
      std::vector<std::pair<int, int>> near;  // (position, neighbour) of the heaviest links only
      int heaviest = 0;
      for (const auto& link : (upwards_ ? graph_.down : graph_.up)[at(node)]) {
        if (link.weight < heaviest) continue;
        if (link.weight > heaviest) near.clear();
        heaviest = link.weight;
        near.emplace_back(place_[at(link.other)], link.other);
      }
      if (near.empty()) continue;
      std::sort(near.begin(), near.end());
      const std::size_t middle = (near.size() - 1) / 2;
      for (std::size_t m = middle; m <= near.size() / 2 && next_[at(node)] == node; ++m) {
        const auto [place, other] = near[m];
        const bool barred = upwards_ ? conflicts_.has(node, other) : conflicts_.has(other, node);
        if (barred || place <= taken) continue;
        next_[at(other)] = node;
        root_[at(node)] = root_[at(other)];
        next_[at(node)] = root_[at(node)];
        taken = place;
      }
    }
  }

  // Computes the leftmost places that keep all distances, then moves blocks right as far as
  // possible, which brings linked nodes closer together.
  void pack() {
    const std::size_t size = root_.size();
    std::vector<std::vector<std::pair<int, double>>> after(size);
    std::vector<int> waiting(size, 0);
    for (const auto& row : rows_)
      for (std::size_t i = 1; i < row.size(); ++i) {
        const int left = root_[at(row[i - 1])], right = root_[at(row[i])];
        after[at(left)].emplace_back(right, graph_.apart(row[i - 1], row[i]));
        ++waiting[at(right)];
      }
    std::vector<int> order;
    for (std::size_t i = 0; i < size; ++i)
      if (root_[i] == static_cast<int>(i) && waiting[i] == 0) order.push_back(static_cast<int>(i));
    blockX_.assign(size, 0);
    for (std::size_t k = 0; k < order.size(); ++k)
      for (const auto& [right, distance] : after[at(order[k])]) {
        blockX_[at(right)] = std::max(blockX_[at(right)], blockX_[at(order[k])] + distance);
        if (--waiting[at(right)] == 0) order.push_back(right);
      }
    for (std::size_t k = order.size(); k-- > 0;) {
      const int block = order[k];
      double limit = std::numeric_limits<double>::infinity();
      for (const auto& [right, distance] : after[at(block)])
        limit = std::min(limit, blockX_[at(right)] - distance);
      if (limit < std::numeric_limits<double>::infinity())
        blockX_[at(block)] = std::max(blockX_[at(block)], limit);
    }
  }

  const LayerGraph& graph_;
  const Conflicts& conflicts_;
  bool upwards_, flip_;
  Rows rows_;
  std::vector<int> place_, root_, next_;
  std::vector<double> blockX_;
};

std::pair<double, double> extent(const std::vector<double>& x) {
  const auto [low, high] = std::minmax_element(x.begin(), x.end());
  return {*low, *high};
}

}  // namespace

std::vector<double> placeRows(const LayerGraph& graph) {
  if (graph.width.empty()) return {};
  const Conflicts conflicts(graph);
  std::array<std::vector<double>, 4> all;
  std::size_t narrowest = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    all[k] = Alignment(graph, conflicts, k >= 2, k % 2 == 1).x();
    const auto [low, high] = extent(all[k]);
    const auto [bestLow, bestHigh] = extent(all[narrowest]);
    if (high - low < bestHigh - bestLow) narrowest = k;
  }
  const auto [low, high] = extent(all[narrowest]);
  for (std::size_t k = 0; k < 4; ++k) {
    const auto [mine, theirs] = extent(all[k]);
    const double shift = k % 2 == 0 ? low - mine : high - theirs;
    for (double& x : all[k]) x += shift;
  }
  std::vector<double> result(graph.width.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::array<double, 4> four{all[0][i], all[1][i], all[2][i], all[3][i]};
    std::sort(four.begin(), four.end());
    result[i] = (four[1] + four[2]) / 2;
  }
  return result;
}

}  // namespace ng::views
