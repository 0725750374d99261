// SPDX-License-Identifier: Apache-2.0
// A hand-written document and compilation: a small logistic regression with passes, two fused
// kernels, buffers and diagnostics, for developing and testing views.
#pragma once

#include "engine/base/op_id.h"
#include "engine/records/records.h"

namespace ng::testing {

// Ids of ops used in tests.
inline constexpr OpId id_x = 1, id_y = 2, id_alpha = 3, id_w = 4, id_b = 5, id_dot = 6, id_add = 7,
                      id_sigmoid = 8, id_loss = 20, id_deriv_w = 21, id_deriv_b = 22,
                      id_assign_w = 25, id_grad_w = 32, id_grad_b = 33, id_k0 = 40, id_k1 = 41;

DocumentRecordPtr sample_document();
CompilationRecordPtr sample_compilation();

}  // namespace ng::testing
