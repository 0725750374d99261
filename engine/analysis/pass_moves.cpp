// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/pass_moves.h"

#include <algorithm>

#include "engine/passes/pass.h"

namespace ng {
namespace {

std::vector<std::string> usual_order(const std::vector<std::string>& order) {
  std::vector<std::string> names;
  for (const Pass* pass : passes_of(default_pipeline(), PassPhase::graph))
    if (std::find(order.begin(), order.end(), pass->name) != order.end())
      names.emplace_back(pass->name);
  return names;
}

}  // namespace

// Finds a minimal set of moves from front to back: at the first difference, either the pass found
// there was moved up, or the expected pass was moved down.
std::vector<PassMove> pass_moves(const std::vector<std::string>& shown) {
  std::vector<std::string> order = shown, usual = usual_order(order);
  std::vector<PassMove> moved;
  const auto without = [](std::vector<std::string> names, const std::string& name) {
    names.erase(std::find(names.begin(), names.end(), name));
    return names;
  };
  while (usual.size() == order.size() && usual != order) {
    const std::size_t at = static_cast<std::size_t>(
        std::mismatch(order.begin(), order.end(), usual.begin()).first - order.begin());
    const std::string here = order[at], expected = usual[at];
    const bool down = without(order, here) != without(usual, here) &&
                      without(order, expected) == without(usual, expected);
    const std::string& name = down ? expected : here;
    const auto place = std::find(shown.begin(), shown.end(), name);
    moved.push_back({name, down ? *std::prev(place) : *std::next(place), !down});
    order = without(order, name);
    usual = without(usual, name);
  }
  return moved;
}

}  // namespace ng
