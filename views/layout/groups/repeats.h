// SPDX-License-Identifier: Apache-2.0
// Finds repeated layers of a graph: sibling name scopes with the same ops, attributes, lengths and
// inner edges that form a chain or are parallel.
#pragma once

#include <string>
#include <vector>

#include "engine/records/records.h"
#include "views/layout/groups/block_scopes.h"

namespace ng::views {

struct Repeat {
  std::string name;                 // "residual" for "residual", "residual_1", "residual_2"
  std::vector<std::string> scopes;  // full paths, at least two, in the order of computation
};

// Considers only forward ops: derivatives and updates of equal layers may differ, and always do for
// the first layer. `blocks` adds scopes. Linear time in ops, edges and depth of scopes.
std::vector<Repeat> repeatsIn(const GraphRecord& graph, const BlockScopes& blocks = {});

}  // namespace ng::views
