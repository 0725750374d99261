// SPDX-License-Identifier: Apache-2.0
// A value of a run.
#pragma once

#include <string>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/base/tensor.h"
#include "engine/records/axis_record.h"

namespace ng {

// A value with its axes, shown by the tensors view and `ngraph tensor`.
struct TensorRecord {
  OpId op = 0;
  std::string name;
  std::vector<AxisRecord> axes;
  Tensor value;
  std::int64_t iteration = 0;
};

}  // namespace ng
