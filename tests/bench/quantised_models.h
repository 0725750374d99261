// SPDX-License-Identifier: Apache-2.0
// Convolutional ONNX models of 8-bit integers as onnxruntime.quantization writes them.
#pragma once

#include <vector>

#include "tests/bench/image_models.h"

namespace ng::bench {

const std::vector<ImageModel>& quantised_models();

}  // namespace ng::bench
