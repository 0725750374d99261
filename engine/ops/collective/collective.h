// SPDX-License-Identifier: Apache-2.0
// Ops in which the ranks of a distributed program exchange values. Every rank runs the same graph;
// without other ranks, each gives its operand. Gradients are those of the sum of the ranks'
// results.
#pragma once

#include <optional>
#include <string>

#include "engine/graph/op.h"

namespace ng {

namespace kernel {
enum class Combine;  // combine.h
}
struct CollectiveStep;
struct OpDef;

// The ranks that exchange: an axis of the rank mesh, or all of them.
struct RankGroup {
  std::string group;   // empty: all ranks
  int group_size = 0;  // the number of ranks that the graph was made for; 0: any
};

// x of all ranks, combined element by element: the same value on each rank. Gradient: the sum
// of the ranks' d; of a maximum or minimum, where x is it; a product has none (value Error).
Op all_reduce(const Operand& x, kernel::Combine combine, const RankGroup& group = {});
// By the reduction's name: sum, prod, max or min; value Error for another.
Op all_reduce(const Operand& x, const std::string& reduction, const RankGroup& group = {});
Op all_reduce(const Operand& x);  // their sum, of all ranks
// The ranks' parts along `axis`, joined in the order of the ranks; `axis` has the length of the
// whole. Gradient: the rank's part of the sum of the ranks' d.
Op all_gather(const Operand& x, const Axis& axis, const RankGroup& group = {});
// The rank's part along `axis`, of that length, of the sum of all ranks' x. Gradient: the ranks' d,
// joined.
Op reduce_scatter(const Operand& x, const Axis& axis, const RankGroup& group = {});
// The x of rank `root`. Gradient: none.
Op broadcast_from(const Operand& x, std::int64_t root = 0, const RankGroup& group = {});
// The rank's part along `axis`, of that length, of an x that is equal on all ranks. Gradient: the
// ranks' d, joined.
Op shard(const Operand& x, const Axis& axis, const RankGroup& group = {});

// The type of the elements that a collective op exchanges; of another op, that of its result.
DType exchanged_type(const Node& node);
// The step of a collective op, on elements of type `memory`; empty for other ops.
std::optional<CollectiveStep> collective_step_of(const Node& node, DType memory);

extern const OpDef all_reduce_op, all_gather_op, reduce_scatter_op, broadcast_from_op, shard_op;

}  // namespace ng
