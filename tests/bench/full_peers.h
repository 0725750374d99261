// SPDX-License-Identifier: Apache-2.0
// Who nets and large arrays are measured against: PyTorch, NumPy and jax in processes of their own,
// ONNX Runtime in this one.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/measure.h"
#include "tests/bench/onnx_runtime.h"
#include "tests/bench/python_peer.h"
#include "tests/bench/report.h"

namespace ng::bench {

class FullPeers {
 public:
  // `folder`: a virtual environment with ONNX Runtime and jax; empty: no peers at all. Those that
  // cannot be had are listed in the report.
  FullPeers(const std::string& folder, int threads, Report& report);

  // Those that know the case; ONNX Runtime where there is a model. Each has computed `values`
  // (std::runtime_error when one computes something else). They stay until the next call.
  std::vector<Contender> contenders(const std::string& name,
                                    const std::function<OnnxModel()>& model,
                                    const std::vector<double>& values);

 private:
  int threads_;
  std::string onnx_runtime_;  // its library; empty: left out
  std::vector<std::unique_ptr<PythonPeer>> python_;
  std::unique_ptr<OnnxRuntime> session_;
};

}  // namespace ng::bench
