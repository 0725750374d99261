// SPDX-License-Identifier: Apache-2.0
// The stack traces that PyTorch's exporters keep with each node.
#pragma once

#include <string>
#include <string_view>

#include "engine/formats/onnx/onnx_model.h"

namespace ng::onnx {

// Key of a node's metadata in ONNX models of torch.onnx.
inline constexpr std::string_view stack_trace_key = "pkg.torch.onnx.stack_trace";

// The innermost line that is not of PyTorch itself, of a trace with lines such as
// `File "net.py", line 9, in forward`. Line 0 if there is none.
SourceLine user_line(const std::string& trace);

}  // namespace ng::onnx
