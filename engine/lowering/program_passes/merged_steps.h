// SPDX-License-Identifier: Apache-2.0
// Steps merged into others, and buffers into others, collected and then applied in one sweep.
#pragma once

#include <vector>

#include "engine/runtime/program.h"

namespace ng {

class MergedSteps {
 public:
  explicit MergedSteps(Program& program);

  // The buffer that has replaced `buffer`, or itself.
  int now(int buffer) const {
    for (int same; (same = same_[static_cast<std::size_t>(buffer)]) != buffer;) buffer = same;
    return buffer;
  }
  // Buffer `from` is no longer needed: every mention of it means `to`.
  void replace(int from, int to);
  void remove_step(std::size_t step) { removed_steps_[step] = true; }
  // `into`, which makes `operand`, also does the work of step `other`, which alone reads it: it
  // takes that step's ops and result, in the memory of `operand`. The caller removes the
  // other step.
  void merge(Step& into, std::size_t other, int operand);
  // Removes these steps, and the buffers and kernels that are no longer used.
  void apply();

 private:
  void remove_kernels();

  Program& program_;
  std::vector<int> same_;
  std::vector<bool> removed_steps_;
};

}  // namespace ng
