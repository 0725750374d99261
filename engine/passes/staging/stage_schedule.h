// SPDX-License-Identifier: Apache-2.0
// The order in which the stages of a net work on micro-batches.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace ng {

// Ops of one stage that run together: for one micro-batch, or for the whole batch.
struct StageTask {
  int stage = 0;
  bool gradient = false;
  int hop = 0;  // how often its operands passed between stages or micro-batches, at most
  std::optional<int> micro_batch = {};
  double cost = 0;
  std::vector<std::size_t> after = {};  // tasks that must end before
};

// An order of all tasks, of which each stage runs its own. With `one_forward_one_backward` a stage
// begins with forward tasks until it holds one micro-batch for itself and each stage after it, then
// alternates (1F1B: Narayanan et al. 2019, "PipeDream"); else all forward tasks come first (GPipe:
// Huang et al. 2019). Tasks must not wait for each other.
std::vector<std::size_t> scheduled_tasks(const std::vector<StageTask>& tasks, int stages,
                                         bool one_forward_one_backward);

}  // namespace ng
