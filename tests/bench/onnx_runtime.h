// SPDX-License-Identifier: Apache-2.0
// A session of one model in ONNX Runtime.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/analysis/compare/onnxruntime/onnxruntime_api.h"
#include "tests/bench/onnx_model.h"

namespace ng::bench {

// The library in PyPI's package; empty if the folder has none.
std::string onnx_runtime_library(const std::string& folder);

class OnnxRuntime {
 public:
  // Loads the model on this many threads and binds arguments and result once. Throws
  // std::runtime_error when the library or the model does not load.
  OnnxRuntime(const std::string& library, OnnxModel model, int threads = 1);
  ~OnnxRuntime();
  OnnxRuntime(const OnnxRuntime&) = delete;
  OnnxRuntime& operator=(const OnnxRuntime&) = delete;

  const std::string& version() const { return api_.version; }
  void run();
  // The result's elements after a run at the positions of Prepared::sampled.
  std::vector<double> sampled(int count);
  // The value of a model of a scalar.
  double value_of(float x);

 private:
  using Handle = OnnxRuntimeHandle;
  struct Handles;
  void check(void* status) const;
  Handle bound(Tensor& tensor) const;

  OnnxModel model_;
  OnnxRuntimeApi api_;
  std::unique_ptr<Handles> handles_;
  std::vector<const void*> in_;
  void* out_ = nullptr;
};

}  // namespace ng::bench
