// SPDX-License-Identifier: Apache-2.0
// A model in ONNX Runtime, on the CPU.
#pragma once

#include <string>
#include <vector>

#include "engine/analysis/compare/onnxruntime/onnxruntime_api.h"
#include "engine/base/tensor.h"
#include "engine/formats/onnx/onnx_model.h"

namespace ng {

struct OnnxRuntimeOptions {
  int optimization = 0;      // 0: the graph runs as it is; 99: all of ONNX Runtime's optimizations
  int threads = 0;           // 0: ONNX Runtime chooses
  std::string profile = {};  // prefix of the file of times that it writes; empty: none
};

// Each function throws a runtime Error with ONNX Runtime's message if it fails.
class OnnxRuntimeSession {
 public:
  // `model` has the bytes of a ModelProto; external data are in the folder of `path`. Throws an
  // unavailable Error without the library.
  OnnxRuntimeSession(const std::string& path, const std::string& model,
                     const OnnxRuntimeOptions& options = {});

  // `inputs` outlive the call.
  std::vector<OnnxRuntimeHandle> run(const std::vector<std::string>& names,
                                     const std::vector<Tensor>& inputs,
                                     const std::vector<std::string>& results);

  // Throws a value Error for what is no tensor of the engine's types.
  Tensor tensor(void* value) const;

  const std::string& version() const { return api_.version; }

 private:
  void check(void* status) const;
  OnnxRuntimeHandle bound(const Tensor& tensor) const;

  std::string path_;
  OnnxRuntimeApi api_;
  // Destroyed in reverse order.
  OnnxRuntimeHandle environment_, options_, memory_, session_;
};

// Inputs without an initializer.
std::vector<std::string> input_names(const onnx::Graph& graph);
// The bytes of a file. Throws the errors of InputFile.
std::string bytes_of(const std::string& path);

}  // namespace ng
