// SPDX-License-Identifier: Apache-2.0
// Runs an ONNX model on recorded inputs and compares its outputs with the recorded ones.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/tensors/tensor_file.h"

namespace ng {

struct ModelOutcome {
  enum class Kind { equal, refused, different } kind = Kind::equal;
  std::string text;                 // why it was refused, or the first difference
  std::size_t constant_inputs = 0;  // that were made constants, because shapes depend on them
  std::vector<std::optional<Tensor>> values = {};  // of the run
};

// `path` without suffix: PATH.onnx, and PATH.npz with arrays "in.NAME" and "out.NAME". Open
// dimensions get the lengths of the recorded inputs. If shapes depend on inputs, these become
// constants. Refused: an op of the model cannot run.
ModelOutcome check_model(const std::string& path, const std::string& transformer, double tolerance);

// The same for the document of the file `path`, whose inputs and outputs `model` declares.
ModelOutcome check_document(const std::string& path, const onnx::Model& model,
                            const TensorFile& arrays, const std::string& transformer,
                            double tolerance);

}  // namespace ng
