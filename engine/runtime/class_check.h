// SPDX-License-Identifier: Apache-2.0
// A step that checks class labels before they become the columns of a matrix.
#pragma once

#include <cstdint>
#include <string>

namespace ng {

// Copies the buffer read, truncated to integers; a value outside 0 … classes - 1 fails the run.
struct ClassCheck {
  std::int64_t classes = 0;
  std::string axis;   // "C: 10", for the error message
  std::string where;  // the op
  std::uint64_t op = 0;
};

// The class that `found` stands for. Throws an index Error if it is outside the axis.
double checked_class(const ClassCheck& check, double found);

}  // namespace ng
