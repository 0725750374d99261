// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/staging/micro_batches.h"

#include <algorithm>
#include <unordered_set>

#include "engine/graph/op_def.h"
#include "engine/ops/ordering/axis_argument.h"
#include "engine/passes/rewriter.h"
#include "engine/passes/sharding/divided_axis.h"
#include "engine/passes/sharding/partition.h"
#include "engine/passes/staging/micro_batch_values.h"

namespace ng {
namespace {

// The batch of a rank: its part of the batch axis where ranks divide that, else the axis.
std::optional<Axis> batch_of_rank(const Graph& graph) {
  const std::optional<Axis> batch = batch_axis(graph);
  if (!batch) return batch;
  for (const NodePtr& node : ordered_nodes(roots(graph))) {
    const auto exchange = collective_step_of(*node, DType::f32);
    if (!exchange || exchange->kind != CollectiveKind::shard) continue;
    const Axis part = axis_of(node->attributes);
    if (part == *batch && part.length() < batch->length()) return part;
  }
  return batch;
}

[[noreturn]] void refuse_count(int count, const std::optional<Axis>& batch) {
  Diagnostic diagnostic;
  diagnostic.what = "the batch cannot be divided into " + std::to_string(count) + " micro-batches";
  diagnostic.found = batch ? "the batch axis " + batch->text() : "no value with a batch axis";
  diagnostic.expected = batch ? "a number of micro-batches that divides the batch of a rank"
                              : "inputs with an axis N, or an axis made with the role of a batch";
  diagnostic.action = batch ? "change the number of micro-batches or the length of the batch"
                            : "leave out the number of micro-batches";
  refuse(ErrorKind::value, std::move(diagnostic));
}

int count_of(const std::optional<Axis>& batch, int stages, const PassOptions& options) {
  const int wanted = options.micro_batches;
  const bool fits = wanted == 1 || (batch && wanted > 0 && has_parts(*batch, wanted));
  if (fits) return wanted;
  if (wanted > 0 && !options.whole_if_indivisible) refuse_count(wanted, batch);
  int count = stages > 1 && batch ? 2 * stages : 1;
  while (count > 1 && !has_parts(*batch, count)) --count;
  return count;
}

// Replaces exchanges that are none. Sums are kept whole, and a micro-batch then takes its part; a
// part that is the same for all micro-batches, as that of a constant, is combined at once.
class Exchanges {
 public:
  explicit Exchanges(const RankGroup& group) : group_(group) {}

  Graph replaced(const Graph& graph) {
    for (const NodePtr& node : ordered_nodes(roots(graph)))
      rebuilder_.set(node, replacement(rebuilder_.rebuilt_operands(node), *node));
    return rebuilder_.rebuilt(graph);
  }

 private:
  Value replacement(const NodePtr& current, const Node& before) {
    const auto exchange = micro_batch_exchange(before);
    const bool varies = std::any_of(
        before.operands.begin(), before.operands.end(),
        [this](const Value& operand) { return varying_.count(operand.node.get()) > 0; });
    if (exchange == CollectiveKind::shard || (varies && !exchange)) varying_.insert(&before);
    if (!exchange || exchange == CollectiveKind::shard) return {current, 0};
    const Creation creation("cut_stages", before);
    // Each micro-batch takes its part of the whole sum: no op of this group is a reduce_scatter.
    if (exchange == CollectiveKind::reduce_scatter) {
      varying_.insert(&before);
      const Op sum = all_reduce(Op(current->operands[0]), kernel::Combine::add, group_);
      const Value whole = varies ? sum.value() : repeated(sum.node());
      return shard(Op(whole), axis_of(before.attributes), group_).value();
    }
    return varies ? Value{current, 0} : repeated(*current);
  }

  Value repeated(const Node& exchange) const {
    MicroBatchSum sum(exchange);
    for (int i = 0; i < group_.group_size; ++i) sum.add(exchange.operands[0]);
    return sum.whole();
  }

  const RankGroup group_;
  Rebuilder rebuilder_;
  std::unordered_set<const Node*> varying_;
};

}  // namespace

std::optional<CollectiveKind> micro_batch_exchange(const Node& node) {
  if (!node.def->traits.collective) return std::nullopt;
  if (node.attributes.get<std::string>("group") != micro_batch_group) return std::nullopt;
  return collective_step_of(node, DType::f32)->kind;
}

MicroBatches micro_batches_of(const Graph& graph, int stages, PassContext& context) {
  const std::optional<Axis> batch = batch_of_rank(graph);
  const int count = count_of(batch, stages, context.options);
  if (count == 1) return {graph, 1};
  return {graph_of_parts(graph, *batch, count, context), count};
}

Graph graph_of_parts(const Graph& graph, const Axis& axis, int count, PassContext& context) {
  const RankGroup group{std::string(micro_batch_group), count};
  PassContext own{context.options, {}, {}, {}};  // its exchanges are replaced by other ops
  Partition partition(axis, group, own, PartsOf::one_process);
  return Exchanges(group).replaced(partition.run(graph));
}

}  // namespace ng
