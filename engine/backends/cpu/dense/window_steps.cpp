// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/window_steps.h"

#include "engine/backends/cpu/dense/panel_matmul.h"
#include "engine/backends/cpu/dense/rows/packed_filters.h"
#include "engine/backends/cpu/dense/rows/row_pooling.h"

namespace ng {

bool run_window_step(const Step& step, std::byte* const* buffers, StepScratch& scratch) {
  const auto* window = step.as<WindowStep>();
  if (!window) return false;
  auto array = [buffers](int buffer) { return reinterpret_cast<float*>(buffers[buffer]); };
  const float* first = array(step.reads[0]);
  const float* second = step.reads.size() > 1 ? array(step.reads[1]) : nullptr;
  float* result = array(step.writes[0]);
  if (const auto* c = std::get_if<Convolution>(window)) {
    const std::size_t after_bias = 2 + std::size_t{c->epilogue.bias};
    const EpilogueArrays arrays{c->epilogue.bias ? array(step.reads[2]) : nullptr,
                                c->epilogue.added ? array(step.reads[after_bias]) : nullptr};
    convolve(*c, first, second, arrays, result, scratch);
  }
  if (const auto* p = std::get_if<Pooling>(window)) pool(*p, first, second, result, scratch);
  if (const auto* l = std::get_if<Lookup>(window)) look_up(*l, first, second, result, scratch);
  if (const auto* p = std::get_if<FilterPacking>(window))
    pack_filters(p->convolution.each_image(), first, result);
  if (const auto* p = std::get_if<MatrixPacking>(window)) pack_panels(*p, first, result);
  return true;
}

std::int64_t window_scratch(const WindowStep& step) {
  if (const auto* convolution = std::get_if<Convolution>(&step)) {
    return convolution_scratch(*convolution);
  }
  if (const auto* pooling = std::get_if<Pooling>(&step)) return row_pooling_scratch(*pooling);
  if (const auto* lookup = std::get_if<Lookup>(&step)) return lookup_scratch(*lookup);
  return 0;
}

std::string window_library(const WindowStep& step) {
  const auto* convolution = std::get_if<Convolution>(&step);
  return convolution ? convolution_library(*convolution) : "engine loops";
}

}  // namespace ng
