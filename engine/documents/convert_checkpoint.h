// SPDX-License-Identifier: Apache-2.0
// Converts a checkpoint of any format to another one, with one tensor in memory at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/documents/binding/tensor_rules.h"
#include "engine/formats/tensors/stored_type.h"

namespace ng {

struct ConvertedTensor {
  std::string from, to;
  StoredType dtype = DType::f32;
  Shape shape;  // as written
};

// A tensor that the other format lacks a type for, or whose elements cannot be read.
struct UnsupportedTensor {
  std::string name, reason;
};

struct ConvertedCheckpoint {
  std::vector<ConvertedTensor> tensors;
  std::vector<UnsupportedTensor> left_out;
};

enum class Unsupported { refuse, skip };

// Writes all tensors of `in` to `out`, whose suffix selects the format; elements are copied as they
// are stored. `progress` receives the fraction done and returns false to cancel, which throws a
// cancelled Error and leaves `out` as it was. Throws value Errors, before anything is written, for
// rules that match nothing, names that become equal, formats that cannot be written, and
// unsupported tensors unless they are to be skipped.
ConvertedCheckpoint convert_checkpoint(const std::string& in, const std::string& out,
                                       const TensorRules& rules,
                                       const std::function<bool(double done)>& progress = {},
                                       Unsupported unsupported = Unsupported::refuse);

}  // namespace ng
