// SPDX-License-Identifier: Apache-2.0
// ONNX models of image classifiers as exporters write them, with images of 3 x 224 x 224.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/bench/onnx_model.h"

namespace ng::bench {

struct ImageModel {
  std::string name, peers_case;  // "ResNet-18, batch 1", "resnet_18_1"
  std::function<OnnxModel()> make;
};

const std::vector<ImageModel>& image_models();

}  // namespace ng::bench
