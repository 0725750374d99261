// SPDX-License-Identifier: Apache-2.0
// A curve of a run.
#pragma once

#include <string>
#include <vector>

#include "engine/records/record_kinds.h"
#include "engine/records/records.h"

namespace ng {

struct SeriesRecord {
  std::string name;  // "loss"
  std::string x_title;
  std::string y_title;
  std::vector<double> x, y;
  OpKey op = 0;                             // the result that was plotted; 0: an evaluation
  SeriesUnit unit = SeriesUnit::iteration;  // of x
};

}  // namespace ng
