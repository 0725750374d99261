// SPDX-License-Identifier: Apache-2.0
// Reads the messages of TensorFlow that describe tensors, shapes and attributes.
#pragma once

#include <string>

#include "engine/formats/proto_fields.h"
#include "engine/formats/tensorflow/tensorflow_model.h"

namespace ng {

class TensorflowTensors : public ProtoFields {
 public:
  using ProtoFields::ProtoFields;

  tensorflow::TensorProto read_tensor(pbf_reader& outer, const char* field_name);
  tensorflow::PartialShape read_shape(pbf_reader& outer, const char* field_name);
  tensorflow::AttrValue read_attr(pbf_reader& outer);
  tensorflow::DataType read_type(pbf_reader& message, const char* field);

 private:
  tensorflow::DataType checked_type(std::int64_t type);
  void read_list(pbf_reader& outer, tensorflow::AttrValue& value);
  // The name of a NameAttrList; the attributes of the function are not used.
  std::string read_function(pbf_reader& outer);
  void check_elements(tensorflow::TensorProto& tensor);
};

}  // namespace ng
