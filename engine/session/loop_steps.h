// SPDX-License-Identifier: Apache-2.0
// A loop run again step by step, op by op: the values that its ops have in one step. By the
// records' evaluate functions, rounded to their dtypes, so equal to what a transformer computes but
// for rounding.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "engine/base/tensor.h"
#include "engine/graph/node.h"

namespace ng {

// A value inside or outside of a loop.
struct LoopPlace {
  Value value;
  std::int64_t element = 0;
  NodePtr loop;            // null: outside
  std::int64_t step = -1;  // the place on the loop's axis
};

// Where the number at a place was made: the result of a loop in the step that gave it, what a step
// takes in the step before or outside. In the innermost loop; loops in loops are not entered.
LoopPlace made_at(LoopPlace place);

class LoopSteps {
 public:
  // `operands` as the loop has them. `go_on` is asked before each step; false ends with an Error of
  // kind cancelled.
  LoopSteps(NodePtr loop, std::vector<Tensor> operands, std::function<bool()> go_on);

  // Whether the loop's step has `value`, be it a parameter.
  bool has(const Value& value) const;
  // Its value in the step at this place of the axis, until another step is asked for. Key Error
  // where an op in the loop cannot be run so (another loop).
  const Tensor& at(std::int64_t step, const Value& value);

 private:
  void enter(std::int64_t step);
  void run();  // the step that was entered
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
