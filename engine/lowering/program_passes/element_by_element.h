// SPDX-License-Identifier: Apache-2.0
// Kernels that can write a result over an operand.
#pragma once

#include "engine/kernels/kernel.h"

namespace ng {

// Can buffer `written` take the memory of buffer `read`? True if every load of `read` is at the
// index at which `written` is stored and comes before that store. A loop that reads the operand
// after the store would read the result instead.
bool element_by_element(const kernel::Kernel& kernel, int read, int written);

}  // namespace ng
