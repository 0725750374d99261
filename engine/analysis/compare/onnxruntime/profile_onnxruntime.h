// SPDX-License-Identifier: Apache-2.0
// Measures an ONNX model in ONNX Runtime, by its own profile.
#pragma once

#include <string>
#include <vector>

#include "engine/base/tensor.h"
#include "engine/records/peer_record.h"

namespace ng {

// A node or a whole call, as ONNX Runtime writes it into its profile.
struct OnnxRuntimeEvent {
  std::string name, type;              // of the node; empty: a whole call
  double begin = 0, microseconds = 0;  // begin: since the session was made
};

struct OnnxRuntimeProfile {
  PeerRecord record;
  std::vector<OnnxRuntimeEvent> events;  // of the measured calls
};

// `inputs` as for run_onnxruntime. One more call comes first in each of the two measurements. With
// all of ONNX Runtime's optimizations, on this many threads. Throws as run_onnxruntime does.
OnnxRuntimeProfile profile_onnxruntime(const std::string& path, const std::vector<Tensor>& inputs,
                                       int calls, int threads);

// The events of a profile's JSON text that are nodes and calls. Throws a bad_file Error for other
// text.
std::vector<OnnxRuntimeEvent> onnxruntime_events(const std::string& text);
// The nodes within the calls, with the median of their times in a call.
std::vector<PeerNode> node_times(const std::vector<OnnxRuntimeEvent>& events);

}  // namespace ng
