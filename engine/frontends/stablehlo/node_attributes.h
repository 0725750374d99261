// SPDX-License-Identifier: Apache-2.0
// Turns attributes, types and constants of StableHLO into those of the ONNX importer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/stablehlo/stablehlo_module.h"

namespace ng::stablehlo {

// Also of types that the engine lacks, whose values are shown and not computed with.
onnx::ElementType element_type(const Type& type);
// Open lengths are without length and symbol.
onnx::ValueInfo value_info(const std::string& name, const Type& type);

// Of the attributes that rows read: numbers, words, and lists of integers in row-major order. The
// entries of a dictionary are attributes of their own. The type of the first result is
// "result_type" and "result_shape", with -1 for an open length.
std::vector<onnx::Attribute> attributes_of(const Operation& op);
// "value", or "splat" and "shape".
std::vector<onnx::Attribute> attributes_of(const Elements& elements, bool weight);

// "p/dense/kernel" of "p['dense']['kernel']", "/0" of "[0]".
std::string as_path(const std::string& text);
// The name of a result: "result", "result_1", "result_0/dense/kernel" of
// "result[0]['dense']['kernel']". `number`: its place among several results, if the text names
// none.
std::string result_name(const std::string& text, std::optional<std::size_t> number);

}  // namespace ng::stablehlo
