// SPDX-License-Identifier: Apache-2.0
// Who nets and large arrays are measured against, each in a process of its own: PyTorch, jax,
// NumPy, ONNX Runtime and oneDNN.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/bench/measure.h"
#include "tests/bench/peer.h"
#include "tests/bench/report.h"

namespace ng::bench {

class FullPeers {
 public:
  // `folder`: a virtual environment with ONNX Runtime and jax; empty: oneDNN alone. Those that
  // cannot be had are listed in the report.
  FullPeers(const std::string& folder, int threads, Report& report);

  // Those that know the case. Each has computed `values` (std::runtime_error when one computes
  // something else).
  std::vector<Contender> contenders(const std::string& name, const std::vector<double>& values);

 private:
  std::vector<std::unique_ptr<Peer>> peers_;
};

}  // namespace ng::bench
