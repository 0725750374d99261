// SPDX-License-Identifier: Apache-2.0
// ONNX models of image classifiers as exporters write them, with images of 3 x 224 x 224.
#pragma once

#include <vector>

#include "tests/bench/onnx_model.h"

namespace ng::bench {

const std::vector<NamedModel>& image_models();

}  // namespace ng::bench
