// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/reachability.h"

#include <algorithm>

namespace ng {

int Reachability::add() {
  nodes_.emplace_back();
  return static_cast<int>(nodes_.size()) - 1;
}

bool Reachability::bit(const Row& row, int node) {
  const auto word = static_cast<std::size_t>(node) / 64;
  return word < row.size() && (row[word] >> (node % 64) & 1);
}

void Reachability::set(Row& row, int node) {
  const auto word = static_cast<std::size_t>(node) / 64;
  if (row.size() <= word) row.resize(word + 1);
  row[word] |= std::uint64_t{1} << (node % 64);
}

bool Reachability::unite(Row& row, const Row& other) {
  if (row.size() < other.size()) row.resize(other.size());
  std::uint64_t added = 0;
  for (std::size_t i = 0; i < other.size(); ++i) {
    added |= other[i] & ~row[i];
    row[i] |= other[i];
  }
  return added != 0;
}

int Reachability::current(int node) {
  while (at(node).merged_into >= 0) {
    const int next = at(node).merged_into;
    if (at(next).merged_into >= 0) at(node).merged_into = at(next).merged_into;
    node = next;
  }
  return node;
}

bool Reachability::leads(int from, int to) const {
  if (from == to || nodes_.size() > most) return true;
  return bit(at(from).reached, to);
}

// Lets the nodes of `from`, and those that reach them, reach `to`. Where one does already, so do
// all that reach it.
void Reachability::reach(std::vector<int> from, int to) {
  const Row beyond = at(to).reached;
  while (!from.empty()) {
    Node& node = at(current(from.back()));
    from.pop_back();
    if (bit(node.reached, to)) continue;
    unite(node.reached, beyond);
    set(node.reached, to);
    from.insert(from.end(), node.predecessors.begin(), node.predecessors.end());
  }
}

void Reachability::link(int from, int to) {
  if (nodes_.size() > most || bit(at(from).reached, to)) return;
  reach({from}, to);
  at(to).predecessors.push_back(from);
}

void Reachability::merge(int into, int from) {
  if (nodes_.size() > most) return;
  const Row added = at(from).reached;
  for (std::vector<int> those{into}; !those.empty();) {
    Node& node = at(current(those.back()));
    those.pop_back();
    if (unite(node.reached, added))
      those.insert(those.end(), node.predecessors.begin(), node.predecessors.end());
  }
  const std::vector<int> before = std::move(at(from).predecessors);
  reach(before, into);
  std::vector<int>& predecessors = at(into).predecessors;
  predecessors.insert(predecessors.end(), before.begin(), before.end());
  at(from) = {{}, {}, into};
}

}  // namespace ng
