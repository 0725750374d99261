// SPDX-License-Identifier: Apache-2.0
// Finds numbers that another element type cannot hold.
#pragma once

#include "engine/base/tensor.h"

namespace ng {

// Is an element of `after`, the same elements in another type, infinite that was not `before`?
bool overflows(const Tensor& before, const Tensor& after);

}  // namespace ng
