// SPDX-License-Identifier: Apache-2.0
// Runs one call of a computation on two transformers, with the same arguments and state, and
// compares the values op by op; or on one transformer, and compares with values from elsewhere.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/compare/tensor_difference.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"

namespace ng {

struct CompareRequest {
  Op computation;
  std::string left = default_transformer(), right = oracle_transformer();
  double rtol = 1e-5;
  std::size_t elements = 0;  // of each op, how many that differ the record lists
  CompileOptions options;    // for both sides; progress reports the comparison and may cancel it
  std::vector<Tensor> arguments;
  std::vector<std::pair<std::uint64_t, Tensor>> state;  // by storage; others have initial values
  std::int64_t iteration = 1;
};

// The value of an op, computed elsewhere: in the op's dtype, or any float dtype for an op of
// floats, with its axes in order.
struct GivenValue {
  Op op;  // computed by the computation, or one of its variables
  Tensor value;
  std::string array;  // name of the value where it comes from
};

// The tolerance of an op is rtol times |r| and the largest |r|, plus eight times its rounding
// error: the largest difference between the reference transformer in the ops' own dtypes and in
// double. With rtol = 0 values must be bit-identical.
// `ops` lists all user ops with a value; each is stored, which prevents fusion across them.
// `results` come from the unmodified, fused programs. If cancelled after both sides of the ops are
// known, returns a record that is not complete (rounding may be ignored); if cancelled earlier,
// throws the Error.
ComparisonRecord compare_transformers(const CompareRequest& request);

struct ValueComparison {
  ComparisonRecord record;
  // The ops to look at for the cause of the first divergence: its op and, of those that it is
  // computed from, all that no value is given for and that are reached through such ops only,
  // operands first, without variables, constants and parameters. Empty: all agree.
  std::vector<Op> suspects;
};

// Compares the values of request.left, before the call for variables, with the given ones, each of
// another op, in the order of computation. request.right says where these come from. The tolerance
// is the same; there are no `results`. Throws a value Error for a shape or dtype that differs from
// the op's, a key Error for an op that it does not compute.
ValueComparison compare_values(const CompareRequest& request, std::vector<GivenValue> given);

}  // namespace ng
