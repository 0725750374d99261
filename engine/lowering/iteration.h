// SPDX-License-Identifier: Apache-2.0
// Which loops the ops of one kernel run over. A kernel is a nest of outer loops; inside it stand
// zero or more nests of inner loops, one per stage, each ending in reductions over all inner loops.
// Softmax, for one: outer rows, three inner stages (max, sum, quotient).
#pragma once

#include <unordered_map>
#include <vector>

#include "engine/graph/op_def.h"

namespace ng {

// The loop at each axis of a value, in the value's order.
using LoopsOfAxes = std::vector<int>;

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
  bool contains(const Node* node) const { return result_loops_.count(node) > 0; }
  // Loops of the op's result.
  const LoopsOfAxes& result_loops(const Node* node) const { return result_loops_.at(node); }
  // Loops of its i-th operand: for reductions and dots those of the reduced axes as well.
  LoopsOfAxes operand_loops(const Node& node, std::size_t i) const;
  bool is_inner(const LoopsOfAxes& loops) const;

 private:
  std::vector<int> set_of(bool inner) const;
  bool add_reduction(const NodePtr& node, LoopsOfAxes result);
  bool add_elementwise(const NodePtr& node, const LoopsOfAxes& result, bool escapes);
  bool match_by_axis(const Node& node, LoopsOfAxes& result) const;
  int new_loop(const Axis& axis, bool inner);

  std::vector<IterationLoop> loops_;
  std::unordered_map<const Node*, LoopsOfAxes> result_loops_;
  std::unordered_map<const Node*, LoopsOfAxes> reduced_loops_;  // per reduced axis
  bool has_reduction_ = false;
};

// The axes that a reduction or dot reduces, in the order of reduced_loops.
std::vector<Axis> reduced_axes(const Node& node);

}  // namespace ng
