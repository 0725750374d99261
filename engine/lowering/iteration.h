// SPDX-License-Identifier: Apache-2.0
// Which loops the ops of one kernel run over. A kernel is a nest of outer loops; inside it stand
// zero or more nests of inner loops, one per stage, each ending in reductions over all inner loops.
// Softmax, for one: outer rows, three inner stages (max, sum, quotient).
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/graph/op_def.h"

namespace ng {

// The loops that `places` step through, ascending, each once.
std::vector<int> loops_in(const Places& places);

struct IterationLoop {
  Axis axis;  // of the op that brought the loop; names it in kernel text
  std::int64_t extent = 1;
  bool inner = false;
};

// Ops are added users first. Axes follow data flow, not names: a cast renames an axis but keeps its
// loop, a dot gives both partners of a pair the same loop.
class Iteration {
 public:
  // Adds `node`; `users` are the ops already inside that read it (none: it is matched by axis), and
  // `escapes` says that its value is also stored. False, and nothing changed, when it does not fit:
  // other loops, or work that would be repeated too often.
  bool try_add(const NodePtr& node, const std::vector<const Node*>& users, bool escapes);

  const std::vector<IterationLoop>& loops() const { return loops_; }
  // Where the op's result lies.
  const Places& result_places(const Node* node) const { return result_places_.at(node); }
  // Where its i-th operand is read: for reductions and dots along the reduced axes as well. Nothing
  // when it is read in several places.
  std::optional<Places> operand_places(const Node& node, std::size_t i) const;
  bool is_inner(const Places& places) const;

 private:
  std::vector<int> set_of(bool inner) const;
  bool add_reduction(const NodePtr& node, const Places& result,
                     const std::vector<const Node*>& users);
  bool is_long(const std::vector<int>& outer, const std::vector<int>& inner) const;
  bool is_waited_for(const std::vector<const Node*>& users) const;
  bool add_elementwise(const NodePtr& node, const Places& result, bool escapes);
  bool turn_rest_inward(const std::vector<int>& own);
  bool match_by_axis(const Node& node, Places& result) const;
  std::optional<Places> places_for_users(const NodePtr& node,
                                         const std::vector<const Node*>& users) const;
  std::optional<std::vector<int>> whole_loops(const Places& places, const Axes& axes) const;
  int new_loop(const Axis& axis, bool inner);

  std::vector<IterationLoop> loops_;
  std::unordered_map<const Node*, Places> result_places_;
  std::unordered_map<const Node*, std::vector<int>> reduced_loops_;  // per reduced axis
  std::unordered_set<const Node*> waited_for_;  // by inner steps, or inner themselves
  bool has_reduction_ = false;
};

// The axes that a reduction or dot reduces, in the order of reduced_loops.
std::vector<Axis> reduced_axes(const Node& node);

}  // namespace ng
