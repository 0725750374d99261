// SPDX-License-Identifier: Apache-2.0
// Table of a model's blocks: repeated layers, the other name scopes, and the rest.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/tables/table_column.h"

namespace ng {

struct BlockRow {
  std::string name;  // "layers/layers"; of a part: within its block; empty: outside all scopes
  std::int64_t blocks = 1;  // equal ones, in the whole model
  int depth = 0;            // 1: a part of the block above it
  // Of all of them.
  std::int64_t ops = 0;
  std::int64_t parameters = 0;  // elements of trainable variables; counted at their first reader
  std::int64_t flops = 0, bytes = 0;   // per call, before optimization
  std::optional<double> microseconds;  // per call; absent: not measured
  std::optional<double> share;         // of the time of all kernels in a call, 0..1
  std::vector<OpId> members;           // its ops, and the variables that they are the first to read
  std::vector<BlockRow> parts = {};    // the scopes directly inside; empty: fewer than two
};

// Blocks, each followed by its parts.
std::vector<BlockRow> with_parts(const std::vector<BlockRow>& blocks);
const Columns<BlockRow>& block_columns();

}  // namespace ng
