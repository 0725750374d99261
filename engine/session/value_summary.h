// SPDX-License-Identifier: Apache-2.0
// A value in a few numbers, in one walk over its elements; and where an element stands.
#pragma once

#include "engine/session/debug_record.h"

namespace ng {

// Without op and iteration.
ValueSummary summarise(const Tensor& value);
// "N 17, C 0": where a row-major element stands; empty for a value without axes.
std::string place_of(const std::vector<AxisRecord>& axes, const Shape& shape, std::int64_t element);

}  // namespace ng
