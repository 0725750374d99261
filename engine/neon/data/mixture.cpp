// SPDX-License-Identifier: Apache-2.0
// Compiled without floating-point contraction: a fused multiply-add would change the last bits.
#include "engine/neon/data/mixture.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/error.h"

namespace ng {
namespace {

constexpr std::int64_t most_numbers = 4096;

std::vector<double> cumulated(const std::vector<double>& probabilities) {
  std::vector<double> cuts(probabilities.size());
  std::partial_sum(probabilities.begin(), probabilities.end(), cuts.begin());
  const bool sound = std::all_of(probabilities.begin(), probabilities.end(),
                                 [](double p) { return p >= 0 && p <= 1; });
  if (cuts.empty() || !sound || std::abs(cuts.back() - 1) > 1e-6) {
    refuse(ErrorKind::value,
           "the class probabilities of a mixture must be from 0 to 1 and sum to 1");
  }
  return cuts;
}

std::size_t sample_size(const Shape& shape) {
  const std::int64_t size = element_count(shape);
  if (size < 1 || size > most_numbers) {
    refuse(ErrorKind::value, "samples of a mixture must have 1 to " + std::to_string(most_numbers) +
                                 " elements, not the shape " + to_string(shape));
  }
  return static_cast<std::size_t>(size);
}

// Sum of products in the order of the recorded data: four lanes, then lanes 0 + 2 and 1 + 3, then
// both. Up to four elements this is exactly the original's order; above, the original's last bits
// depend on the linear algebra library it used.
double dot(const std::vector<double>& products) {
  double lanes[4] = {};
  for (std::size_t k = 0; k < products.size(); ++k) lanes[k % 4] += products[k];
  return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
}

}  // namespace

MixtureGenerator::MixtureGenerator(std::vector<double> probabilities, Shape shape,
                                   std::uint32_t seed)
    : cuts_(cumulated(probabilities)),
      shape_(std::move(shape)),
      size_(sample_size(shape_)),
      random_(seed),
      matrix_(size_ * size_ * cuts_.size()),
      vector_(size_ * cuts_.size()) {
  for (double& value : matrix_) value = random_.uniform(-1, 1);
  for (double& value : vector_) value = random_.uniform(-1, 1);
}

MixtureGenerator::Batch MixtureGenerator::next(std::int64_t batch_size) {
  if (batch_size < 0) refuse(ErrorKind::value, "a batch cannot have a negative size");
  Shape xs_shape = shape_;
  xs_shape.push_back(batch_size);
  Batch batch{Tensor(DType::f64, xs_shape), Tensor(DType::i64, {batch_size})};
  const auto count = static_cast<std::size_t>(batch_size);
  std::int64_t* labels = batch.ys.as<std::int64_t>();
  for (std::size_t i = 0; i < count; ++i) {
    const auto cut = std::upper_bound(cuts_.begin(), cuts_.end(), random_.uniform());
    labels[i] = std::min<std::int64_t>(cut - cuts_.begin(), std::ssize(cuts_) - 1);
  }
  double* xs = batch.xs.as<double>();
  for (std::size_t i = 0; i < size_ * count; ++i) xs[i] = random_.normal(0, 0.3);
  std::vector<double> sample(size_), products(size_);
  for (std::size_t i = 0; i < count; ++i) {
    const auto label = static_cast<std::size_t>(labels[i]);
    for (std::size_t k = 0; k < size_; ++k) sample[k] = xs[k * count + i];
    for (std::size_t row = 0; row < size_; ++row) {
      for (std::size_t k = 0; k < size_; ++k) products[k] = matrix(row, k, label) * sample[k];
      xs[row * count + i] = dot(products) + vector(row, label);
    }
  }
  return batch;
}

std::vector<MixtureGenerator::Batch> MixtureGenerator::gen_data(std::int64_t batch_size,
                                                                std::int64_t batches) {
  std::vector<Batch> data;
  for (std::int64_t i = 0; i < batches; ++i) data.push_back(next(batch_size));
  return data;
}

}  // namespace ng
