// SPDX-License-Identifier: Apache-2.0
// How the elements of two tensors of one shape differ, added part by part.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "engine/base/tensor.h"
#include "engine/records/values/euclidean_norm.h"

namespace ng {

// Absolute differences of elements, counted by powers of ten.
struct DifferenceHistogram {
  static constexpr int least = -12, most = 3;  // exponents; smaller and larger ones are included
  std::int64_t zero = 0, non_finite = 0;
  std::array<std::int64_t, most - least + 1> decades{};  // [0]: below 1e-11
  void add(double difference);
};

struct TensorDifference {
  std::int64_t elements = 0;
  double most = 0;  // largest |after - before|; infinity where only one of them is finite
  // Largest |after - before| / max(|before|, |after|); 2 at most, where both are finite.
  double most_relative = 0;
  DifferenceHistogram histogram;  // equal values, including two NaN, count as zero

  // `before` and `after` have the same number of elements, each of `parts` numbers: 2 if complex.
  void add(const Tensor& before, const Tensor& after, int parts = 1);

  std::int64_t differing() const { return elements - histogram.zero; }
  // Euclidean norms over finite elements: before, after, and of their difference.
  double norm_before() const;
  double norm_after() const;
  double norm_of_difference() const;
  // Cosine of the angle between both, over elements that are finite in both; NaN if a norm is 0.
  double cosine() const;

 private:
  void add_norms(double was, double is);
  void add_difference(double difference, double magnitude);

  EuclideanNorm before_, after_, difference_;
  EuclideanNorm before_of_both_, after_of_both_;  // numbers that are finite in both
  double dot_ = 0, scaled_dot_ = 0;               // of these; `scaled_dot_` cannot overflow
};

// Of two whole tensors.
TensorDifference element_difference(const Tensor& before, const Tensor& after, int parts = 1);

}  // namespace ng
