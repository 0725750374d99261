// SPDX-License-Identifier: Apache-2.0
// What ONNX Runtime computes for rows of the bench: the computations of arrays.h and networks.h,
// over the same numbers.
#pragma once

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
OnnxModel onnx_chain(std::int64_t elements);
OnnxModel onnx_softmax_rows(std::int64_t rows, std::int64_t columns);
OnnxModel onnx_layer_norm(std::int64_t rows, std::int64_t columns);
OnnxModel onnx_product(std::int64_t m, std::int64_t n, std::int64_t k);
OnnxModel onnx_convnet();  // forward; transposed

}  // namespace ng::bench
