// SPDX-License-Identifier: Apache-2.0
// Rebuilds a computation with another float type.
#pragma once

#include <vector>

#include "engine/graph/op.h"

namespace ng {

struct ConvertedComputation {
  Op computation;             // with the results and parameters of the original, in order
  std::vector<Value> values;  // what became of the requested values, in order
};

// The same computation with every float value of the type `precision`: placeholders, variables,
// constants, results of ops and of the steps of scans. Initial values and constants are rounded to
// it; integers and bool keep their type. Derivatives are expanded first, so that the ops of
// gradients have the type too. Ops keep their ids. `values` are values of the computation.
ConvertedComputation in_precision(const Op& computation, const std::vector<Value>& values,
                                  DType precision);

// The coarsest of `precision` and the float types of the computation: that with the largest
// epsilon. Throws a value Error for a computation without float values.
DType coarsest_type(const Op& computation, DType precision);

}  // namespace ng
