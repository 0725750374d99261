// SPDX-License-Identifier: Apache-2.0
// The product of two tensors by NumPy's rules of matmul.
#pragma once

#include "engine/frontends/onnx/node_context.h"

namespace ng::onnx {

// Leading dimensions broadcast. The result has the current result type.
Op matmul(NodeContext& n, Op x, Op y);

}  // namespace ng::onnx
