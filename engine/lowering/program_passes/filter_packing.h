// SPDX-License-Identifier: Apache-2.0
// Filters of convolutions in the backend's own order, made by a step that may run once.
#pragma once

#include <functional>

#include "engine/runtime/program.h"

namespace ng {

// Adds a FilterPacking step before each convolution for which `packs` is true, also in the bodies
// of loops. Convolutions with the same filters share it.
void add_filter_packing(Program& program, const std::function<bool(const Convolution&)>& packs);

}  // namespace ng
