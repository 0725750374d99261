// SPDX-License-Identifier: Apache-2.0
// A loop run again step by step, op by op: the values that its ops have in one step. By the
// records' evaluate functions, rounded to their dtypes, so equal to what a transformer computes but
// for rounding.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/base/tensor.h"
#include "engine/graph/node.h"

namespace ng {

// The loops around an op, the outermost first. A step of theirs is counted through: with loops of 3
// and of 2 steps, 5 is the last of the inner in the last of the outer.
using Loops = std::vector<NodePtr>;
std::int64_t steps_of(const Loops& loops);
std::string text(const Loops& loops);  // by their axes: "T", "T × K"

// A value inside or outside of loops.
struct LoopPlace {
  Value value;
  std::int64_t element = 0;
  Loops loops;             // empty: outside
  std::int64_t step = -1;  // by the places on the loops' axes
};

// Where the number at a place was made: the result of a loop in the step that gave it, what a step
// takes in the step before or outside.
LoopPlace made_at(LoopPlace place);

class LoopSteps {
 public:
  // `operands` as the loop has them. `go_on` is asked before each step; false ends with an Error of
  // kind cancelled.
  LoopSteps(NodePtr loop, std::vector<Tensor> operands, std::function<bool()> go_on);

  // Whether the loop's step has `value`, be it a parameter.
  bool has(const Value& value) const;
  // Its value in the step at this place of the axis, until another step is asked for. A loop in the
  // step is run from its first to its last step. Key Error where an op cannot be run so.
  const Tensor& at(std::int64_t step, const Value& value);
  // The same of an operand of an op in the step, be it a constant; in full.
  Tensor operand(std::int64_t step, const Value& value);
  // All that the loop gives, as its op has it.
  std::vector<Tensor> results();

 private:
  void go_to(std::int64_t step);
  void enter(std::int64_t step);
  void run();  // the step that was entered
  std::vector<Tensor> made_by(const NodePtr& node) const;
  Tensor result_of(const Value& value) const;

  NodePtr loop_;
  std::vector<Tensor> operands_;
  std::function<bool()> go_on_;
  std::vector<std::vector<Tensor>> before_;  // states before each step, in the order they are made
  std::int64_t step_ = -1;
  bool ran_ = false;
  std::map<std::pair<const Node*, int>, Tensor> values_;
};

}  // namespace ng
