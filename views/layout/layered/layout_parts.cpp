// SPDX-License-Identifier: Apache-2.0
// Finds connected parts and packs them with a sideways skyline.
#include "views/layout/layered/layout_parts.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <queue>

namespace ng::views {
namespace {

constexpr int mostJoined = 12;  // a box with more readers or operands does not connect parts
constexpr double nothing = -1e18;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

class Union {
 public:
  explicit Union(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0); }
  int root(int i) {
    while (parent_[at(i)] != i) i = parent_[at(i)] = parent_[at(parent_[at(i)])];
    return i;
  }
  void join(int a, int b) { parent_[at(root(a))] = root(b); }

 private:
  std::vector<int> parent_;
};

std::vector<int> partOfEach(const LayoutRequest& request) {
  std::vector<int> readers(request.boxes.size(), 0), operands = readers;
  for (const LayoutEdge& edge : request.edges) ++readers[at(edge.from)], ++operands[at(edge.to)];
  Union joined(request.boxes.size());
  for (const LayoutEdge& edge : request.edges)
    if (readers[at(edge.from)] <= mostJoined && operands[at(edge.to)] <= mostJoined)
      joined.join(edge.from, edge.to);
  std::vector<int> part(request.boxes.size()), number(request.boxes.size(), -1);
  int parts = 0;
  for (std::size_t i = 0; i < part.size(); ++i) {
    int& own = number[at(joined.root(static_cast<int>(i)))];
    if (own < 0) own = parts++;
    part[i] = own;
  }
  return part;
}

int lastRow(const LayoutPart& part) {
  int last = 0;
  for (const LayoutBox& box : part.request.boxes) last = std::max(last, box.row + part.firstRow);
  return last;
}

// Orders the parts by strips, each from top to bottom, so that no two parts of a strip share a row.
// Placed in arbitrary order, the parts would form a staircase.
void stripByStrip(std::vector<LayoutPart>& parts) {
  std::stable_sort(parts.begin(), parts.end(), [](const LayoutPart& a, const LayoutPart& b) {
    return a.firstRow != b.firstRow ? a.firstRow < b.firstRow : a.boxes.size() > b.boxes.size();
  });
  using Strip = std::pair<int, int>;  // its first free row, its number
  std::priority_queue<Strip, std::vector<Strip>, std::greater<>> strips;
  std::vector<std::vector<LayoutPart>> byStrip;
  for (LayoutPart& part : parts) {
    int number = static_cast<int>(byStrip.size());
    if (!strips.empty() && strips.top().first <= part.firstRow) {
      number = strips.top().second;
      strips.pop();
    } else {
      byStrip.emplace_back();
    }
    strips.push({lastRow(part) + 1, number});
    byStrip[at(number)].push_back(std::move(part));
  }
  parts.clear();
  for (auto& strip : byStrip) std::move(strip.begin(), strip.end(), std::back_inserter(parts));
}

}  // namespace

std::vector<LayoutPart> partsOf(const LayoutRequest& request) {
  const std::vector<int> part = partOfEach(request);
  std::vector<LayoutPart> parts;
  std::vector<int> index(part.size());
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (at(part[i]) == parts.size()) {
      parts.emplace_back();
      parts.back().request.gapAcross = request.gapAcross;
      parts.back().request.gapDown = request.gapDown;
    }
    LayoutPart& own = parts[at(part[i])];
    index[i] = static_cast<int>(own.boxes.size());
    own.boxes.push_back(static_cast<int>(i));
    own.request.boxes.push_back(request.boxes[i]);
  }
  for (const LayoutEdge& edge : request.edges)
    if (part[at(edge.from)] == part[at(edge.to)])
      parts[at(part[at(edge.from)])].request.edges.push_back(
          {index[at(edge.from)], index[at(edge.to)], edge.weight});
  for (LayoutPart& each : parts) {
    each.firstRow = each.request.boxes[0].row;
    for (const LayoutBox& box : each.request.boxes)
      each.firstRow = std::min(each.firstRow, box.row);
    for (LayoutBox& box : each.request.boxes) box.row -= each.firstRow;
  }
  stripByStrip(parts);
  return parts;
}

LayoutResult packed(const LayoutRequest& request, const std::vector<LayoutPart>& parts,
                    const std::vector<LayoutResult>& results) {
  int last = 0;
  double tallest = 0;
  for (const LayoutBox& box : request.boxes) {
    last = std::max(last, box.row);
    tallest = std::max(tallest, box.height);
  }
  std::vector<double> taken(at(last) + 1, nothing);  // right border of each row
  LayoutResult whole;
  whole.centres.resize(request.boxes.size());
  double left = 0;  // of the first part
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const auto& boxes = parts[k].request.boxes;
    const auto& centres = results[k].centres;
    const int first = parts[k].firstRow;
    double dx = nothing, least = -nothing;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const double border = centres[i].x - boxes[i].width / 2;
      least = std::min(least, border);
      dx = std::max(dx, taken[at(boxes[i].row + first)] + request.gapAcross - border);
    }
    dx = k == 0 ? 0 : std::max(dx, left - least);
    if (k == 0) left = least;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const int row = boxes[i].row + first;
      const LayoutPoint centre{centres[i].x + dx, row * (tallest + request.gapDown)};
      whole.centres[at(parts[k].boxes[i])] = centre;
      double& border = taken[at(row)];
      border = std::max(border, centre.x + boxes[i].width / 2);
    }
  }
  return whole;
}

}  // namespace ng::views
