// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/reference_loops.h"

namespace ng {

std::vector<std::int64_t> strides_over(const Axes& space, const Axes& axes) {
  std::vector<std::int64_t> strides(space.size(), 0);
  std::int64_t stride = 1;
  for (std::size_t i = axes.size(); i-- > 0;) {
    if (auto at = space.find(axes[i])) strides[*at] = stride;
    stride *= axes[i].length();
  }
  return strides;
}

}  // namespace ng
