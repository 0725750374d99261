// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/direct_convolution.h"
#include "engine/backends/cpu/window_steps.h"

namespace ng {

void convolve(const Convolution& c, const float* first, const float* second, float* result) {
  if (c.makes == Convolution::Makes::filters) return direct_filters(c, first, second, result);
  direct_results(c, first, second, result);
}

std::string convolution_library(const Convolution&) {
  return "direct loops";
}

}  // namespace ng
