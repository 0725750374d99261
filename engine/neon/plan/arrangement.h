// SPDX-License-Identifier: Apache-2.0
// How a batch of a data set comes to lie in the axes of a placeholder.
#pragma once

#include <string>
#include <vector>

#include "engine/base/tensor.h"
#include "engine/graph/op.h"
#include "engine/neon/plan/plan_place.h"

namespace ng {

// `batch` with the axes named, "N" first, in the order, lengths and element type of `parameter`:
// its batch axis takes N, its recurrent one REC, the others axes of their name; axes left over have
// length 1. Where names differ, samples keep the order of their elements and take the placeholder's
// axes, if there are as many. bad_file Error naming both when neither will do.
TensorPtr arranged(const Tensor& batch, const std::vector<std::string>& names, const Op& parameter,
                   const PlanPlace& place);

}  // namespace ng
