// SPDX-License-Identifier: Apache-2.0
// Where a placeholder's values come from during a run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "engine/base/tensor.h"
#include "engine/graph/attributes.h"

namespace ng {

// A call of a run; all counted from 0.
struct Moment {
  std::int64_t epoch = 0;
  std::int64_t batch = 0;      // within the epoch, or of the evaluation
  std::int64_t iteration = 0;  // calls before this one
};

// What a parameter is fed, in its own dtype and lengths where it is an array.
using PlanSource = std::function<TensorPtr(const Moment&)>;

struct PlannedSource {
  PlanSource value;
  // For sources of files and data, else empty: reads or makes them now; how many batches they are.
  std::function<void()> load = {};
  std::function<std::int64_t()> batches = {};
  // How many samples, from its first, belong to a batch and do not just fill it up; empty: all.
  std::function<std::int64_t(const Moment&)> own_samples = {};
};

}  // namespace ng
