// SPDX-License-Identifier: Apache-2.0
// A TensorFlow Lite model as plain structs. Field names follow TensorFlow's schema.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/input_file.h"
#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/tensors/stored_type.h"

namespace ng::tflite {

// value = scale × (stored - zero point), for the whole tensor or along one dimension.
struct Quantization {
  std::vector<double> scale;  // empty: the tensor is not quantised
  std::vector<std::int64_t> zero_point;
  std::int64_t dimension = 0;
};

struct Tensor {
  std::string name;
  StoredType type = DType::f32;
  Shape shape;                          // -1: open
  std::uint64_t offset = 0, bytes = 0;  // of constants in the file; 0 bytes: computed
  std::string fault;                    // why it cannot be read; empty: it can
  Quantization quantization;
  bool kept = false;  // between calls of the interpreter, from zero on

  bool is_constant() const { return bytes > 0; }
};

struct Operator {
  std::string name;                           // "CONV_2D", or the code of a custom op
  bool known = true;                          // else a custom op, or of a newer schema
  std::vector<std::int64_t> inputs, outputs;  // tensors; -1: an absent optional input
  std::vector<onnx::Attribute> options;       // under the names of the ops of TensorFlow
  std::uint64_t file_offset = 0;

  // Null: absent.
  const onnx::Attribute* find(std::string_view option) const {
    return onnx::find_attribute(options, option);
  }
};

struct Graph {
  std::string name;
  std::vector<Tensor> tensors;
  std::vector<std::int64_t> inputs, outputs;
  std::vector<Operator> operators;
};

// Names of the inputs and outputs of the main graph.
struct Signature {
  std::string key;
  std::vector<std::pair<std::string, std::int64_t>> inputs, outputs;
};

struct Model {
  std::string path, description;
  std::vector<Graph> graphs;  // at least one; the first is the main one
  std::vector<Signature> signatures;
  std::shared_ptr<const InputFile> file;  // null: read from memory
};

}  // namespace ng::tflite
