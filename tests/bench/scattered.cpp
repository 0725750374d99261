// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/scattered.h"

namespace ng::bench {

Tensor scattered(const Shape& shape, double size) {
  Tensor tensor(DType::f32, shape);
  std::uint64_t state = 1;
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;  // Knuth's, as in MMIX
    tensor.as<float>()[i] =
        static_cast<float>(size * (static_cast<double>(state >> 40) / (1 << 23) - 1));
  }
  return tensor;
}

}  // namespace ng::bench
