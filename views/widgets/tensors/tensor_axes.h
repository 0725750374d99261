// SPDX-License-Identifier: Apache-2.0
// The meaning of a tensor's axes, inferred from their names and roles: height and width, batch,
// channels, time.
#pragma once

#include <vector>

#include "engine/records/records.h"

namespace ng::views {

// Axis numbers, -1 for none. Each axis has at most one meaning.
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
