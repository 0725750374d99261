// SPDX-License-Identifier: Apache-2.0
// Computations for compiler tests: small ones built here, and those of the sample documents that
// the reference computes quickly.
#pragma once

#include "tests/support/run_graph.h"

namespace ng {

struct TriedComputation {
  std::string name;  // "mlp", "05_logistic_part2.ngraph train"
  Op computation;
  std::vector<std::vector<Tensor>> arguments;  // for each of three calls
};

std::vector<TriedComputation> training_graphs();
std::vector<TriedComputation> sample_documents();
std::vector<TriedComputation> all_tried_computations();

// Makes the three calls on one transformer and returns their results.
std::vector<Values> run_calls(const TriedComputation& tried, const std::string& transformer,
                              const CompileOptions& options);
std::vector<Values> run_calls(const TriedComputation& tried, const std::string& transformer);

}  // namespace ng
