// SPDX-License-Identifier: Apache-2.0
// Convolutional ONNX models of 8-bit integers as onnxruntime.quantization writes them.
#pragma once

#include <vector>

#include "tests/bench/onnx_model.h"

namespace ng::bench {

// Of results after many layers, some of whose bytes differ by one step.
constexpr double quantised_tolerance = 0.1;

const std::vector<NamedModel>& quantised_models();

}  // namespace ng::bench
