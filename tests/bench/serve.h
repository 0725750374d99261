// SPDX-License-Identifier: Apache-2.0
// The child's side of peers that are C libraries: this program, started a second time. In the
// measured process their threads would occupy our processors even while they wait.
#pragma once

#include <string>

namespace ng::bench {

inline constexpr const char* kServeOnnxRuntime = "onnx_runtime";
inline constexpr const char* kServeOneDnn = "onednn";

// Answers requests as serve_lazily in peers/peer.py does, on OMP_NUM_THREADS threads, until the
// input ends. `folder` contains ONNX Runtime.
void serve(const std::string& who, const std::string& folder);

}  // namespace ng::bench
