// SPDX-License-Identifier: Apache-2.0
// What ONNX Runtime computes for rows of the bench: the computations of arrays.h and networks.h,
// over the same numbers.
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
  bool transposed = false;  // the result has (columns, rows) where ours has (rows, columns)
};

OnnxModel onnx_x_plus_one();
// By the names that peers have for the cases; the scalars' is not among them.
std::map<std::string, std::function<OnnxModel()>> onnx_models();

}  // namespace ng::bench
