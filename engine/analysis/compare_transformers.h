// SPDX-License-Identifier: Apache-2.0
// Runs one call of a computation on two transformers, with the same arguments and state, and
// compares the values op by op.
#pragma once

#include <utility>
#include <vector>

#include "engine/analysis/tensor_difference.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"

namespace ng {

struct CompareRequest {
  Op computation;
  std::string left = default_transformer(), right = oracle_transformer();
  double rtol = 1e-5;
  CompileOptions options;  // for both sides; progress reports the comparison and may cancel it
  std::vector<Tensor> arguments;
  std::vector<std::pair<std::uint64_t, Tensor>> state;  // by storage; others have initial values
  std::int64_t iteration = 1;
};

// The tolerance of an op is rtol times |r| and the largest |r|, plus eight times its rounding
// error: the largest difference between the reference transformer in the ops' own dtypes and in
// double. With rtol = 0 values must be bit-identical.
// `ops` lists all user ops with a value; each is stored, which prevents fusion across them.
// `results` come from the unmodified, fused programs. If cancelled after both sides of the ops are
// known, returns a record that is not complete (rounding may be ignored); if cancelled earlier,
// throws the Error.
ComparisonRecord compare_transformers(const CompareRequest& request);

}  // namespace ng
