// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdlib>
#include <string_view>

#include "engine/backends/cpu/direct_convolution.h"
#include "engine/backends/cpu/onednn_convolution.h"
#include "engine/backends/cpu/product.h"
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

// One tap that moves by single steps: filters (C, K), images (C, places) and outputs (K, places)
// are matrices as they lie.
bool is_product(const Convolution& c) {
  constexpr std::array<std::int64_t, 3> ones{1, 1, 1}, zeros{0, 0, 0};
  return c.taps() == 1 && c.stride == ones && c.padding == zeros;
}

void multiply(const Convolution& c, const float* first, const float* second, float* result) {
  const std::int64_t places = c.pixels() * c.batch;
  auto bytes = [](const float* array) { return reinterpret_cast<const std::byte*>(array); };
  MatrixProduct product{c.out_channels, places, c.in_channels, true, false, DType::f32};
  if (c.makes == Convolution::Makes::images) {
    product = {c.in_channels, places, c.out_channels, false, false, DType::f32};
  }
  if (c.makes == Convolution::Makes::filters) {
    product = {c.in_channels, c.out_channels, places, false, true, DType::f32};
  }
  matrix_product(product, bytes(second), bytes(first), reinterpret_cast<std::byte*>(result));
}

}  // namespace

void convolve(const Convolution& c, const float* first, const float* second, float* result) {
  if (is_product(c)) return multiply(c, first, second, result);
  if (by_onednn(c)) return onednn_convolve(c, first, second, result);
  if (c.makes == Convolution::Makes::filters) return direct_filters(c, first, second, result);
  direct_results(c, first, second, result);
}

std::string convolution_library(const Convolution& c) {
  if (is_product(c)) return product_library(DType::f32);
  return by_onednn(c) ? "oneDNN" : "direct loops";
}

}  // namespace ng
