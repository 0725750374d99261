// SPDX-License-Identifier: Apache-2.0
// Runs an ONNX model in ONNX Runtime, on the CPU, and returns all its values.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/base/note.h"
#include "engine/base/tensor.h"

namespace ng {

struct OnnxRuntimeRun {
  std::string version;                   // of ONNX Runtime
  std::map<std::string, Tensor> values;  // results of the main graph's nodes, by name
  Notes notes;                           // results that are no tensors of the engine's types
};

// `inputs` are in the order of the model's inputs that have no initializer, in their own shapes and
// dtypes. The graph runs as it is in the file, without ONNX Runtime's optimizations. Throws an
// unavailable Error without the library, bad_file Errors for a file that is no ONNX model, and a
// runtime Error with ONNX Runtime's message if it refuses the model or the run fails.
OnnxRuntimeRun run_onnxruntime(const std::string& path, const std::vector<Tensor>& inputs);

// The bytes of a ModelProto that also returns the values of these names.
std::string with_outputs(std::string model, const std::vector<std::string>& names);

}  // namespace ng
