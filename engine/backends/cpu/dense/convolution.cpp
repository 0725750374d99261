// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "engine/backends/cpu/dense/direct_convolution.h"
#include "engine/backends/cpu/dense/filter_plan.h"
#include "engine/backends/cpu/dense/matmul.h"
#include "engine/backends/cpu/dense/onednn_convolution.h"
#include "engine/backends/cpu/dense/output_epilogue.h"
#include "engine/backends/cpu/dense/rows/depthwise_convolution.h"
#include "engine/backends/cpu/dense/rows/flat_convolution.h"
#include "engine/backends/cpu/dense/rows/lane_plan.h"
#include "engine/backends/cpu/dense/rows/pointwise_convolution.h"
#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/backends/cpu/dense/window_steps.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

// Filters (C, K), images (C, positions) and outputs (K, positions) are then matrices without
// reordering, and the convolution is a matmul.
bool is_matmul(const Convolution& c) {
  return c.groups == 1 && is_pointwise(c);
}

enum class Way { depthwise, pointwise, flat, matmul, onednn, direct, groups };

// By the measured times; NGRAPH_CONVOLUTION=flat|onednn|direct prefers one.
Way way_of(const Convolution& c) {
  const char* const variable = std::getenv("NGRAPH_CONVOLUTION");
  const std::string_view chosen = variable ? variable : "";
  const bool outputs = c.makes == Convolution::Makes::outputs;
  if (outputs && (chosen == "flat" || chosen.empty())) {
    if (c.groups > 1 && c.group_channels() == 1) return Way::depthwise;
    if (c.packed || c.groups > 1 || chosen == "flat" || c.batch < 16) {
      return is_pointwise(c) ? Way::pointwise : Way::flat;
    }
  }
  if (is_matmul(c)) return Way::matmul;
  const bool faster = c.groups > 1 || onednn_is_faster(c);
  if (onednn_is_here() && (chosen == "onednn" || (chosen != "direct" && faster))) {
    return Way::onednn;
  }
  return c.groups > 1 ? Way::groups : Way::direct;
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
void finish(const Convolution& c, const EpilogueArrays& arrays, float* outputs) {
  const std::int64_t row = c.positions() * c.batch;
  ThreadPool::shared().parallel_for(static_cast<int>(c.out_channels), [&](int k) {
    lane_kernels().finish(lane_epilogue(c, arrays, k, 0), row, outputs + k * row);
  });
}

Convolution one_group(const Convolution& c) {
  Convolution group = c;
  group.in_channels = c.group_channels();
  group.out_channels = c.group_filters();
  group.groups = 1;
  return group;
}

std::int64_t filter_bytes(const Convolution& group) {
  return 4 * whole_lines(group.weights());
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

// One group after another, whose filters are copied next to each other.
void convolve_groups(const Convolution& c, const float* first, const float* second,
                     const EpilogueArrays& arrays, float* result, StepScratch& scratch) {
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
      convolve(group, x, second + g * images, {}, filters, rest);
      copy_filters(c, g, result, filters, true);
      continue;
    }
    copy_filters(c, g, const_cast<float*>(second), filters, false);
    convolve(group, x, filters, arrays.from(g * group.out_channels, outputs / group.out_channels),
             result + g * (c.makes == Makes::outputs ? outputs : images), rest);
  }
}

// Of one image of a batch that is first, in whole cache lines.
std::int64_t image_scratch(const Convolution& c) {
  return 4 * whole_lines((convolution_scratch(c.each_image()) + 3) / 4);
}

// Images that are convolved at the same time, one on each thread; the rest share the threads.
std::int64_t images_at_once(const Convolution& c) {
  const std::int64_t threads = ThreadPool::shared().threads();
  return threads > 1 && c.batch >= threads ? threads : 1;
}

void convolve_images(const Convolution& c, const float* images, const float* filters,
                     const EpilogueArrays& arrays, float* outputs, StepScratch& scratch) {
  const Convolution each = c.each_image();
  const std::int64_t at_once = images_at_once(c), apart = c.batch / at_once * at_once;
  const std::int64_t image = c.in_channels * c.pixels(), made = c.out_channels * c.positions();
  const std::int64_t bytes = image_scratch(c);
  ScratchSlots rooms(scratch.floats(bytes * at_once), bytes / 4, at_once);
  const auto one = [&](std::int64_t n) {
    const ScratchSlots::Lease room(rooms);
    StepScratch own(reinterpret_cast<std::byte*>(room.memory()), bytes);
    const EpilogueArrays here{arrays.bias, arrays.added ? arrays.added + n * made : nullptr};
    convolve(each, images + n * image, filters, here, outputs + n * made, own);
  };
  if (at_once > 1) {
    ThreadPool::shared().parallel_for(static_cast<int>(apart), one);
  }
  for (std::int64_t n = at_once > 1 ? apart : 0; n < c.batch; ++n) one(n);
}

}  // namespace

void convolve(const Convolution& c, const float* first, const float* second,
              const EpilogueArrays& arrays, float* result, StepScratch& scratch) {
  if (c.batch_first) return convolve_images(c, first, second, arrays, result, scratch);
  switch (way_of(c)) {
    case Way::depthwise: return depthwise_convolve(c, first, second, arrays, result, scratch);
    case Way::pointwise: return pointwise_convolve(c, first, second, arrays, result, scratch);
    case Way::flat: return flat_convolve(c, first, second, arrays, result, scratch);
    case Way::groups: return convolve_groups(c, first, second, arrays, result, scratch);
    case Way::direct:
      if (c.makes == Convolution::Makes::filters) {
        return direct_filters(c, first, second, result, scratch);
      }
      return direct_results(c, first, second, arrays, result, scratch);
    case Way::matmul: multiply(c, first, second, result, scratch); break;
    case Way::onednn: onednn_convolve(c, first, second, result, scratch); break;
  }
  if (c.epilogue.any()) finish(c, arrays, result);
}

std::int64_t convolution_scratch(const Convolution& c) {
  if (c.batch_first) return images_at_once(c) * image_scratch(c);
  switch (way_of(c)) {
    case Way::depthwise: return depthwise_scratch(c);
    case Way::pointwise: return pointwise_scratch(c);
    case Way::flat: return flat_scratch(c);
    case Way::groups: return filter_bytes(one_group(c)) + convolution_scratch(one_group(c));
    case Way::matmul: return matmul_scratch(matmul_of(c));
    case Way::onednn: return onednn_scratch(c);
    case Way::direct: break;
  }
  if (c.makes == Convolution::Makes::filters) return FilterPlan(c).scratch_bytes();
  return direct_results_scratch(c);
}

std::string convolution_library(const Convolution& convolution) {
  const Convolution c = convolution.each_image();
  switch (way_of(c)) {
    case Way::matmul: return matmul_library(matmul_of(c));
    case Way::onednn: return "oneDNN";
    default: return "direct loops";
  }
}

std::optional<int> filter_order(const Convolution& convolution) {
  const Convolution c = convolution.each_image();
  const Way way = way_of(c);
  const bool packs = way == Way::flat || way == Way::pointwise;
  return packs ? std::optional(static_cast<int>(LanePlan(c).axis)) : std::nullopt;
}

}  // namespace ng
