// SPDX-License-Identifier: Apache-2.0
// Asking for each column, and putting the columns side by side.
#include "views/layout/pass_layout.h"

#include <algorithm>
#include <cmath>

#include "views/layout/layered_layout.h"

namespace ng::views {
namespace {

constexpr double cardWidth = 148, cardHeight = 40, gapAcross = 20, gapDown = 24;
constexpr double columnGap = 40;
constexpr std::size_t mostForGraphviz = 500;  // boxes of one column
constexpr std::size_t mostForCurves = 150;
// From left to right. Updates stand beside what computes, so that a graph whose derivatives are not
// expanded yet has no hole; its gradients come at the right.
constexpr Band order[] = {Band::forward, Band::update, Band::gradient};
constexpr std::size_t columns = std::size(order);

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// A column's boxes by row: how far each row reaches to the left and to the right.
struct Outline {
  std::vector<double> left, right;
};

Outline outlineOf(const LayoutRequest& part, const LayoutResult& result, std::size_t rows) {
  Outline outline{std::vector<double>(rows, 1e18), std::vector<double>(rows, -1e18)};
  for (std::size_t i = 0; i < part.boxes.size(); ++i) {
    // A row also keeps clear of its neighbours, so that columns stay columns.
    for (int row = part.boxes[i].row - 1; row <= part.boxes[i].row + 1; ++row) {
      if (row < 0 || at(row) >= rows) continue;
      double& left = outline.left[at(row)];
      double& right = outline.right[at(row)];
      left = std::min(left, result.centres[i].x - part.boxes[i].width / 2);
      right = std::max(right, result.centres[i].x + part.boxes[i].width / 2);
    }
  }
  return outline;
}

void mirror(LayoutResult& part) {
  for (LayoutPoint& p : part.centres) p.x = -p.x;
  for (LayoutCurve& curve : part.curves)
    for (LayoutPoint& p : curve.points) p.x = -p.x;
}

void shift(LayoutResult& part, double dx) {
  for (LayoutPoint& p : part.centres) p.x += dx;
  for (LayoutCurve& curve : part.curves)
    for (LayoutPoint& p : curve.points) p.x += dx;
}

// Moves each column right of those before it, as close as the rows allow.
void sideBySide(const LayoutJob& question, LayoutAnswer& parts, std::size_t rows) {
  std::vector<double> taken(rows, -1e18);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (parts[k].centres.empty()) continue;
    const Outline outline = outlineOf(question[k], parts[k], rows);
    double dx = -1e18;
    for (std::size_t row = 0; row < rows; ++row)
      if (taken[row] > -1e17 && outline.left[row] < 1e17)
        dx = std::max(dx, taken[row] + columnGap - outline.left[row]);
    if (dx < -1e17) dx = 0;
    shift(parts[k], dx);
    for (std::size_t row = 0; row < rows; ++row)
      if (outline.right[row] > -1e17) taken[row] = std::max(taken[row], outline.right[row] + dx);
  }
}

}  // namespace

PassLayout::PassLayout(const std::vector<GraphRecordPtr>& graphs, const Grouping& grouping)
    : flow_(unionOf(graphs, grouping)) {
  assignRows(flow_);
  makeQuestion();
}

void PassLayout::makeQuestion() {
  question_.resize(columns);
  edgeOf_.resize(columns);
  for (const FlowItem& item : flow_.items) {
    const std::size_t part =
        static_cast<std::size_t>(std::find(std::begin(order), std::end(order), item.band) - order);
    part_.push_back(static_cast<int>(part));
    box_.push_back(static_cast<int>(question_[part].boxes.size()));
    question_[part].boxes.push_back({cardWidth, cardHeight, item.row});
  }
  std::vector<int> readers(flow_.items.size(), 0);
  for (const FlowEdge& edge : flow_.edges) ++readers[at(edge.from)];
  for (std::size_t i = 0; i < flow_.edges.size(); ++i) {
    const FlowEdge& edge = flow_.edges[i];
    const int part = part_[at(edge.from)];
    if (part != part_[at(edge.to)]) continue;
    const bool main = !flow_.items[at(edge.from)].source;
    question_[at(part)].edges.push_back({box_[at(edge.from)], box_[at(edge.to)], main ? 4 : 1});
    edgeOf_[at(part)].push_back(static_cast<int>(i));
  }
  for (LayoutRequest& part : question_) {
    part.gapAcross = gapAcross;
    part.gapDown = gapDown;
    part.curves = flow_.items.size() <= mostForCurves;
    tooBig_ |= part.boxes.size() > mostForGraphviz;
  }
}

Placement PassLayout::ownPlacement(const std::atomic<bool>* cancel) const {
  LayoutAnswer answer;
  for (const LayoutRequest& part : question_) answer.push_back(layeredLayout(part, cancel));
  return placement(answer);
}

Placement PassLayout::placement(const LayoutAnswer& answer) const {
  int last = 0;
  for (const FlowItem& item : flow_.items) last = std::max(last, item.row);
  const std::size_t rows = at(last) + 1;
  const auto apart = [&](const LayoutAnswer& parts) {
    double sum = 0;
    for (const FlowEdge& edge : flow_.edges) {
      const std::size_t a = at(part_[at(edge.from)]), b = at(part_[at(edge.to)]);
      if (a != b)
        sum += std::abs(parts[a].centres[at(box_[at(edge.from)])].x -
                        parts[b].centres[at(box_[at(edge.to)])].x);
    }
    return sum;
  };
  LayoutAnswer best;
  double least = 0;
  for (unsigned mirrored = 0; mirrored < 8; ++mirrored) {  // which columns are turned round
    LayoutAnswer parts = answer;
    for (std::size_t k = 0; k < columns; ++k)
      if (mirrored >> k & 1) mirror(parts[k]);
    sideBySide(question_, parts, rows);
    const double sum = apart(parts);
    if (!best.empty() && sum >= least - 1) continue;
    best = std::move(parts);
    least = sum;
  }
  Placement placement;
  for (std::size_t i = 0; i < flow_.items.size(); ++i) {
    const ItemId id = flow_.items[i].id;
    const double x = best[at(part_[i])].centres[at(box_[i])].x;
    placement.centres[id] = {std::round(x), flow_.items[i].row * (cardHeight + gapDown)};
    placement.rows[id] = flow_.items[i].row;
  }
  for (std::size_t k = 0; k < columns; ++k) {
    if (best[k].curves.empty()) continue;
    // The helper counts y from its own origin.
    const double dy = question_[k].boxes[0].row * (cardHeight + gapDown) - best[k].centres[0].y;
    for (LayoutCurve& curve : best[k].curves) {
      for (LayoutPoint& p : curve.points) p.y += dy;
      const FlowEdge& edge = flow_.edges[at(edgeOf_[k][at(curve.edge)])];
      placement.curves[{flow_.items[at(edge.from)].id, flow_.items[at(edge.to)].id}] =
          std::move(curve.points);
    }
  }
  return placement;
}

std::vector<GraphRecordPtr> allGraphs(const CompilationRecord* compilation,
                                      const GraphRecordPtr& document) {
  std::vector<GraphRecordPtr> graphs;
  if (document) graphs.push_back(document);
  if (!compilation) return graphs;
  for (const PassRecord& pass : compilation->passes) {
    graphs.push_back(pass.before);
    graphs.push_back(pass.after);
  }
  return graphs;
}

}  // namespace ng::views
