// SPDX-License-Identifier: Apache-2.0
// The graph of one micro-batch: an equal part of the batch, which passes through the stages of a
// net while others are in other stages.
#pragma once

#include <optional>
#include <string_view>

#include "engine/graph/graph.h"
#include "engine/ops/collective/collective.h"
#include "engine/passes/pass.h"
#include "engine/runtime/ranks/collective_step.h"

namespace ng {

// The graph divided along its batch as among ranks, one for each micro-batch: `shard` gives a
// micro-batch its part, `all_reduce` and `all_gather` of the group `micro_batch_group` combine
// those of all. No others of this group occur.
struct MicroBatches {
  Graph graph;
  int count = 1;
};

inline constexpr std::string_view micro_batch_group = "micro-batches";

// What an exchange between micro-batches does; empty for other ops.
std::optional<CollectiveKind> micro_batch_exchange(const Node& node);

// The graph divided along `axis` into `count` parts, as MicroBatches::graph. The axis must have
// that many equal parts.
Graph graph_of_parts(const Graph& graph, const Axis& axis, int count, PassContext& context);

// As many as PassOptions::micro_batches; 0: the largest divisor of the batch up to twice the number
// of stages. The batch is a rank's part of it where shard_axes has divided it. Value Error if the
// batch cannot be divided into as many, or if there is none.
MicroBatches micro_batches_of(const Graph& graph, int stages, PassContext& context);

}  // namespace ng
