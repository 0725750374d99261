// SPDX-License-Identifier: Apache-2.0
// Source of batches for training and evaluation loops.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/base/tensor.h"

namespace ng::neon {

// Arrays by placeholder name ("image", "label"), and "iteration", counted from 1, if the source
// provides it.
using Batch = std::map<std::string, Tensor>;

// A sequence of batches of equal size. Used by one thread.
class BatchSource {
 public:
  virtual ~BatchSource() = default;

  // The next batch; nullopt after total_iterations() batches.
  virtual std::optional<Batch> next() = 0;
  // Restarts at the first batch, with the same sample order as a new source.
  virtual void reset() = 0;

  virtual std::int64_t ndata() const = 0;  // number of samples; the last batch may wrap around
  virtual std::int64_t batch_size() const = 0;
  virtual std::int64_t total_iterations() const = 0;
};

}  // namespace ng::neon
