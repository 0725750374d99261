// SPDX-License-Identifier: Apache-2.0
// Replays a loop step by step, op by op, and gives the values of its ops in one step. Uses the op
// records' evaluate functions, rounded to the ops' dtypes, so values equal those of a transformer
// up to rounding.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/base/tensor.h"
#include "engine/graph/node.h"

namespace ng {

// The loops around an op, outermost first. Their steps are counted through: in loops of 3 and 2
// steps, step 5 is the last inner step of the last outer step.
using Loops = std::vector<NodePtr>;
std::int64_t steps_of(const Loops& loops);
std::string text(const Loops& loops);  // by axis names: "T", "T × K"

// A value inside or outside of loops.
struct LoopPlace {
  Value value;
  std::int64_t element = 0;
  Loops loops;            // empty: outside
  std::int64_t step = 0;  // by positions along the loops' axes; unused outside
};

// Where the value at a place was computed: resolves a loop result to its op and step, and a loop
// parameter to the previous step or to the value outside.
LoopPlace made_at(LoopPlace place);

class LoopSteps {
 public:
  // Polled before each step that is replayed; false ends with a cancelled Error. It is passed with
  // each question, because a loop outlives the query that it was replayed for.
  using MayContinue = std::function<bool()>;

  LoopSteps(NodePtr loop, std::vector<Tensor> operands);  // `operands` are those of the loop

  // Does the loop body contain `value`? Includes parameters.
  bool has(const Value& value) const;
  // The value at this position along the axis; valid until another step is requested. Nested loops
  // are run completely. Throws a key Error for an op that cannot be evaluated.
  const Tensor& at(std::int64_t step, const Value& value, const MayContinue& may_continue);
  // Same, for an operand of an op in the body, including constants; expanded to its full shape.
  Tensor operand(std::int64_t step, const Value& value, const MayContinue& may_continue);
  // All results of the loop.
  std::vector<Tensor> results(const MayContinue& may_continue);

 private:
  void go_to(std::int64_t step, const MayContinue& may_continue);
  void enter(std::int64_t step);
  void run(const MayContinue& may_continue);  // the current step
  std::vector<Tensor> made_by(const NodePtr& node, const MayContinue& may_continue) const;
  Tensor result_of(const Value& value) const;

  NodePtr loop_;
  std::vector<Tensor> operands_;
  std::vector<std::vector<Tensor>> before_;  // states before each step, in order of execution
  std::int64_t step_ = -1;
  bool ran_ = false;
  std::map<std::pair<const Node*, int>, Tensor> values_;
};

}  // namespace ng
