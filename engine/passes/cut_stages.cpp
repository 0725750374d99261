// SPDX-License-Identifier: Apache-2.0
// Cuts the graph into stages, each computed by ranks of its own, through which parts of the batch
// pass one after the other.
#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/passes/passes.h"
#include "engine/passes/staging/stage_graph.h"

namespace ng {
namespace {

constexpr std::string_view alternating = "one_forward_one_backward";

void require_no_exchange_among_all(const std::vector<NodePtr>& nodes) {
  for (const NodePtr& node : nodes) {
    if (node->loop) require_no_exchange_among_all(node->loop->order);
    if (!node->def->traits.collective) continue;
    const auto group = node->attributes.get<std::string>("group");
    if (!group.empty() && group != stage_axis) continue;
    Diagnostic diagnostic;
    diagnostic.what = "an exchange between all ranks cannot be cut into stages";
    diagnostic.where = describe(*node);
    diagnostic.expected = "exchanges along an axis that ranks of one stage divide";
    diagnostic.action = "name the group of the op, or run without stages";
    diagnostic.ops = {node->id};
    refuse(ErrorKind::value, std::move(diagnostic));
  }
}

// Stages run different ops, so that no op of the user's can be an exchange between all ranks.
void require_no_exchange_among_all(const Graph& graph) {
  require_no_exchange_among_all(ordered_nodes(graph));
}

void require_stage(int stage, int stages) {
  if (stage >= 0 && stage < stages) return;
  Diagnostic diagnostic;
  diagnostic.what = "there is no stage " + std::to_string(stage);
  diagnostic.expected = "0 to " + std::to_string(stages - 1);
  refuse(ErrorKind::value, std::move(diagnostic));
}

// In words, by the axis of stages. Ops and state that are on every stage have none.
void note_stages(const StagedGraph& staged, const StageStates& states, PassContext& context) {
  const auto note = [&context](const Node& node, int stage) {
    context.placements[node.id][std::string(stage_axis)] = "stage " + std::to_string(stage);
  };
  for (const NodePtr& node : staged.order()) {
    const StagePlace& place = staged.place(*node);
    if (place.bound) note(*node, place.stage);
  }
  for (const NodePtr& state : states.all())
    if (const auto keeper = states.stage_of(*state)) note(*state, *keeper);
}

Graph run(const Graph& graph, PassContext& context) {
  const PassOptions& options = context.options;
  const int stages = stages_of(options.ranks);
  if (!context.loop.empty() || (stages == 1 && options.micro_batches <= 1)) return graph;
  require_stage(options.stage, stages);
  if (stages > 1) require_no_exchange_among_all(graph);
  const StagedGraph staged(micro_batches_of(graph, stages, context), stages, graph,
                           options.whole_if_indivisible);
  const StageStates states(staged, options);
  if (stages > 1) note_stages(staged, states, context);
  const StagePlan plan(staged, states, context.rule_enabled(alternating));
  return graph_of_stage(plan, options.stage, {std::string(stage_axis), stages}, context);
}

}  // namespace

const Pass cut_stages = {
    .name = "cut_stages",
    .sentence =
        "a net -> the ops of one stage for each micro-batch, in the order one forward, one "
        "backward, and transfers between stages",
    .phase = PassPhase::graph,
    .condition = "with stages or micro-batches",
    .reason = "after shard_axes, so that ranks of a stage divide its ops; before the rules",
    .run = run,
    .required = true,
    .rules = {alternating},
};

}  // namespace ng
