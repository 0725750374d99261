// SPDX-License-Identifier: Apache-2.0
// Builds a request per column and arranges the columns side by side.
#include "views/layout/pass_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "views/layout/free_places.h"
#include "views/layout/layered/folded_rows.h"
#include "views/layout/layered/layered_layout.h"

namespace ng::views {
namespace {

constexpr double columnGap = 40;
constexpr std::size_t mostForGraphviz = 500;  // boxes of one column
constexpr std::size_t mostForCurves = 150;
// From left to right. Updates are next to the forward column, so that a graph with unexpanded
// derivatives has no gap; gradients are at the right.
constexpr Band order[] = {Band::forward, Band::update, Band::gradient};
constexpr std::size_t columns = std::size(order);

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

// The horizontal extent of a column's boxes, by row.
struct Outline {
  std::vector<double> left, right;
};

Outline outlineOf(const LayoutRequest& part, const LayoutResult& result, std::size_t rows) {
  Outline outline{std::vector<double>(rows, 1e18), std::vector<double>(rows, -1e18)};
  int first = static_cast<int>(rows), last = 0;
  for (const LayoutBox& box : part.boxes) {
    first = std::min(first, box.row);
    last = std::max(last, box.row);
  }
  for (std::size_t i = 0; i < part.boxes.size(); ++i) {
    // A row also keeps clear of the adjacent rows, so that columns stay separate.
    const int own = part.boxes[i].row;
    for (int row = std::max(first, own - 1); row <= std::min(last, own + 1); ++row) {
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

// Transposes from row coordinates to the picture.
void turn(Placement& placement, Direction direction) {
  placement.direction = direction;
  if (direction == Direction::down) return;
  for (auto& [item, centre] : placement.centres) centre = turned(centre, direction);
  for (auto& [ends, curve] : placement.curves) curve = turned(std::move(curve), direction);
}

}  // namespace

// The columns, moved and possibly mirrored.
struct PassLayout::Arrangement {
  LayoutAnswer parts;
  std::size_t rows = 0;
};

PassLayout::PassLayout(const OpFlow& ops, const Grouping& grouping, Direction direction)
    : direction_(direction),
      sizes_(sizesFor(direction)),
      everything_(unionOf(ops, grouping)),
      flow_(permanentPart(everything_)) {
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
    question_[part].boxes.push_back({sizes_.across, sizes_.along, item.row});
  }
  for (std::size_t i = 0; i < flow_.edges.size(); ++i) {
    const FlowEdge& edge = flow_.edges[i];
    const int part = part_[at(edge.from)];
    if (part != part_[at(edge.to)]) continue;
    // Edges as written should be straight; edges of sources matter less.
    const bool main = !flow_.items[at(edge.from)].source;
    const int weight = main ? (edge.written ? 12 : 3) : 1;
    question_[at(part)].edges.push_back({box_[at(edge.from)], box_[at(edge.to)], weight});
    edgeOf_[at(part)].push_back(static_cast<int>(i));
  }
  for (LayoutRequest& part : question_) {
    part.gapAcross = sizes_.gapAcross;
    part.gapDown = sizes_.gapAlong;
    part.curves = flow_.items.size() <= mostForCurves;
    tooBig_ |= part.boxes.size() > mostForGraphviz;
  }
}

Placement PassLayout::ownPlacement(const std::atomic<bool>* cancel) const {
  LayoutAnswer answer;
  for (const LayoutRequest& part : question_) answer.push_back(layeredLayout(part, cancel));
  return placement(answer);
}

// Places each column to the right of the previous ones, as close as their rows allow.
PassLayout::Arrangement PassLayout::arranged(const LayoutAnswer& answer) const {
  Arrangement result;
  result.parts = answer;
  for (const FlowItem& item : flow_.items) result.rows = std::max(result.rows, at(item.row) + 1);
  std::vector<double> taken(result.rows, -1e18);
  for (std::size_t k = 0; k < columns; ++k) {
    LayoutResult& part = result.parts[k];
    if (part.centres.empty()) continue;
    const Outline outline = outlineOf(question_[k], part, result.rows);
    double dx = -1e18;
    for (std::size_t row = 0; row < result.rows; ++row)
      if (taken[row] > -1e17 && outline.left[row] < 1e17)
        dx = std::max(dx, taken[row] + columnGap - outline.left[row]);
    if (dx < -1e17) dx = 0;
    shift(part, dx);
    for (std::size_t row = 0; row < result.rows; ++row)
      if (outline.right[row] > -1e17) taken[row] = std::max(taken[row], outline.right[row] + dx);
  }
  return result;
}

// The total horizontal distance between the ends of edges between columns.
double PassLayout::apart(const Arrangement& arrangement) const {
  double sum = 0;
  for (const FlowEdge& edge : flow_.edges) {
    const std::size_t a = at(part_[at(edge.from)]), b = at(part_[at(edge.to)]);
    if (a != b)
      sum += std::abs(arrangement.parts[a].centres[at(box_[at(edge.from)])].x -
                      arrangement.parts[b].centres[at(box_[at(edge.to)])].x);
  }
  return sum;
}

// Graphviz may let a curve leave a narrow card at the side.
bool PassLayout::endsOnRows(const LayoutCurve& curve, const Placement& placement,
                            const FlowEdge& edge) const {
  const double from = placement.centres.at(flow_.items[at(edge.from)].id).y;
  const double to = placement.centres.at(flow_.items[at(edge.to)].id).y;
  const auto onRow = [this](double y, double centre) {
    return std::abs(std::abs(y - centre) - sizes_.along / 2) < 1;
  };
  return onRow(curve.points.front().y, from) && onRow(curve.points.back().y, to);
}

Placement PassLayout::placement(const LayoutAnswer& answer) const {
  Arrangement best;
  double least = 0;
  // Bit mask of mirrored columns.
  for (unsigned mirrored = 0; mirrored < 1u << columns; ++mirrored) {
    LayoutAnswer parts = answer;
    for (std::size_t k = 0; k < columns; ++k)
      if (mirrored >> k & 1) mirror(parts[k]);
    Arrangement tried = arranged(parts);
    const double sum = apart(tried);
    if (mirrored > 0 && sum >= least - 1) continue;
    best = std::move(tried);
    least = sum;
  }
  Placement placement;
  placement.centres.reserve(everything_.items.size());
  placement.rows.reserve(everything_.items.size());
  for (std::size_t i = 0; i < flow_.items.size(); ++i) {
    const ItemId id = flow_.items[i].id;
    const std::size_t k = at(part_[i]);
    const int row = flow_.items[i].row;
    placement.centres[id] = {std::round(best.parts[k].centres[at(box_[i])].x),
                             row * sizes_.pitch()};
    placement.rows[id] = row;
  }
  for (std::size_t k = 0; k < columns; ++k) {
    if (best.parts[k].curves.empty()) continue;
    // The helper's y coordinates have their own origin.
    const int row = question_[k].boxes[0].row;
    const double dy = row * sizes_.pitch() - best.parts[k].centres[0].y;
    for (LayoutCurve& curve : best.parts[k].curves) {
      for (LayoutPoint& p : curve.points) p.y += dy;
      const FlowEdge& edge = flow_.edges[at(edgeOf_[k][at(curve.edge)])];
      if (!endsOnRows(curve, placement, edge)) continue;
      placement.curves[{flow_.items[at(edge.from)].id, flow_.items[at(edge.to)].id}] =
          std::move(curve.points);
    }
  }
  placeTheRest(everything_, sizes_, placement);
  foldLongRows(placement, sizes_, direction_);
  turn(placement, direction_);
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
