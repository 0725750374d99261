// SPDX-License-Identifier: Apache-2.0
// Runs one call of a computation as written and in another precision, on the same transformer, and
// compares the values op by op.
#pragma once

#include "engine/analysis/compare/compare_transformers.h"

namespace ng {

// Compares a call of request.computation on request.left with the same call in which every float
// value has the type `precision` (in_precision.h); request.right is not used. Both start with the
// same arguments and state, in the types of the computation.
//
// An op agrees if the difference is within rtol times |r| and the largest |r|: there is no further
// allowance for rounding, since that is what is compared. OpDifference::own is measured on the
// finer side, with the operands' values of the coarser one. `results` come from the fused programs.
// If cancelled after both sides of the ops are known, returns a record that is not complete; if
// cancelled earlier, throws the Error. Throws a value Error for a computation without float values.
ComparisonRecord compare_precisions(const CompareRequest& request, DType precision);

// Multiple of the coarsest type's epsilon that is the default tolerance.
inline constexpr int precision_tolerance = 8;

}  // namespace ng
