// SPDX-License-Identifier: Apache-2.0
// Replay memory as ops: the last steps of many environments, one tensor per quantity, written as a
// ring buffer.
#pragma once

#include <string>
#include <vector>

#include "engine/ngraph.h"

namespace sample {

class Replay {
 public:
  // Memory of the last `steps` steps of each environment. `count` is a scalar: the number of steps
  // before this one.
  Replay(std::int64_t steps, const ng::Axis& environments, const ng::Op& count);

  // Adds a quantity over `axis`. Returns its index, for the two functions below.
  std::size_t keep(const ng::Axis& axis, const std::string& name);
  // Writes `value` of this step, over the quantity's axis and the environments.
  ng::Op write(std::size_t quantity, const ng::Op& value) const;
  // Reads as many random steps as `batch` is long, the same ones for every quantity, over the
  // quantity's axis and `batch`. Sees the memory before the write; zeros while it is empty.
  ng::Op read(std::size_t quantity, const ng::Axis& batch);

 private:
  ng::Axis steps_, environments_;
  ng::Op count_, here_, rows_;
  std::vector<ng::Op> tables_;
};

}  // namespace sample
