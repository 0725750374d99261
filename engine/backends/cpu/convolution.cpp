// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <string_view>

#include "engine/backends/cpu/direct_convolution.h"
#include "engine/backends/cpu/onednn_convolution.h"
#include "engine/backends/cpu/window_steps.h"

namespace ng {
namespace {

// NGRAPH_CONVOLUTION=onednn|direct asks for one; by default what is measured faster.
bool by_onednn(const Convolution& c) {
  const char* wish = std::getenv("NGRAPH_CONVOLUTION");
  if (wish && std::string_view(wish) == "onednn") return onednn_is_here();
  if (wish && std::string_view(wish) == "direct") return false;
  return onednn_is_here() && onednn_is_faster(c);
}

}  // namespace

void convolve(const Convolution& c, const float* first, const float* second, float* result) {
  if (by_onednn(c)) return onednn_convolve(c, first, second, result);
  if (c.makes == Convolution::Makes::filters) return direct_filters(c, first, second, result);
  direct_results(c, first, second, result);
}

std::string convolution_library(const Convolution& c) {
  return by_onednn(c) ? "oneDNN" : "direct loops";
}

}  // namespace ng
