// SPDX-License-Identifier: Apache-2.0
// The square root of a sum of squares that may exceed the range of double.
#pragma once

#include <cmath>

namespace ng {

class EuclideanNorm {
 public:
  void add(double value) {
    if (std::abs(value) > large) {
      const double scaled = value * scale;
      large_ += scaled * scaled;
    } else {
      sum_ += value * value;
    }
  }
  double value() const {
    const double small = std::sqrt(sum_);
    return large_ > 0 ? std::hypot(small, std::sqrt(large_) / scale) : small;
  }

 private:
  static constexpr double large = 0x1p500, scale = 0x1p-600;
  double sum_ = 0, large_ = 0;  // of squares; `large_`: of the large values, scaled
};

}  // namespace ng
