// SPDX-License-Identifier: Apache-2.0
// What the axes of a tensor stand for, told by their names and roles: the two of a picture, the
// batch, the colours or features, the time.
#pragma once

#include <vector>

#include "engine/session/record.h"

namespace ng::views {

// Indexes of axes, -1 where there is none. An axis is at most one of them.
struct TensorAxes {
  int down = -1, across = -1;  // of a picture: H and W, or R and S of a filter; both or neither
  int batch = -1;
  int channel = -1;         // C, or the axis with that role
  int time = -1;            // steps of a recurrence
  std::vector<int> others;  // longer than 1, in order

  bool pictures() const { return down >= 0; }
};

TensorAxes tensorAxes(const TensorRecord& tensor);

}  // namespace ng::views
