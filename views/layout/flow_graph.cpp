// SPDX-License-Identifier: Apache-2.0
// Builds the union of a compilation's graphs.
#include "views/layout/flow_graph.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace ng::views {
namespace {

// Edges between shown cards, with paths through chips replaced by direct edges.
class EdgesPastChips {
 public:
  EdgesPastChips(const OpFlow& ops, const std::vector<ItemId>& shown) : ops_(ops), shown_(shown) {
    for (const OpFlow::Edge& edge : ops.edges)
      if (folds(edge.to, edge.toChip)) read_[edge.to].push_back(&edge);
  }

  bool any() const { return !read_.empty(); }

  // Calls `take(from, to, written)` for pairs of cards, possibly more than once per pair.
  template <class Take>
  void each(Take take) const {
    for (const OpFlow::Edge& edge : ops_.edges)
      if (!folds(edge.to, edge.toChip)) follow(edge, edge.to, edge.written, 0, take);
  }

 private:
  static constexpr int longest = 16;  // chips in a chain; passes may have created cycles

  bool folds(int op, bool chip) const {
    return chip && shown_[static_cast<std::size_t>(op)] == ops_.ops[static_cast<std::size_t>(op)];
  }

  template <class Take>
  void follow(const OpFlow::Edge& edge, int reader, bool written, int passed, Take& take) const {
    if (!folds(edge.from, edge.fromChip)) return take(edge.from, reader, written);
    const auto read = read_.find(edge.from);
    if (read == read_.end() || passed == longest) return;
    for (const OpFlow::Edge* next : read->second)
      follow(*next, reader, written && next->written, passed + 1, take);
  }

  const OpFlow& ops_;
  const std::vector<ItemId>& shown_;
  std::unordered_map<int, std::vector<const OpFlow::Edge*>> read_;  // by folded op
};

}  // namespace

FlowGraph unionOf(const OpFlow& ops, const Grouping& grouping) {
  FlowGraph flow;
  std::unordered_map<ItemId, int> index;
  index.reserve(ops.ops.size());
  const std::vector<ItemId> shown = grouping.items(ops.ops);
  std::vector<int> item(ops.ops.size(), -1);  // by op
  for (const OpFlow::Seen& seen : ops.seen) {
    const auto op = static_cast<std::size_t>(seen.op);
    if (seen.chip && shown[op] == ops.ops[op]) continue;
    const auto [it, fresh] = index.try_emplace(shown[op], static_cast<int>(flow.items.size()));
    if (fresh) {
      FlowItem made;
      made.id = shown[op];
      const Group* group = made.id == ops.ops[op] ? nullptr : grouping.find(made.id);
      made.band = group ? group->band : grouping.band(ops.ops[op]);
      flow.items.push_back(made);
    }
    item[op] = it->second;
    FlowItem& own = flow.items[static_cast<std::size_t>(it->second)];
    own.loss |= seen.loss;
    own.life |= seen.life;
    own.permanent |= seen.permanent || own.band == Band::gradient;
  }
  EdgesPastChips past(ops, shown);
  std::unordered_set<std::uint64_t> known;
  flow.edges.reserve(ops.edges.size());
  past.each([&](int op, int reader, bool written) {
    const int from = item[static_cast<std::size_t>(op)],
              to = item[static_cast<std::size_t>(reader)];
    if (from < 0 || to < 0 || from == to) return;
    // A pair of ops can occur as an edge between cards and as a path through a chip; groups merge
    // many pairs.
    const bool grouped =
        shown[static_cast<std::size_t>(op)] != ops.ops[static_cast<std::size_t>(op)] ||
        shown[static_cast<std::size_t>(reader)] != ops.ops[static_cast<std::size_t>(reader)];
    if (grouped || past.any()) {
      const std::uint64_t key =
          (static_cast<std::uint64_t>(from) << 32) | static_cast<std::uint32_t>(to);
      if (!known.insert(key).second) return;
    }
    flow.edges.push_back({from, to, written});
    flow.items[static_cast<std::size_t>(to)].source = false;
  });
  return flow;
}

FlowGraph permanentPart(const FlowGraph& flow) {
  FlowGraph part;
  std::vector<int> index(flow.items.size(), -1);  // in `part`
  for (std::size_t i = 0; i < flow.items.size(); ++i) {
    if (!flow.items[i].permanent) continue;
    index[i] = static_cast<int>(part.items.size());
    part.items.push_back(flow.items[i]);
  }
  for (const FlowEdge& edge : flow.edges) {
    const int from = index[static_cast<std::size_t>(edge.from)];
    const int to = index[static_cast<std::size_t>(edge.to)];
    if (from >= 0 && to >= 0) part.edges.push_back({from, to, edge.written});
  }
  return part;
}

}  // namespace ng::views
