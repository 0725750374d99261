// SPDX-License-Identifier: Apache-2.0
// Single operations over large arrays: peers/torch_arrays.py holds the same ones.
#pragma once

#include <span>

#include "tests/bench/prepared.h"

namespace ng::bench {

Prepared chain(std::int64_t elements);  // sigmoid(a x + b) c - d
Prepared softmax_rows(std::int64_t rows, std::int64_t columns);
Prepared layer_norm(std::int64_t rows, std::int64_t columns);  // scaled and shifted

// The shapes that are measured, as in peers/peer.py, and their name ("128x256x784").
struct ProductShape {
  std::int64_t m, n, k;
};
std::span<const ProductShape> product_shapes();
std::string to_string(const ProductShape& shape);

// Of (m, k) and (k, n).
Prepared product(const ProductShape& shape);

// Copies float32 arrays on our own threads: what a kernel bound by memory is measured against.
class CopyKernel {
 public:
  explicit CopyKernel(std::int64_t elements);
  void call();

 private:
  std::vector<float> from_, to_;
};

// The product of `product` by oneDNN, on as many threads as OpenMP has.
class OneDnnProduct {
 public:
  explicit OneDnnProduct(const ProductShape& shape);
  static bool available();  // false where oneDNN is not built in
  void call();
  const Tensor& result() const { return c_; }

 private:
  ProductShape shape_;
  Tensor a_, b_, c_;
};

}  // namespace ng::bench
