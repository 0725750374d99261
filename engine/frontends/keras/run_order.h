// SPDX-License-Identifier: Apache-2.0
// The order in which Keras 3 runs the calls of a functional model.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ng::keras {

struct OrderedCall {
  std::string layer;
  // The calls whose results it reads, by position in the list of calls; in the order of its
  // arguments, those by keyword last and sorted by it.
  std::vector<std::size_t> parents;
};

// Positions of `calls` in the order in which Keras runs them: by their distance from the outputs,
// the farthest first; a later call of a layer counts as at least as far as the calls of that layer
// that were counted before. `outputs` are the calls that make the outputs, in their order. Calls
// that no output reads follow. Positions are those of `calls`; of a cycle, any order.
std::vector<std::size_t> run_order(const std::vector<OrderedCall>& calls,
                                   const std::vector<std::size_t>& outputs);

}  // namespace ng::keras
