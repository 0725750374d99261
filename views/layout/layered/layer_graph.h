// SPDX-License-Identifier: Apache-2.0
// The graph for ordering and coordinates: the boxes, and a bend for each row that an edge crosses,
// so that every link joins adjacent rows.
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
  // Minimal distance between the centres of two neighbours of a row.
  double apart(int left, int right) const;

  int boxes = 0;  // nodes below this index are the request's boxes
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

// Orders the rows to reduce link crossings: barycentre sweeps, bounded by size.
void orderRows(LayerGraph& graph, const std::atomic<bool>* cancel);

// Number of crossings of links between adjacent rows.
std::int64_t crossings(const LayerGraph& graph);

// x of each node's centre for the given order.
std::vector<double> placeRows(const LayerGraph& graph);

// Moves the boxes of rows together if the picture is far wider than its fullest row. Afterwards `x`
// is only valid for boxes, not for bends.
void tightenRows(const LayerGraph& graph, std::vector<double>& x);

}  // namespace ng::views
