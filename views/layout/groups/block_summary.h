// SPDX-License-Identifier: Apache-2.0
// Summarizes a model by blocks: repeated layers, the other name scopes, and the rest.
#pragma once

#include <string>
#include <vector>

#include "engine/records/records.h"

namespace ng::views {

struct BlockSummary {
  std::string name;         // "layers/layers"; empty: ops outside all scopes
  std::int64_t blocks = 1;  // equal layers
  // Of all of them.
  std::int64_t ops = 0;
  std::int64_t parameters = 0;  // elements of trainable variables; counted at their first reader
  std::int64_t flops = 0, bytes = 0;  // per call, before optimization
  std::vector<OpKey> members;
};

// In the order of computation. Only forward ops; loops have the scopes in which they are written.
std::vector<BlockSummary> blocksOf(const GraphRecord& graph);

}  // namespace ng::views
