// SPDX-License-Identifier: Apache-2.0
// Reads the messages of onnx.proto that describe tensors and types.
#pragma once

#include <map>
#include <utility>

#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/proto_fields.h"

namespace ng {

class OnnxTensors : public ProtoFields {
 public:
  using ProtoFields::ProtoFields;

  onnx::Tensor read_tensor(pbf_reader& outer, const char* field_name);
  // A SparseTensorProto, which has the name of its values.
  onnx::Tensor read_sparse_tensor(pbf_reader& outer, const char* field_name);
  onnx::ValueInfo read_value(pbf_reader& outer, const char* field_name);
  // A StringStringEntryProto.
  std::pair<std::string, std::string> read_pair(pbf_reader& outer, const char* field_name);

 private:
  onnx::ElementType element_type(std::int64_t type);
  void check_shape(const onnx::Tensor& tensor);
  onnx::ExternalData external_of(const onnx::Tensor& tensor,
                                 const std::map<std::string, std::string>& entries);
  void read_type(pbf_reader& message, onnx::ValueInfo& value);
  std::vector<onnx::Dimension> read_dims(pbf_reader& message);
};

}  // namespace ng
