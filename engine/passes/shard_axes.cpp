// SPDX-License-Identifier: Apache-2.0
// Divides the graph among ranks along the axes of the rank mesh, one after the other: the graph of
// one rank after the first is a graph like any other to the second.
#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/passes/pass_options.h"
#include "engine/passes/passes.h"
#include "engine/passes/sharding/divided_axis.h"
#include "engine/passes/sharding/partition.h"
#include "engine/passes/sharding/state_sharding.h"

namespace ng {
namespace {

[[noreturn]] void refuse_axis(const MeshAxis& ranks, const std::optional<Axis>& axis) {
  Diagnostic diagnostic;
  diagnostic.what =
      "the graph cannot be divided along " + (ranks.name.empty() ? "its batch" : ranks.name);
  diagnostic.found = axis ? axis->text() : "no value with an axis of this name";
  diagnostic.expected =
      "an axis whose length " + std::to_string(ranks.ranks) + " ranks divide into equal parts";
  diagnostic.action =
      axis ? "change its length or the number of ranks" : "name an axis of the graph";
  refuse(ErrorKind::value, std::move(diagnostic));
}

[[noreturn]] void refuse_number(const MeshAxis& ranks) {
  Diagnostic diagnostic;
  diagnostic.what = "the number of ranks along " + ranks.name + " is not known";
  diagnostic.found = std::to_string(ranks.ranks);
  diagnostic.expected = "1 or more, as in " + ranks.name + "=4";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// The axis that these ranks divide; none if every rank computes the whole.
std::optional<Axis> axis_to_divide(const Graph& graph, const MeshAxis& ranks,
                                   const PassOptions& options) {
  const std::optional<Axis> axis = divided_axis(graph, ranks.name);
  if (axis && has_parts(*axis, ranks.ranks)) return axis;
  const bool without_batch = !axis && ranks.name.empty() && named_for_division(graph).empty();
  if (!without_batch && !options.whole_if_indivisible) refuse_axis(ranks, axis);
  return std::nullopt;
}

Graph run(const Graph& graph, PassContext& context) {
  if (!context.loop.empty()) return graph;  // divided with the loop
  const PassOptions& options = context.options;
  Graph divided = graph;
  for (const MeshAxis& ranks : options.ranks) {
    if (ranks.ranks == 1 || ranks.is_stages()) continue;
    if (ranks.ranks < 1) refuse_number(ranks);
    const std::optional<Axis> axis = axis_to_divide(graph, ranks, options);
    const bool divides_state =
        options.shard_state != ShardState::none && &ranks == state_axis(options.ranks);
    if (!axis && !divides_state) continue;
    divided = Partition(axis, {ranks.name, ranks.ranks}, context).run(divided);
  }
  return divided;
}

}  // namespace

const Pass shard_axes = {
    .name = "shard_axes",
    .sentence = "ops over a divided axis -> each rank's part, and exchanges between the ranks",
    .phase = PassPhase::graph,
    .condition = "on several ranks",
    .reason =
        "after version_state, so that state is read and written as a whole; before the rules, "
        "which then see the graph of one rank",
    .run = run,
    .required = true,
};

}  // namespace ng
