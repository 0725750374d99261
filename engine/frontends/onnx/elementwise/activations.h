// SPDX-License-Identifier: Apache-2.0
// Activations that nodes of their own and recurrent layers share.
#pragma once

#include "engine/graph/op.h"

namespace ng::onnx {

// Finite where e^x is not.
Op softplus(const Op& x);
Op softsign(const Op& x);
Op leaky_relu(const Op& x, double alpha);
Op elu(const Op& x, double alpha);
Op hard_sigmoid(const Op& x, double alpha, double beta);
Op thresholded_relu(const Op& x, double alpha);

}  // namespace ng::onnx
