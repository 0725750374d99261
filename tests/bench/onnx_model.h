// SPDX-License-Identifier: Apache-2.0
// The smallest ONNX model: y = x + 1, all scalars of float32.
#pragma once

#include <string>

namespace ng::bench {

// The bytes of a ModelProto with input "x" and output "y".
std::string onnx_x_plus_one();

}  // namespace ng::bench
