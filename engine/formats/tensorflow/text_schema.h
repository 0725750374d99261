// SPDX-License-Identifier: Apache-2.0
// The messages of TensorFlow's .proto files that are read from text: their fields by name.
#pragma once

#include <string_view>

#include "engine/formats/tensorflow/tensorflow_model.h"

namespace ng::tensorflow {

enum class FieldType { integer, boolean, f32, f64, text, data_type, message };

struct MessageSchema;

struct FieldSchema {
  std::string_view name;
  int number = 0;
  FieldType type = FieldType::integer;
  const MessageSchema* (*message)() = nullptr;
};

struct MessageSchema {
  const FieldSchema* fields = nullptr;
  std::size_t count = 0;

  const FieldSchema* find(std::string_view name) const;  // null: a field that is not read
};

const MessageSchema& schema_of(ModelKind kind);

}  // namespace ng::tensorflow
