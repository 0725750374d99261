// SPDX-License-Identifier: Apache-2.0
// Arrays as JSON, without loss of precision.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/base/number.h"
#include "engine/formats/documents/tensor_model.h"
#include "engine/parsing/json_field.h"

namespace ng {

// Larger arrays are stored in a file.
constexpr std::int64_t most_inline_elements = 64;

// {"tensor": "float32", "shape": [2], "values": [1.0, "nan"]}, or "file" and "name" instead of
// values.
nlohmann::ordered_json tensor_json(const TensorModel& model);
TensorModel read_tensor_json(const JsonField& field);

// "nan", "inf" and "-inf" are texts; integers of up to 64 bits have all digits.
nlohmann::ordered_json number_json(double value);
nlohmann::ordered_json number_json(const Number& value);
Number read_number_json(const JsonField& field);

}  // namespace ng
