// SPDX-License-Identifier: Apache-2.0
// Divides a graph among ranks along one axis.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/graph/op_loop.h"
#include "engine/passes/sharding/placements.h"

namespace ng {

// Every rank computes its part of the ops that have the axis, or an axis that comes from it; what
// mixes positions of the axis reads the whole, and sums over it are combined among the ranks. All
// values outside, such as results, are whole on every rank; so is state, except that which
// PassOptions::shard_state divides among the ranks of one mesh axis (state_axis).
class Partition {
 public:
  // `axis`: with the length of the whole, which the group's number of ranks divides; without one
  // only state is divided.
  Partition(std::optional<Axis> axis, const RankGroup& group, PassContext& context,
            PartsOf parts = PartsOf::ranks)
      : axis_(std::move(axis)),
        placements_(group, context),
        group_(group),
        context_(context),
        parts_(parts) {}

  Graph run(const Graph& graph);

  // Places the ops that the values depend on and that have no placement yet.
  void place_all(std::span<const Value> roots);
  Placements& placements() { return placements_; }

 private:
  void place_states(const Graph& graph);
  void place(const NodePtr& node);
  void place_whole(const NodePtr& node);
  bool place_sum(const NodePtr& node);
  bool place_divided(const NodePtr& node);
  void place_composed(const NodePtr& node);
  void place_loop(const NodePtr& node);

  std::optional<OpLoop> chosen_loop(const Node& node) const;
  bool is_begun(const Node& node, const OpLoop& loop) const;
  bool is_own(const OpLoop& loop) const;
  bool has_axis(const Value& value) const;
  std::optional<Axis> axis_of_parts(const Value& sum) const;
  double cost_of(const Node& node, const OpLoop& loop) const;
  double cost_of_whole(const Node& node) const;

  const std::optional<Axis> axis_;
  Placements placements_;
  const RankGroup group_;
  PassContext& context_;
  const PartsOf parts_;
  std::vector<std::pair<Axes, Axis>> divided_states_;  // their axes, and the one that is divided
};

}  // namespace ng
