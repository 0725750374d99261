// SPDX-License-Identifier: Apache-2.0
// A memory of the last steps of many environments, as ops: one tensor a quantity, written as a
// ring.
#pragma once

#include <string>
#include <vector>

#include "engine/ngraph.h"

namespace sample {

class Replay {
 public:
  // Of the last `steps` steps of each of `environments`. `count`, a scalar, says how many steps
  // there were before this one.
  Replay(std::int64_t steps, const ng::Axis& environments, const ng::Op& count);

  // Memory for a quantity over `axis`. Gives its place, for the two functions below.
  std::size_t keep(const ng::Axis& axis, const std::string& name);
  // Writes this step's `value`, over the quantity's axis and the environments.
  ng::Op write(std::size_t quantity, const ng::Op& value) const;
  // Of as many random steps as `batch` is long, the same ones for every quantity: over the
  // quantity's axis and `batch`. It sees the memory before the write, and zeros while it is empty.
  ng::Op read(std::size_t quantity, const ng::Axis& batch);

 private:
  ng::Axis steps_, environments_;
  ng::Op count_, here_, rows_;
  std::vector<ng::Op> tables_;
};

}  // namespace sample
