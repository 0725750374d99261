// SPDX-License-Identifier: Apache-2.0
// ONNX Runtime: a session of one model.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/onnx_api.h"
#include "tests/bench/onnx_model.h"

namespace ng::bench {

// The library inside PyPI's package; empty when there is none in the folder.
std::string onnx_runtime_library(const std::string& folder);

class OnnxRuntime {
 public:
  // The model on so many threads, arguments and result in memory bound once. Throws
  // std::runtime_error when the library or the model does not load.
  OnnxRuntime(const std::string& library, OnnxModel model, int threads = 1);
  ~OnnxRuntime();
  OnnxRuntime(const OnnxRuntime&) = delete;
  OnnxRuntime& operator=(const OnnxRuntime&) = delete;

  const std::string& version() const { return api_.version; }
  void run();
  // Elements of the result after a run: those of Prepared::sampled.
  std::vector<double> sampled(int count);
  // The model's only number, for models of scalars.
  double value_of(float x);

 private:
  struct Release {
    void (*release)(void*) = nullptr;
    void operator()(void* object) const { release(object); }
  };
  using Handle = std::unique_ptr<void, Release>;
  struct Handles;
  void check(void* status) const;
  Handle bound(Tensor& tensor) const;

  OnnxModel model_;
  OnnxApi api_;
  std::unique_ptr<Handles> handles_;
  std::vector<const void*> in_;
  void* out_ = nullptr;
};

}  // namespace ng::bench
