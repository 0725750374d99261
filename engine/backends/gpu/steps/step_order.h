// SPDX-License-Identifier: Apache-2.0
// Distributes the steps of a program over streams: steps that share no memory may run at the same
// time.
#pragma once

#include <vector>

#include "engine/runtime/program.h"

namespace ng {

constexpr int most_lanes = 4;  // streams of a program

struct StepPlace {
  int lane = 0;                      // 0: the device's own stream
  std::vector<std::size_t> follows;  // earlier steps of other lanes that must have ended
  bool is_followed = false;          // by a step of another lane
};

// By step. Matmuls and loops are on lane 0: cuBLAS repeats its results bit for bit on one stream.
std::vector<StepPlace> step_places(const Program& program);

}  // namespace ng
