// SPDX-License-Identifier: Apache-2.0
// The graph that ordering and coordinates work on: the boxes, and a bend for each row that an edge
// passes, so that every link joins neighbouring rows.
#pragma once

#include <atomic>
#include <vector>

#include "views/layout/layout_types.h"

namespace ng::views {

struct LayerGraph {
  struct Link {
    int other = 0;
    int weight = 1;
  };
  explicit LayerGraph(const LayoutRequest& request);

  bool bend(int node) const { return node >= boxes; }
  int size() const { return static_cast<int>(width.size()); }
  // Between the centres of two neighbours of a row.
  double apart(int left, int right) const;

  int boxes = 0;  // nodes below this are the request's boxes
  double gap = 20;
  std::vector<double> width;
  std::vector<int> row;
  std::vector<int> place;                   // position within its row
  std::vector<std::vector<int>> rows;       // nodes of each row, left to right
  std::vector<std::vector<Link>> up, down;  // to the row above, to the row below

 private:
  int addBend(int atRow);
  void link(int upper, int lower, int weight);
};

// Sorts the rows so that links cross little: barycentre sweeps, bounded by size.
void orderRows(LayerGraph& graph, const std::atomic<bool>* cancel);

// Crossings of links between neighbouring rows.
std::int64_t crossings(const LayerGraph& graph);

// x of each node's centre for the given order.
std::vector<double> placeRows(const LayerGraph& graph);

// Moves the boxes of rows together where the picture is far wider than its fullest row. `x` is of
// boxes from then on: bends may stand anywhere.
void tightenRows(const LayerGraph& graph, std::vector<double>& x);

}  // namespace ng::views
