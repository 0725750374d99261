// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/binding/overflow.h"

#include <cmath>

namespace ng {

bool overflows(const Tensor& before, const Tensor& after) {
  for (std::int64_t i = 0; i < after.size(); ++i)
    if (std::isinf(after.at(i)) && std::isfinite(before.at(i))) return true;
  return false;
}

}  // namespace ng
