// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "engine/backends/cpu/dense/direct_convolution.h"
#include "engine/backends/cpu/dense/filter_plan.h"
#include "engine/backends/cpu/dense/matmul.h"
#include "engine/backends/cpu/dense/onednn_convolution.h"
#include "engine/backends/cpu/dense/window_steps.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

// NGRAPH_CONVOLUTION=onednn|direct selects one; the default is the one measured to be faster.
bool by_onednn(const Convolution& c) {
  const char* chosen = std::getenv("NGRAPH_CONVOLUTION");
  if (chosen && std::string_view(chosen) == "onednn") return onednn_is_here();
  if (chosen && std::string_view(chosen) == "direct") return false;
  return onednn_is_here() && (c.groups > 1 || onednn_is_faster(c));
}

// With one tap, unit stride and no padding, filters (C, K), images (C, positions) and outputs
// (K, positions) are matrices without reordering, and the convolution is a matmul.
bool is_matmul(const Convolution& c) {
  constexpr std::array<std::int64_t, 3> ones{1, 1, 1}, zeros{0, 0, 0};
  return c.groups == 1 && c.taps() == 1 && c.stride == ones && c.padding == zeros;
}

Matmul matmul_of(const Convolution& c) {
  const std::int64_t places = c.pixels() * c.batch;
  if (c.makes == Convolution::Makes::images) {
    return {c.in_channels, places, c.out_channels, false, false, DType::f32};
  }
  if (c.makes == Convolution::Makes::filters) {
    return {c.in_channels, c.out_channels, places, false, true, DType::f32};
  }
  return {c.out_channels, places, c.in_channels, true, false, DType::f32};
}

void multiply(const Convolution& c, const float* first, const float* second, float* result,
              StepScratch& scratch) {
  auto bytes = [](const float* array) { return reinterpret_cast<const std::byte*>(array); };
  gemm(matmul_of(c), bytes(second), bytes(first), reinterpret_cast<std::byte*>(result), scratch);
}

// Applies the epilogue to outputs that a library computed; the direct loops apply it themselves.
void finish(const Convolution& c, const float* bias, float* outputs) {
  const std::int64_t row = c.positions() * c.batch;
  ThreadPool::shared().parallel_for(static_cast<int>(c.out_channels), [&](int k) {
    float* output = outputs + k * row;
    const float added = bias ? bias[k] : 0.0f;
    for (std::int64_t i = 0; i < row; ++i) {
      const float value = output[i] + added;
      output[i] = c.rectify && value < 0 ? 0.0f : value;
    }
  });
}

bool divided(const Convolution& c) {
  return c.groups > 1 && !by_onednn(c);
}

Convolution one_group(const Convolution& c) {
  Convolution group = c;
  group.in_channels = c.group_channels();
  group.out_channels = c.group_filters();
  group.groups = 1;
  return group;
}

std::int64_t filter_bytes(const Convolution& group) {
  return (4 * group.weights() + 63) / 64 * 64;
}

// Copies the filters of group `g` from (or to) their columns among those of all groups.
void copy_filters(const Convolution& c, std::int64_t g, float* all, float* own, bool to_all) {
  const std::int64_t width = c.group_filters(), rows = c.group_channels() * c.taps();
  for (std::int64_t row = 0; row < rows; ++row) {
    float* const among = all + row * c.out_channels + g * width;
    if (to_all) std::copy_n(own + row * width, width, among);
    if (!to_all) std::copy_n(among, width, own + row * width);
  }
}

void convolve_one(const Convolution& c, const float* first, const float* second, const float* bias,
                  float* result, StepScratch& scratch);

// One group after another, whose filters are copied next to each other.
void convolve_groups(const Convolution& c, const float* first, const float* second,
                     const float* bias, float* result, StepScratch& scratch) {
  using Makes = Convolution::Makes;
  const Convolution group = one_group(c);
  const std::int64_t bytes = convolution_scratch(c), own = filter_bytes(group);
  std::byte* const memory = scratch.of(bytes);
  float* const filters = reinterpret_cast<float*>(memory);
  StepScratch rest(memory + own, bytes - own);
  const std::int64_t images = group.in_channels * c.pixels() * c.batch;
  const std::int64_t outputs = group.out_channels * c.positions() * c.batch;
  for (std::int64_t g = 0; g < c.groups; ++g) {
    const float* const x = first + g * (c.makes == Makes::outputs ? images : outputs);
    if (c.makes == Makes::filters) {
      convolve_one(group, x, second + g * images, nullptr, filters, rest);
      copy_filters(c, g, result, filters, true);
      continue;
    }
    copy_filters(c, g, const_cast<float*>(second), filters, false);
    convolve_one(group, x, filters, bias ? bias + g * group.out_channels : nullptr,
                 result + g * (c.makes == Makes::outputs ? outputs : images), rest);
  }
}

void convolve_one(const Convolution& c, const float* first, const float* second, const float* bias,
                  float* result, StepScratch& scratch) {
  const bool filters = c.makes == Convolution::Makes::filters;
  if (is_matmul(c)) {
    multiply(c, first, second, result, scratch);
  } else if (by_onednn(c)) {
    onednn_convolve(c, first, second, result, scratch);
  } else if (filters) {
    return direct_filters(c, first, second, result, scratch);
  } else {
    return direct_results(c, first, second, bias, result, scratch);
  }
  if (c.bias || c.rectify) finish(c, bias, result);
}

}  // namespace

void convolve(const Convolution& c, const float* first, const float* second, const float* bias,
              float* result, StepScratch& scratch) {
  const auto run = divided(c) ? convolve_groups : convolve_one;
  run(c, first, second, bias, result, scratch);
}

std::int64_t convolution_scratch(const Convolution& c) {
  if (divided(c)) return filter_bytes(one_group(c)) + convolution_scratch(one_group(c));
  if (is_matmul(c)) return matmul_scratch(matmul_of(c));
  if (by_onednn(c)) return onednn_scratch(c);
  if (c.makes == Convolution::Makes::filters) return FilterPlan(c).scratch_bytes();
  return direct_results_scratch(c);
}

std::string convolution_library(const Convolution& c) {
  if (divided(c)) return convolution_library(one_group(c));
  if (is_matmul(c)) return matmul_library(matmul_of(c));
  return by_onednn(c) ? "oneDNN" : "direct loops";
}

}  // namespace ng
