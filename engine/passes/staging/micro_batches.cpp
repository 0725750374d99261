// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/staging/micro_batches.h"

#include <algorithm>

#include "engine/graph/op_def.h"
#include "engine/ops/ordering/axis_argument.h"
#include "engine/passes/rewriter.h"
#include "engine/passes/sharding/divided_axis.h"
#include "engine/passes/sharding/partition.h"

namespace ng {
namespace {

[[noreturn]] void refuse_count(int count, const std::optional<Axis>& batch) {
  Diagnostic diagnostic;
  diagnostic.what = "the batch cannot be divided into " + std::to_string(count) + " micro-batches";
  diagnostic.found = batch ? "the batch axis " + batch->text() : "no value with a batch axis";
  diagnostic.expected = batch ? "a number of micro-batches that divides the length of the batch"
                              : "inputs with an axis N, or an axis made with the role of a batch";
  diagnostic.action = batch ? "change the number of micro-batches or the length of the batch"
                            : "leave out the number of micro-batches";
  refuse(ErrorKind::value, std::move(diagnostic));
}

int count_of(const std::optional<Axis>& batch, int stages, int wanted) {
  if (wanted > 1 && (!batch || !has_parts(*batch, wanted))) refuse_count(wanted, batch);
  if (wanted > 0) return wanted;
  int count = stages > 1 && batch ? 2 * stages : 1;
  while (count > 1 && !has_parts(*batch, count)) --count;
  return count;
}

// Sums are kept whole: a micro-batch then takes its part.
Graph without_scatters(const Graph& graph, const RankGroup& group) {
  Rebuilder rebuilder;
  for (const NodePtr& node : ordered_nodes(roots(graph))) {
    const NodePtr current = rebuilder.rebuilt_operands(node);
    if (micro_batch_exchange(*node) != CollectiveKind::reduce_scatter) {
      rebuilder.set(node, Value{current, 0});
      continue;
    }
    const Creation creation("cut_stages", *node);
    const Op sum = all_reduce(Op(current->operands[0]), kernel::Combine::add, group);
    rebuilder.set(node, shard(sum, axis_of(node->attributes), group).value());
  }
  return rebuilder.rebuilt(graph);
}

}  // namespace

std::optional<CollectiveKind> micro_batch_exchange(const Node& node) {
  if (!node.def->traits.collective) return std::nullopt;
  if (node.attributes.get<std::string>("group") != micro_batch_group) return std::nullopt;
  return collective_step_of(node, DType::f32)->kind;
}

MicroBatches micro_batches_of(const Graph& graph, int stages, PassContext& context) {
  const std::optional<Axis> batch = batch_axis(graph);
  const int count = count_of(batch, stages, context.options.micro_batches);
  if (count == 1) return {graph, 1};
  const RankGroup group{std::string(micro_batch_group), count};
  PassContext own{context.options, {}, {}, {}};  // its exchanges are replaced by other ops
  Partition partition(*batch, group, own, PartsOf::one_process);
  return {without_scatters(partition.run(graph), group), count};
}

}  // namespace ng
