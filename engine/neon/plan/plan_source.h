// SPDX-License-Identifier: Apache-2.0
// Source of a placeholder's values during a run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "engine/base/tensor.h"
#include "engine/graph/attributes.h"

namespace ng {

// A call of a run; all fields are counted from 0.
struct Moment {
  std::int64_t epoch = 0;
  std::int64_t batch = 0;      // within the epoch or the evaluation
  std::int64_t iteration = 0;  // number of previous calls
};

// The value of a parameter for a call, in the parameter's dtype and, for arrays, its lengths.
using PlanSource = std::function<TensorPtr(const Moment&)>;

struct PlannedSource {
  PlanSource value;
  // For sources of files and data, else empty: reads or generates the data and counts its batches.
  std::function<void()> load = {};
  std::function<std::int64_t()> batches = {};
  // Number of leading samples of a batch that do not just fill it up; empty: all.
  std::function<std::int64_t(const Moment&)> own_samples = {};
};

}  // namespace ng
