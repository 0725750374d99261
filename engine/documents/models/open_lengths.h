// SPDX-License-Identifier: Apache-2.0
// The lengths that arrays give to the dimensions which a model's file leaves open.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"

namespace ng {

// Lengths of the open dimensions, by symbol ("batch"), or by input and position ("x_dim0").
using OpenLengths = std::map<std::string, std::int64_t>;

// Inputs that callers give, in the model: initializers of old files are listed among its inputs,
// too.
std::vector<const onnx::ValueInfo*> given_inputs(const onnx::Model& model);

// The lengths that inputs of these shapes give, among those of a model. Inputs without a shape are
// ignored. Throws a key Error for a name that is no input, and a value Error that names the inputs
// if a dimension gets two lengths, or another than that in the file, or an input has another rank.
OpenLengths lengths_of(const std::vector<const onnx::ValueInfo*>& given,
                       const std::map<std::string, Shape>& shapes);

}  // namespace ng
