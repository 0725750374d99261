// SPDX-License-Identifier: Apache-2.0
// Arranges a batch of a data set in the axes of a placeholder.
#pragma once

#include <string>
#include <vector>

#include "engine/base/tensor.h"
#include "engine/graph/op.h"
#include "engine/neon/plan/plan_place.h"

namespace ng {

// `batch` (with axis names, "N" first) in the order, lengths and element type of `parameter`. Its
// batch axis takes N, its recurrent axis REC, others the axis of their name; remaining axes must
// have length 1. If names differ, samples keep their element order and take the placeholder's axes,
// provided the numbers of elements agree. Otherwise throws a bad_file Error naming both.
TensorPtr arranged(const Tensor& batch, const std::vector<std::string>& names, const Op& parameter,
                   const PlanPlace& place);

}  // namespace ng
