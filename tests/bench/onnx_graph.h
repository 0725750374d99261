// SPDX-License-Identifier: Apache-2.0
// Builds and serializes an ONNX model. Tensors are float32 where no type is given.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/ngraph.h"

namespace ng::bench {

// TensorProto.DataType of float32, float16, int32, int8 or uint8.
int onnx_type(DType dtype);

// An attribute of a node: serialized AttributeProto.
struct OnnxAttribute {
  OnnxAttribute(const std::string& name, float value);
  OnnxAttribute(const std::string& name, const char* value);
  OnnxAttribute(const std::string& name, std::int64_t value);
  OnnxAttribute(const std::string& name, const std::vector<std::int64_t>& values);
  std::string bytes;
};

class OnnxGraph {
 public:
  void input(const std::string& name, const Shape& shape, DType dtype = DType::f32);
  void output(const std::string& name, const Shape& shape, DType dtype = DType::f32);
  void constant(const std::string& name, const Tensor& value);
  void constant(const std::string& name, float value);
  // A constant in another file of the model's folder, from byte `offset`.
  void external(const std::string& name, const Shape& shape, const std::string& file,
                std::uint64_t offset);
  // A constant of zeros but for the elements `values` at `places`: positions in row-major order, or
  // rows of one index per axis.
  void sparse(const std::string& name, const Shape& shape, const Tensor& values,
              const Tensor& places);
  void node(const std::string& type, const std::vector<std::string>& inputs,
            const std::string& output, const std::vector<OnnxAttribute>& attributes = {},
            const std::vector<std::string>& more_outputs = {});

  // The serialized ModelProto.
  std::string model() const;

 private:
  std::string nodes_, constants_, inputs_, outputs_;
};

}  // namespace ng::bench
