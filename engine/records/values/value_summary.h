// SPDX-License-Identifier: Apache-2.0
// Statistics of a value, computed in one pass over its elements, and positions of elements.
#pragma once

#include "engine/records/debug_record.h"

namespace ng {

// Leaves op and iteration unset.
ValueSummary summarise(const Tensor& value);
// "N 17, C 0": position of a row-major element; empty for a value without axes or elements.
std::string place_of(const std::vector<AxisRecord>& axes, const Shape& shape, std::int64_t element);

}  // namespace ng
