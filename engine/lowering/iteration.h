// SPDX-License-Identifier: Apache-2.0
// The loops that the ops of one kernel share. A kernel is a nest of outer loops around zero or more
// nests of inner loops, one per stage, each ending in reductions over all inner loops.
// Example: softmax has outer rows and three inner stages (max, sum, quotient).
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/graph/iteration_space.h"

namespace ng {

// The loops whose counters `places` use, ascending, each once.
std::vector<int> loops_in(const IndexMap& places);

// Users are added before their operands. Axes follow data flow, not names: a cast renames an axis
// but keeps its loop, and a dot gives both axes of a contracted pair the same loop.
class Iteration {
 public:
  Iteration() = default;
  // The iteration that a fused op stores, for reading.
  explicit Iteration(const Body& body);

  // Adds `node`. `users` are the already added ops that read it (empty: loops are matched by axis);
  // `escapes` says that its value is also stored. Returns false and changes nothing when the node
  // does not fit: it needs other loops, or its work would be repeated too often.
  bool try_add(const NodePtr& node, const std::vector<const Node*>& users, bool escapes);

  // What to store in a fused op whose body has these ops, all of them added.
  IterationSpace space(const std::vector<NodePtr>& order) const;

  const std::vector<IterationLoop>& loops() const { return loops_; }
  // Index map of the op's result.
  const IndexMap& result_places(const Node* node) const { return result_places_.at(node); }
  // Index map at which the i-th operand is read; for reductions and dots it includes the reduced
  // axes. Empty when the operand is read at several index maps.
  std::optional<IndexMap> operand_places(const Node& node, std::size_t i) const;
  bool is_inner(const IndexMap& places) const;

 private:
  std::vector<int> set_of(bool inner) const;
  bool add_reduction(const NodePtr& node, const IndexMap& result,
                     const std::vector<const Node*>& users);
  bool is_long(const std::vector<int>& outer, const std::vector<int>& inner) const;
  bool is_waited_for(const std::vector<const Node*>& users) const;
  bool add_elementwise(const NodePtr& node, const IndexMap& result, bool escapes);
  bool turn_rest_inward(const std::vector<int>& own);
  std::vector<int> longer_than_one(std::vector<int> loops) const;
  bool match_by_axis(const Node& node, IndexMap& result) const;
  std::optional<IndexMap> places_for_users(const NodePtr& node,
                                           const std::vector<const Node*>& users) const;
  std::optional<std::vector<int>> whole_loops(const IndexMap& places, const Axes& axes) const;
  int new_loop(const Axis& axis, bool inner);

  std::vector<IterationLoop> loops_;
  std::unordered_map<const Node*, IndexMap> result_places_;
  std::unordered_map<const Node*, std::vector<int>> reduced_loops_;  // per reduced axis
  std::unordered_set<const Node*> waited_for_;  // inner ops, and ops that inner ops depend on
  bool has_reduction_ = false;
};

// The axes that a reduction or dot contracts, in the order of reduced_loops_.
std::vector<Axis> reduced_axes(const Node& node);

}  // namespace ng
