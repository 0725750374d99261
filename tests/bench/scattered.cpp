// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/scattered.h"

#include <cmath>

namespace ng::bench {

Tensor scattered(const Shape& shape, double size, DType dtype, double middle) {
  Tensor tensor(dtype, shape);
  std::uint64_t state = 1;
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;  // Knuth's, as in MMIX
    const double number = size * (static_cast<double>(state >> 40) / (1 << 23) - 1);
    tensor.set(i, middle + (is_float(dtype) ? number : std::floor(number)));
  }
  return tensor;
}

}  // namespace ng::bench
