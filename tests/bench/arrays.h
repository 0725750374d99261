// SPDX-License-Identifier: Apache-2.0
// Operations over large arrays; peers/torch_arrays.py has the same ones.
#pragma once

#include <span>

#include "tests/bench/prepared.h"

namespace ng::bench {

Prepared chain(std::int64_t elements);  // sigmoid(a x + b) c - d
Prepared softmax_rows(std::int64_t rows, std::int64_t columns);
Prepared layer_norm(std::int64_t rows, std::int64_t columns);  // with scale and shift

// The measured shapes, as in peers/peer.py, and their names ("128x256x784").
struct MatmulShape {
  std::int64_t m, n, k;
};
std::span<const MatmulShape> matmul_shapes();
std::string to_string(const MatmulShape& shape);

// A matmul of (m, k) and (k, n).
Prepared matmul(const MatmulShape& shape);

// A matmul of uint8 (m, k) and a constant int8 (k, n) with an int32 result.
constexpr MatmulShape byte_matmul_shape = {128, 768, 768};
struct ByteMatrices {
  explicit ByteMatrices(const MatmulShape& shape);
  Tensor x, weights;
};
Prepared byte_matmul(const MatmulShape& shape);

// Two layers in float16: 64 x 512, ReLU of 1024, 512.
struct HalfMlp {
  HalfMlp();
  Tensor x, first, bias, second;
};
Prepared half_mlp();

// Copies float32 arrays on our own threads: the reference for kernels bound by memory bandwidth.
class CopyKernel {
 public:
  explicit CopyKernel(std::int64_t elements);
  void call();

 private:
  std::vector<float> from_, to_;
};

// The same matmul by oneDNN, on as many threads as OpenMP has.
class OneDnnMatmul {
 public:
  explicit OneDnnMatmul(const MatmulShape& shape);
  static bool available();  // false if built without oneDNN
  void call();
  const Tensor& result() const { return c_; }

 private:
  MatmulShape shape_;
  Tensor a_, b_, c_;
};

}  // namespace ng::bench
