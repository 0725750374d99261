// SPDX-License-Identifier: Apache-2.0
// Assigns rows by longest paths, column by column: forward ops downwards, then gradients upwards
// against the edges, then updates downwards.
#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <span>
#include <type_traits>

#include "views/layout/flow_graph.h"

namespace ng::views {
namespace {

constexpr int none = std::numeric_limits<int>::max();
constexpr int mostBeside = 6;  // items of one kind in a row
// The same for sources, whose cards are small next to their readers.
constexpr int sourcesBeside = 4;
constexpr int leastFolded = 40;  // items of a row and column that stay one row
constexpr int chain = 5;         // rows of an update: derivative, step, difference, assign

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

// For each item, the other ends of its edges, or another field of these edges, in one contiguous
// array.
template <class Value>
class ByItem {
 public:
  ByItem(const FlowGraph& graph, int FlowEdge::* item, Value FlowEdge::* value)
      : first_(graph.items.size() + 1), values_(graph.edges.size()) {
    for (const FlowEdge& edge : graph.edges) ++first_[at(edge.*item) + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    std::vector<std::size_t> next = first_;
    for (const FlowEdge& edge : graph.edges)
      values_[next[at(edge.*item)]++] = static_cast<Stored>(edge.*value);
  }
  auto operator[](std::size_t item) const {
    return std::span(values_.data() + first_[item], first_[item + 1] - first_[item]);
  }

 private:
  using Stored = std::conditional_t<std::is_same_v<Value, bool>, char, Value>;
  std::vector<std::size_t> first_;
  std::vector<Stored> values_;
};

class Rows {
 public:
  explicit Rows(FlowGraph& graph)
      : graph_(graph),
        in_(graph, &FlowEdge::to, &FlowEdge::from),
        out_(graph, &FlowEdge::from, &FlowEdge::to),
        written_(graph, &FlowEdge::from, &FlowEdge::written) {
    sortTopologically();
  }

  void run() {
    forward();
    gradient();
    update();
    fromZero();
    foldWideRows();
  }

 private:
  FlowItem& item(int i) { return graph_.items[at(i)]; }
  Band band(int i) { return item(i).band; }
  int& row(int i) { return item(i).row; }

  // A layer that reads a variable it has just updated is not placed below the update's column.
  bool counts(int from, int to) { return band(to) != Band::forward || band(from) == Band::forward; }

  // Closing a group can create a cycle; edges that go backwards in `order_` are ignored. Prefers to
  // ignore edges that passes created (by sharing equal ops of layers) over edges as written.
  void sortTopologically() {
    const std::size_t size = graph_.items.size();
    std::vector<int> waiting(size), forWritten(size);
    for (const FlowEdge& edge : graph_.edges) {
      if (!counts(edge.from, edge.to)) continue;
      ++waiting[at(edge.to)];
      if (edge.written) ++forWritten[at(edge.to)];
    }
    std::deque<int> ready;  // ready as far as edges as written are concerned
    place_.assign(size, none);
    std::size_t nextUnplaced = 0, done = 0;
    const auto take = [&](int node) {
      if (place_[at(node)] != none) return;
      place_[at(node)] = static_cast<int>(order_.size());
      order_.push_back(node);
    };
    for (std::size_t i = 0; i < size; ++i) {
      if (waiting[i] == 0) take(static_cast<int>(i));
      if (waiting[i] != 0 && forWritten[i] == 0) ready.push_back(static_cast<int>(i));
    }
    while (order_.size() < size || done < order_.size()) {
      if (done == order_.size()) {
        while (!ready.empty() && place_[at(ready.front())] != none) ready.pop_front();
        while (place_[nextUnplaced] != none) ++nextUnplaced;
        take(ready.empty() ? static_cast<int>(nextUnplaced) : ready.front());
      }
      const int node = order_[done++];
      for (std::size_t k = 0; k < out_[at(node)].size(); ++k) {
        const int next = out_[at(node)][k];
        if (!counts(node, next)) continue;
        if (written_[at(node)][k] && --forWritten[at(next)] == 0) ready.push_back(next);
        if (--waiting[at(next)] == 0) take(next);
      }
    }
  }
  bool goesBack(int from, int to) const { return place_[at(from)] >= place_[at(to)]; }

  void forward() {
    for (const int node : order_) {
      if (band(node) != Band::forward) continue;
      for (const int from : in_[at(node)])
        if (band(from) == Band::forward && !goesBack(from, node))
          row(node) = std::max(row(node), row(from) + 1);
    }
    lowerSources(Band::forward);
  }

  // Places a source just above its first reader in its own column.
  void lowerSources(Band column) {
    for (auto it = order_.rbegin(); it != order_.rend(); ++it) {
      if (band(*it) != column || !item(*it).source) continue;
      int first = none;
      for (const int to : out_[at(*it)])
        if (band(to) == column && !goesBack(*it, to)) first = std::min(first, row(to));
      if (first != none) row(*it) = first - 1;
    }
    stackSources(column, -1);
  }

  // If a row has very many sources, places some of them `further` rows away from their readers: a
  // loop reads all weights of a net at once.
  void stackSources(Band column, int further) {
    std::map<int, int> count;
    for (const int node : order_) {
      if (band(node) != column || !item(node).source) continue;
      row(node) += further * (count[row(node)]++ / sourcesBeside);
    }
  }

  // The row of the op that `node` is the gradient or the update of, as far as its operands show;
  // `none` if unknown.
  int preferredRow(int node) {
    int lowest = none;
    for (const int from : in_[at(node)])
      if (band(from) == Band::forward && !item(from).loss)
        lowest = lowest == none ? row(from) : std::max(lowest, row(from));
    return lowest;
  }

  void gradient() {
    for (auto it = order_.rbegin(); it != order_.rend(); ++it) {
      const int node = *it;
      if (band(node) != Band::gradient) continue;
      const int preferred = preferredRow(node);
      int lowest = preferred == none ? std::numeric_limits<int>::min() : preferred;
      for (const int to : out_[at(node)])
        if (band(to) == Band::gradient && !goesBack(node, to))
          lowest = std::max(lowest, row(to) + 1);
      row(node) = lowest == std::numeric_limits<int>::min() ? 0 : lowest;
    }
    pullTogether();
    stackSources(Band::gradient, 1);
  }

  // Moves gradients without readers in their column down to just above their operands.
  void pullTogether() {
    for (const int node : order_) {
      if (band(node) != Band::gradient) continue;
      int below = none, readers = none;
      for (const int from : in_[at(node)])
        if (band(from) == Band::gradient && !goesBack(from, node))
          below = std::min(below, row(from));
      for (const int to : out_[at(node)])
        if (band(to) == Band::gradient && !goesBack(node, to)) readers = std::min(readers, row(to));
      if (below != none && readers == none) row(node) = std::max(row(node), below - 1);
    }
  }

  void update() {
    constexpr int nothing = std::numeric_limits<int>::min();
    // Limits how many updates start in one block of rows; the rest start further down.
    std::map<int, int> begun;
    for (const int node : order_) {
      if (band(node) != Band::update) continue;
      // Below the update ops it reads; beside the gradients it reads.
      int below = nothing, beside = nothing;
      for (const int from : in_[at(node)]) {
        if (goesBack(from, node) || band(from) == Band::forward || item(from).source) continue;
        int& lowest = band(from) == Band::gradient ? beside : below;
        lowest = std::max(lowest, band(from) == Band::gradient ? row(from) : row(from) + 1);
      }
      if (below == nothing && beside == nothing) {
        const int preferred = preferredRow(node);
        beside = preferred == none ? 0 : preferred;
      }
      if (beside > below) {
        const int block = (beside + chain * 10'000) / chain;
        below = beside + begun[block]++ / mostBeside * chain;
      }
      row(node) = below;
    }
    lowerSources(Band::update);
  }

  void fromZero() {
    int least = none;
    for (const FlowItem& each : graph_.items) least = std::min(least, each.row);
    for (FlowItem& each : graph_.items) each.row -= least;
  }

  // Splits a row of thousands of items into a block of rows, because the picture would be far too
  // wide. Items of a row do not read each other, so edges still run downwards.
  void foldWideRows() {
    const int most = std::max(leastFolded, static_cast<int>(1.6 * std::sqrt(graph_.items.size())));
    int last = 0;
    for (const FlowItem& each : graph_.items) last = std::max(last, each.row);
    std::vector<std::array<int, 3>> counts(at(last) + 1);  // of each row, by band
    std::vector<int> place;                                // of each item in its row and band
    for (const FlowItem& each : graph_.items)
      place.push_back(counts[at(each.row)][static_cast<std::size_t>(each.band)]++);
    std::vector<int> first;  // new row of each old one
    int next = 0;
    for (const auto& row : counts) {
      first.push_back(next);
      next += 1 + (*std::max_element(row.begin(), row.end()) - 1) / most;
    }
    if (next == last + 1) return;
    for (std::size_t i = 0; i < place.size(); ++i) {
      int& row = graph_.items[i].row;
      row = first[at(row)] + place[i] / most;
    }
  }

  FlowGraph& graph_;
  ByItem<int> in_, out_;
  ByItem<bool> written_;  // of each outgoing edge
  std::vector<int> order_, place_;
};

}  // namespace

void assignRows(FlowGraph& graph) {
  for (FlowItem& item : graph.items) item.row = 0;
  if (!graph.items.empty()) Rows(graph).run();
}

}  // namespace ng::views
