// SPDX-License-Identifier: Apache-2.0
// Times of the same model in another program.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace ng {

// A node of the model, as the other program has fused it.
struct PeerNode {
  std::string name, type;   // "conv1", "Conv"
  double microseconds = 0;  // of a call, the median
  std::vector<std::string> nodes =
      {};  // of the model's file that it computes (model_node.h); empty: unknown
};

struct PeerRecord {
  std::string program, version;    // "ONNX Runtime", "1.32.0"
  int calls = 0;                   // measured
  int threads = 0;                 // 0: the program chooses
  std::vector<double> call_times;  // µs, by the host's clock, in calls that write no profile
  std::vector<PeerNode> nodes;     // in the order of a call
};
using PeerRecordPtr = std::shared_ptr<const PeerRecord>;

}  // namespace ng
