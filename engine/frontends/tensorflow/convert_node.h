// SPDX-License-Identifier: Apache-2.0
// Turns attributes and tensors of TensorFlow into those of the ONNX importer.
#pragma once

#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/tensorflow/tensorflow_model.h"

namespace ng::tensorflow {

onnx::ElementType element_type(DataType type);

// Larger constants of one repeated value stay a value and a shape.
inline constexpr std::int64_t most_repeated = 65536;
// Of a model whose layers have states from call to call.
inline constexpr const char* states_note =
    "the model keeps states between calls; here each run starts them at zero";

onnx::Tensor tensor_of(const TensorProto& tensor);
onnx::Tensor tensor_of(const ng::Tensor& tensor);

onnx::Attribute tensor_attribute(std::string name, onnx::Tensor tensor);
onnx::Attribute integer_attribute(std::string name, std::int64_t value);

// All attributes but those of the runtime, whose names begin with '_'. A constant gets "value" and
// `weight`, or "splat" and "shape".
std::vector<onnx::Attribute> attributes_of(const NodeDef& node, bool weight);

}  // namespace ng::tensorflow
