// SPDX-License-Identifier: Apache-2.0
// Mixture of Gaussians, the data of the walk-throughs. Bit-identical to the original's generator
// for a given seed.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/tensor.h"
#include "engine/neon/data/mt19937.h"

namespace ng {

class MixtureGenerator {
 public:
  // `probabilities` of the classes, which sum to 1; `shape` of a sample. Draws a (size, size)
  // matrix and a (size) vector per class. Throws a value Error for invalid probabilities and for
  // samples of more than 4096 elements.
  MixtureGenerator(std::vector<double> probabilities, Shape shape, std::uint32_t seed = 0);

  struct Batch {
    Tensor xs;  // float64, (shape..., batch size)
    Tensor ys;  // int64, (batch size): the class of each sample
  };
  // Draws the classes, then normal numbers with standard deviation 0.3, which the matrix and vector
  // of the class map to samples.
  Batch next(std::int64_t batch_size);
  std::vector<Batch> gen_data(std::int64_t batch_size, std::int64_t batches);

  // Elements of the matrix and the vector of a class.
  double matrix(std::size_t row, std::size_t column, std::size_t label) const {
    return matrix_[(row * size_ + column) * cuts_.size() + label];
  }
  double vector(std::size_t row, std::size_t label) const {
    return vector_[row * cuts_.size() + label];
  }

 private:
  std::vector<double> cuts_;  // cumulative probabilities
  Shape shape_;
  std::size_t size_;
  RandomState random_;
  std::vector<double> matrix_, vector_;
};

}  // namespace ng
