// SPDX-License-Identifier: Apache-2.0
// Peers for networks and large arrays, each in its own process: PyTorch, jax, NumPy, ONNX Runtime
// and oneDNN.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/bench/measure.h"
#include "tests/bench/peer.h"
#include "tests/bench/report.h"

namespace ng::bench {

enum class Hardware { cpu, gpu };

class FullPeers {
 public:
  // `folder`: a virtual environment with ONNX Runtime and jax; empty: only oneDNN. On the GPU:
  // PyTorch and jax. Unavailable peers, and those that end early, are listed in the report.
  FullPeers(const std::string& folder, Hardware where, int threads, Report& report);

  // The peers that have this case. Throws std::runtime_error when one of them computes other values
  // than `values` (see require_equal).
  std::vector<Contender> contenders(const std::string& name, const std::vector<double>& values,
                                    double tolerance = 1e-3);

 private:
  Report& report_;
  std::vector<std::unique_ptr<Peer>> peers_;
};

}  // namespace ng::bench
