// SPDX-License-Identifier: Apache-2.0
// `--right onnxruntime` of the commands that compare with ONNX Runtime.
#pragma once

#include "app/cli/arguments.h"

namespace ng::cli {

inline constexpr const char* onnxruntimeName = "onnxruntime";

// Throws UsageError unless the operand is an ONNX model.
void requireOnnxModel(const Arguments& arguments);

}  // namespace ng::cli
