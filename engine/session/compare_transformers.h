// SPDX-License-Identifier: Apache-2.0
// One call of a computation on two transformers, with the same arguments and state, and how far
// values are apart, op by op.
#pragma once

#include <utility>
#include <vector>

#include "engine/session/tensor_difference.h"
#include "engine/session/transformer.h"

namespace ng {

struct CompareRequest {
  Op computation;
  std::string left = "cpu", right = "reference";
  double rtol = 1e-5;
  CompileOptions options;  // of both; its progress is told of this, and may cancel it
  std::vector<Tensor> arguments;
  std::vector<std::pair<std::uint64_t, Tensor>> state;  // by storage; others: initial values
  std::int64_t iteration = 1;
};

// What counts as agreeing is rtol times |r| and the largest |r|, and eight times what rounding
// alone does to the op: the largest difference between the reference transformer in the ops' own
// dtypes and in double. A tolerance of 0 asks for the same bits.
// `ops` are all of the user's that have a value; each is stored, so kernels end there. `results`
// are those of the programs as they are: kernels fused. Cancelled when both sides of the ops are known,
// it gives what it has (not complete; what rounding does may be left out); before that, the Error.
ComparisonRecord compare_transformers(const CompareRequest& request);

// The program's storage takes these values; what it does not have is passed over.
void set_state(Transformer& transformer,
               const std::vector<std::pair<std::uint64_t, Tensor>>& state);

}  // namespace ng
