// SPDX-License-Identifier: Apache-2.0
// Texts of numbers for fields in which they are edited.
#pragma once

#include <string>

#include "engine/base/number.h"

namespace ng {

// All digits of an integer; else the shortest text that reads back as the same number of `dtype`.
std::string exact_text(const Number& value, DType dtype);

}  // namespace ng
