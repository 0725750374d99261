// SPDX-License-Identifier: Apache-2.0
// How often a while_loop of PyTorch runs at most: which of its states count the iterations, and up
// to where.
#pragma once

#include <vector>

#include "engine/formats/pytorch/pt2_program.h"

namespace ng::pytorch {

// The loop ends when a counter reaches the limit.
struct LoopLimit {
  std::size_t counter = 0;  // a state
  std::int64_t end = 0;     // exclusive
};

struct LoopPlan {
  std::vector<std::int64_t> steps;  // by state: what each iteration adds; 0: it is no counter
  std::vector<LoopLimit> limits;    // the first that is reached ends the loop
};

// Counters are integers to which the body adds a constant. Limits are comparisons of counters with
// constants, all of which must hold for another iteration.
LoopPlan plan_of_loop(const Subgraph& condition, const Subgraph& body, std::size_t states);

}  // namespace ng::pytorch
