// SPDX-License-Identifier: Apache-2.0
// Filters of convolutions in the backend's own order, made by a step that may run once.
#pragma once

#include <functional>
#include <optional>

#include "engine/runtime/program.h"

namespace ng {

// Backend::filter_order() of the program's backend.
using FilterOrders = std::function<std::optional<FilterOrder>(const Convolution&)>;

// Adds a FilterPacking step before each convolution whose filters have an order, also in the bodies
// of loops. Convolutions with the same filters in the same order share it.
void add_filter_packing(Program& program, const FilterOrders& orders);

}  // namespace ng
