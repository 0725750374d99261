// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/difference/neighbourhoods.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "engine/analysis/difference/op_labels.h"

namespace ng {
namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
using Hashes = std::vector<std::uint64_t>;

// Both ops of pair i have the label i, which no other op has.
Hashes start_of(const NeighbourhoodSide& side, bool is_first) {
  Hashes hashes = side.labels;
  for (std::size_t row = 0; row < hashes.size(); ++row)
    if (const auto partner = side.partners[row])
      hashes[row] = mixed(~std::uint64_t{0}, is_first ? row : *partner);
  return hashes;
}

Hashes next_of(const OpRows& rows, const Hashes& hashes) {
  Hashes next(hashes.size());
  for (std::size_t row = 0; row < hashes.size(); ++row) {
    std::uint64_t operands = 0, users = 0;  // sums: in any order, apart from the positions
    for (const OpRows::Link& link : rows.operands(row))
      operands += mixed(hashes[link.row], link.result * 4096u + link.position);
    for (const OpRows::Link& link : rows.users(row))
      users += mixed(hashes[link.row], link.result * 4096u + link.position);
    next[row] = mixed(mixed(hashes[row], operands), users);
  }
  return next;
}

struct Found {
  std::uint32_t first = none, second = none;
  bool unique = true;
};

}  // namespace

std::vector<RowClass> equal_classes(const NeighbourhoodSide& first, const NeighbourhoodSide& second,
                                    int steps) {
  std::unordered_map<std::uint64_t, RowClass> known;
  const auto add = [&known, steps](const NeighbourhoodSide& side, bool is_first, auto list) {
    Hashes hashes = start_of(side, is_first);
    for (int step = 0; step < steps; ++step) hashes = next_of(side.rows, hashes);
    for (std::uint32_t row = 0; row < hashes.size(); ++row)
      if (!side.partners[row]) (known[hashes[row]].*list).push_back(row);
  };
  add(first, true, &RowClass::first);
  add(second, false, &RowClass::second);
  std::vector<RowClass> classes;
  for (auto& [hash, rows] : known)
    if (rows.first.size() == rows.second.size()) classes.push_back(std::move(rows));
  std::sort(classes.begin(), classes.end(),
            [](const RowClass& a, const RowClass& b) { return a.first.front() < b.first.front(); });
  return classes;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> equal_neighbourhoods(
    const NeighbourhoodSide& first, const NeighbourhoodSide& second, int least,
    const std::function<bool(std::uint32_t, std::uint32_t)>& fits) {
  std::vector<Hashes> of_first{start_of(first, true)}, of_second{start_of(second, false)};
  for (int step = 0; step < most_steps; ++step) {
    of_first.push_back(next_of(first.rows, of_first.back()));
    of_second.push_back(next_of(second.rows, of_second.back()));
  }
  std::vector<bool> paired_first(first.rows.size()), paired_second(second.rows.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (int step = most_steps; step >= least; --step) {
    std::unordered_map<std::uint64_t, Found> known;
    const auto add = [&known](const NeighbourhoodSide& side, const Hashes& hashes,
                              const std::vector<bool>& paired, std::uint32_t Found::* row) {
      for (std::uint32_t i = 0; i < hashes.size(); ++i) {
        if (side.partners[i] || paired[i]) continue;
        Found& found = known[hashes[i]];
        found.unique = found.unique && found.*row == none;
        found.*row = i;
      }
    };
    const auto at = static_cast<std::size_t>(step);
    add(first, of_first[at], paired_first, &Found::first);
    add(second, of_second[at], paired_second, &Found::second);
    for (const auto& [hash, found] : known) {
      if (!found.unique || found.first == none || found.second == none) continue;
      if (!fits(found.first, found.second)) continue;
      paired_first[found.first] = paired_second[found.second] = true;
      pairs.emplace_back(found.first, found.second);
    }
  }
  return pairs;
}

}  // namespace ng
