// SPDX-License-Identifier: Apache-2.0
// Converts a checkpoint of any format to another one, with one tensor in memory at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/documents/binding/tensor_rules.h"

namespace ng {

struct ConvertedTensor {
  std::string from, to;
  DType dtype = DType::f32;
  Shape shape;  // as written
};

// Writes all tensors of `in` to `out`, whose suffix selects the format. `progress` receives the
// fraction done and returns false to cancel, which throws a cancelled Error and leaves `out` as it
// was. Throws value Errors for rules that match nothing, names that become equal, and formats that
// cannot be written.
std::vector<ConvertedTensor> convert_checkpoint(
    const std::string& in, const std::string& out, const TensorRules& rules,
    const std::function<bool(double done)>& progress = {});

}  // namespace ng
