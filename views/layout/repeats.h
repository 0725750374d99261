// SPDX-License-Identifier: Apache-2.0
// Layers that a graph repeats: name scopes beside each other that hold the same ops with the same
// attributes, lengths and inner edges, and follow each other in a chain or stand in parallel.
#pragma once

#include <string>
#include <vector>

#include "engine/session/record.h"

namespace ng::views {

struct Repeat {
  std::string name;                 // "residual" of "residual", "residual_1", "residual_2"
  std::vector<std::string> scopes;  // full paths, two at least, in the order of computation
};

// Looks at what computes forward: derivatives and updates of layers that repeat need not be the
// same, the first layer's never are. In time linear in ops, edges and depth of scopes.
std::vector<Repeat> repeatsIn(const GraphRecord& graph);

}  // namespace ng::views
