// SPDX-License-Identifier: Apache-2.0
// Parts of values for micro-batches, and values of all micro-batches combined.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/graph/op.h"

namespace ng {

// The part number `batch` of `whole` along the axis whose length differs in `axes`, those of the
// part. All parts have the same length.
Value micro_batch_part(const Op& whole, const Axes& axes, std::int64_t batch);

// What an exchange between micro-batches combines: a sum, product, maximum or minimum, or parts
// that are joined along an axis.
class MicroBatchSum {
 public:
  explicit MicroBatchSum(const Node& exchange) : exchange_(exchange) {}

  // Terms in the order of the micro-batches. Sums of 16-bit floats are kept in float32, as among
  // ranks.
  void add(const Value& term);
  // Of all terms; call it once, after the last one.
  Value whole();

 private:
  Value combined(const Value& term) const;

  const Node& exchange_;
  std::vector<Value> terms_;  // one, unless they are joined
};

}  // namespace ng
