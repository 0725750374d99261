// SPDX-License-Identifier: Apache-2.0
// Single operations over large arrays: peers/torch_arrays.py holds the same ones.
#pragma once

#include "tests/bench/prepared.h"

namespace ng::bench {

Prepared chain(std::int64_t elements);  // sigmoid(a x + b) c - d
Prepared softmax_rows(std::int64_t rows, std::int64_t columns);
Prepared layer_norm(std::int64_t rows, std::int64_t columns);  // scaled and shifted
// Of (m, k) and (k, n).
Prepared product(std::int64_t m, std::int64_t n, std::int64_t k);

// Copies float32 arrays on our own threads: what a kernel bound by memory is measured against.
class CopyKernel {
 public:
  explicit CopyKernel(std::int64_t elements);
  void call();

 private:
  std::vector<float> from_, to_;
};

// The product of `product` by oneDNN on so many OpenMP threads; false where oneDNN is not built in.
class OneDnnProduct {
 public:
  OneDnnProduct(std::int64_t m, std::int64_t n, std::int64_t k);
  static bool available();
  void call(int threads);

 private:
  std::int64_t m_, n_, k_;
  Tensor a_, b_, c_;
};

}  // namespace ng::bench
