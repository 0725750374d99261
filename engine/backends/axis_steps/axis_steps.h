// SPDX-License-Identifier: Apache-2.0
// Running sums, sorting, taking and scattering on the host, on the thread pool. Results do not
// depend on the number of threads.
#pragma once

#include <cstddef>

#include "engine/runtime/axis_steps.h"

namespace ng {

void cumulate(const Cumulation& step, const std::byte* x, std::byte* result);
void argsort(const ArgSort& step, const std::byte* x, std::byte* result);
// Throw the index Error for the first position out of range, before anything is written.
void take(const AxisWalk& walk, const std::byte* table, const std::byte* positions,
          std::byte* result);
void scatter(const Scatter& step, const std::byte* into, const std::byte* positions,
             const std::byte* updates, std::byte* result);

}  // namespace ng
