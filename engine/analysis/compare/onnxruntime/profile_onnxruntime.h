// SPDX-License-Identifier: Apache-2.0
// Measures an ONNX model in ONNX Runtime, by its own profile.
#pragma once

#include <string>
#include <vector>

#include "engine/base/tensor.h"

namespace ng {

// Of the nodes of one type, as ONNX Runtime has fused them.
struct OnnxRuntimeTime {
  std::string type;         // "Conv"
  double microseconds = 0;  // of a call, the median
  int nodes = 0;
};

struct OnnxRuntimeProfile {
  std::string version;
  int calls = 0;                       // measured
  std::vector<double> whole_calls;     // µs, by the host's clock, in calls that write no profile
  std::vector<OnnxRuntimeTime> types;  // the longest first
};

// `inputs` as for run_onnxruntime. One more call comes first in each of the two measurements. With
// all of ONNX Runtime's optimizations, on this many threads. Throws as run_onnxruntime does.
OnnxRuntimeProfile profile_onnxruntime(const std::string& path, const std::vector<Tensor>& inputs,
                                       int calls, int threads);

}  // namespace ng
