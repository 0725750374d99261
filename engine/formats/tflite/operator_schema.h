// SPDX-License-Identifier: Apache-2.0
// The operators of TensorFlow Lite: their numbers and the fields of their options.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/tflite/flat_table.h"

namespace ng::tflite {

enum class FieldKind { byte, integer, number, boolean, integers, padding, activation, mode, text };

struct OptionField {
  int slot = 0;
  std::string_view name;  // of the attribute
  FieldKind kind = FieldKind::integer;
  std::int64_t otherwise = 0;  // the schema's default
};

struct OperatorSchema {
  int code = 0;
  std::string_view name;
  std::span<const OptionField> options = {};
};

// Null for custom operators, and those of later versions of the schema.
const OperatorSchema* schema_of(int code);

// Enumerations become texts: "SAME", "RELU6".
std::vector<onnx::Attribute> options_of(const OperatorSchema& schema, const FlatTable& options);

}  // namespace ng::tflite
