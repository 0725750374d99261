// SPDX-License-Identifier: Apache-2.0
// Table of the API names used by cases, each with the engine's function.
#pragma once

#include <span>

#include "tests/reference_cases/case_arguments.h"

namespace ng::cases {

struct CaseOp {
  std::string_view name;
  Built (*build)(const Arguments&);
};
std::span<const CaseOp> neural_rows();  // convolution, pooling, look-ups, ctc
std::span<const CaseOp> view_rows();    // parts of tensors, reshapes, scratch
std::span<const CaseOp> neon_rows();    // layers, activations, optimizers, and calls of them

// Throws MissingOp for a name that is not in the table.
Built build_node(const CaseScope& scope, const CaseNode& node);

}  // namespace ng::cases
