// SPDX-License-Identifier: Apache-2.0
// Small graphs with hand-computed values, at least one for every row of the op table. Each case
// checks the expected value, the backends against each other, the gradient and the document.
#pragma once

#include "tests/support/run_graph.h"

namespace ng {

struct OpCase {
  std::string op;       // row of the op table
  std::string variant;  // description
  std::vector<Op> results;
  Feeds inputs;
  // Values of each result in row-major order; empty for an op without a value.
  std::vector<std::vector<double>> expected;
  // True if the gradient of the first result by its inputs can be checked by differences: no kink,
  // tie or jump nearby.
  bool smooth = true;
};

// 0, 1, 2 … in row-major order, in double.
Tensor counted(Shape shape);

std::vector<OpCase> elementwise_cases();
std::vector<OpCase> reduction_cases();
std::vector<OpCase> dense_cases();       // dot and views
std::vector<OpCase> cost_cases();        // softmax and cross-entropies
std::vector<OpCase> neural_cases();      // convolution, pooling, look-up, ctc
std::vector<OpCase> ordering_cases();    // running sums, sorting, taking and scattering
std::vector<OpCase> loop_cases();        // scan
std::vector<OpCase> collective_cases();  // exchanges, of a single rank
std::vector<OpCase> random_cases();      // samples
std::vector<OpCase> state_cases();       // sources, effects, order, derivatives
std::vector<OpCase> slice_cases();       // slices, padding, stacks, classes
std::vector<OpCase> reshape_cases();     // flattening, renaming, ops that return their operand
std::vector<OpCase> all_op_cases();

}  // namespace ng
