// SPDX-License-Identifier: Apache-2.0
// The median of measurements.
#pragma once

#include <algorithm>
#include <vector>

namespace ng {

// Of an even number of values, the upper one of the two in the middle; 0 for none.
inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace ng
