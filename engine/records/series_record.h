// SPDX-License-Identifier: Apache-2.0
// A curve of a run.
#pragma once

#include <string>
#include <vector>

#include "engine/base/enum_names.h"
#include "engine/base/op_id.h"

namespace ng {

// What the horizontal axis of a curve counts.
enum class SeriesUnit { iteration, epoch };
constexpr auto names_of(SeriesUnit) {
  return std::to_array<std::string_view>({"iteration", "epoch"});
}

struct SeriesRecord {
  std::string name;  // "loss"
  std::string x_title;
  std::string y_title;
  std::vector<double> x, y;
  OpId op = 0;                              // the result that was plotted; 0: an evaluation
  SeriesUnit unit = SeriesUnit::iteration;  // of x
};

}  // namespace ng
