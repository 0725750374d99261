// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/keras/run_order.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace ng::keras {
namespace {

// Calls that outputs read, each after its parents: a depth-first walk from each output.
std::vector<std::size_t> parents_first(const std::vector<OrderedCall>& calls,
                                       const std::vector<std::size_t>& outputs) {
  struct Visit {
    std::size_t call, next_parent = 0;
  };
  std::vector<std::size_t> order;
  std::vector<bool> seen(calls.size(), false);
  std::vector<Visit> open;
  const auto enter = [&](std::size_t call) {
    if (seen[call]) return;
    seen[call] = true;
    open.push_back({call});
  };
  for (const std::size_t output : outputs) {
    enter(output);
    while (!open.empty()) {
      Visit& visit = open.back();
      const std::vector<std::size_t>& parents = calls[visit.call].parents;
      if (visit.next_parent < parents.size()) {
        enter(parents[visit.next_parent++]);
      } else {
        order.push_back(visit.call);
        open.pop_back();
      }
    }
  }
  return order;
}

}  // namespace

std::vector<std::size_t> run_order(const std::vector<OrderedCall>& calls,
                                   const std::vector<std::size_t>& outputs) {
  std::vector<std::size_t> order;  // as Keras meets them, which orders calls of one depth
  std::vector<std::optional<std::size_t>> depths(calls.size());
  std::unordered_map<std::string, std::size_t> layer_depths;
  const auto deepen = [&](std::size_t call, std::size_t depth) {
    if (!depths[call]) order.push_back(call);
    depths[call] = std::max(depths[call].value_or(0), depth);
  };
  std::vector<std::size_t> walk = parents_first(calls, outputs);
  std::reverse(walk.begin(), walk.end());
  for (const std::size_t call : walk) {
    std::size_t& of_layer = layer_depths[calls[call].layer];
    deepen(call, of_layer);
    of_layer = *depths[call];
    for (const std::size_t parent : calls[call].parents) deepen(parent, of_layer + 1);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return *depths[a] > *depths[b]; });
  for (std::size_t call = 0; call < calls.size(); ++call) {
    if (!depths[call]) order.push_back(call);
  }
  return order;
}

}  // namespace ng::keras
