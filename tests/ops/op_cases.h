// SPDX-License-Identifier: Apache-2.0
// Small graphs with numbers worked out by hand, at least one for every row of the op table. Each is
// read in all the ways there are: expected value, backends against each other, gradient, document.
#pragma once

#include "tests/support/graph_run.h"

namespace ng {

struct OpCase {
  std::string op;       // the row of the op table
  std::string variant;  // in words
  std::vector<Op> results;
  Feeds inputs;
  // Of each result in row-major order; an op without a value has none.
  std::vector<std::vector<double>> expected;
  // The gradient of the first result by its inputs equals the difference quotient here: no kink, no
  // tie, no jump within reach.
  bool smooth = true;
};

// 0, 1, 2 … in row-major order, double.
Tensor counted(Shape shape);

std::vector<OpCase> elementwise_cases();
std::vector<OpCase> reduction_cases();
std::vector<OpCase> dense_cases();  // dot and views
std::vector<OpCase> cost_cases();   // softmax and cross-entropies
std::vector<OpCase> neural_cases();  // convolution, pooling, look-up, ctc
std::vector<OpCase> loop_cases();     // scan
std::vector<OpCase> random_cases();   // samples
std::vector<OpCase> state_cases();  // sources, effects, order, derivatives
std::vector<OpCase> slice_cases();    // slices, padding, stacks, classes
std::vector<OpCase> reshape_cases();  // flattening, renaming, passing through
std::vector<OpCase> all_op_cases();

}  // namespace ng
