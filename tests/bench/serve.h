// SPDX-License-Identifier: Apache-2.0
// The child's side of peers that are libraries of C: this program, started a second time. In the
// process that is measured their threads would take processors from ours even when they wait.
#pragma once

#include <string>

namespace ng::bench {

inline constexpr const char* kServeOnnxRuntime = "onnx_runtime";
inline constexpr const char* kServeOneDnn = "onednn";

// Answers as peers/peer.py's serve_lazily does, on as many threads as OMP_NUM_THREADS says, until
// there are no more questions. `folder` is where ONNX Runtime is.
void serve(const std::string& who, const std::string& folder);

}  // namespace ng::bench
