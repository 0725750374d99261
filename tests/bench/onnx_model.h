// SPDX-License-Identifier: Apache-2.0
// ONNX models for rows of the bench: the computations of arrays.h and networks.h, over the same
// values.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/ngraph.h"

namespace ng::bench {

// A model with its arguments, named "x" and "x2", and its result, named "y".
struct OnnxModel {
  std::string bytes;  // ModelProto
  std::vector<Tensor> arguments;
  Tensor result;
  bool transposed = false;  // the result is (columns, rows) where ours is (rows, columns)
};

struct NamedModel {
  std::string name, peers_case;  // "ResNet-18, batch 1", "resnet_18_1"
  std::function<OnnxModel()> make;
};

class OnnxGraph;

// Declares the arguments and the result "y" of a graph whose nodes are complete.
OnnxModel finished(OnnxGraph& graph, std::vector<Tensor> arguments, const Shape& result,
                   DType dtype = DType::f32);

OnnxModel onnx_x_plus_one();
// Models by the peers' case names; the scalar case is not included.
std::map<std::string, std::function<OnnxModel()>> onnx_models();

}  // namespace ng::bench
