// SPDX-License-Identifier: Apache-2.0
// Callback that stops training at a non-finite cost.
#pragma once

#include "engine/documents/checkpoint.h"
#include "engine/neon/training/callbacks.h"

namespace ng::neon {

// Throws a value Error at the first scalar output that is NaN or infinite. It names the iteration
// and, by repeating the last batches, the op where a non-finite value first occurred. It therefore
// keeps up to 32 batches (64 MiB in total, but at least one) and the state before them.
class StopAtNonFinite : public Callback {
 public:
  explicit StopAtNonFinite(BoundComputation train) : train_(std::move(train)) {}
  void operator()(const CallbackMoment& moment, CallbackData& data) override;

 private:
  void keep(const Batch& batch, std::int64_t iteration);
  [[noreturn]] void stop(const std::string& output, double value, std::int64_t iteration) const;

  BoundComputation train_;
  Checkpoint before_;
  std::int64_t first_ = 0;  // iteration of the first kept batch
  std::vector<std::vector<Tensor>> kept_;
  std::int64_t kept_bytes_ = 0;
};

}  // namespace ng::neon
