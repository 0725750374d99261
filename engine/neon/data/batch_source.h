// SPDX-License-Identifier: Apache-2.0
// Where loops take their batches from.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/base/tensor.h"

namespace ng::neon {

// Arrays by the names of the placeholders that they are for ("image", "label"); "iteration", counted
// from 1, where the source gives it.
using Batch = std::map<std::string, Tensor>;

// Batches of one size, one after the other. Used by one thread.
class BatchSource {
 public:
  virtual ~BatchSource() = default;

  // The next batch; nothing after total_iterations() of them.
  virtual std::optional<Batch> next() = 0;
  // From the first batch again, with the same order of samples as a new source.
  virtual void reset() = 0;

  virtual std::int64_t ndata() const = 0;  // samples of the set; the last batch may wrap around
  virtual std::int64_t batch_size() const = 0;
  virtual std::int64_t total_iterations() const = 0;
};

}  // namespace ng::neon
