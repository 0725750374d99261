// SPDX-License-Identifier: Apache-2.0
// The configuration of a layer as attributes of a node.
#pragma once

#include <string>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"
#include "engine/parsing/json_field.h"

namespace ng::keras {

// Adds the members of an object; those of nested objects are named with dots, null is absent, and
// lists of lists become one list. What only training reads is left out: initializers, regularizers,
// constraints.
void add_attributes(const JsonField& object, const std::string& prefix,
                    std::vector<onnx::Attribute>& all);
// Adds one value under a name.
void add_attribute(const JsonField& value, const std::string& name,
                   std::vector<onnx::Attribute>& all);

onnx::Attribute texts_attribute(std::string name, std::vector<std::string> values);

// The value of a member that is a text; empty for any other.
std::string text_of(const JsonField& object, std::string_view key);

// As Keras names layers in files: "Conv2DTranspose" is "conv2d_transpose".
std::string snake_case(const std::string& class_name);

}  // namespace ng::keras
