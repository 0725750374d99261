// SPDX-License-Identifier: Apache-2.0
// Images and windows for tests of convolution and pooling on cpu.
#pragma once

#include <QtTest>
#include <cmath>

#include "engine/ops/windows/convolution.h"
#include "engine/runtime/program.h"
#include "engine/session/compilation.h"
#include "tests/support/graph_run.h"

namespace ng {

inline Tensor uneven(const Axes& axes, double seed) {
  Tensor tensor(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, std::sin(seed + 1.7 * double(i)));
  return tensor;
}

inline Axes image_axes(std::int64_t c, std::int64_t d, std::int64_t h, std::int64_t w,
                       std::int64_t n) {
  return Axes{make_axis(c, "C"), make_axis(d, "D"), make_axis(h, "H"), make_axis(w, "W"),
              make_axis(n, "N")};
}

inline WindowParams steps(std::int64_t pad, std::int64_t stride, std::int64_t dilation) {
  return {{"pad_d", pad},      {"pad_h", pad},      {"pad_w", pad},
          {"str_d", stride},   {"str_h", stride},   {"str_w", stride},
          {"dil_d", dilation}, {"dil_h", dilation}, {"dil_w", dilation}};
}

// Fails the test unless cpu and the reference agree.
inline void require_agreement(const std::vector<Op>& results, const Feeds& feeds) {
  const QString wrong = difference(run_once("cpu", results, feeds),
                                   run_once("reference", results, feeds), 1e-5, 2e-5);
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

// Steps but for the packing of filters.
inline int count_kernels(const Computation& computation) {
  int count = 0;
  for (const Step& step : computation.compilation().program.steps) {
    const auto* window = step.as<WindowStep>();
    count += !(window && std::holds_alternative<FilterPacking>(*window));
  }
  return count;
}

}  // namespace ng
