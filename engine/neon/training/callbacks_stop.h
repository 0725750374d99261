// SPDX-License-Identifier: Apache-2.0
// The callback that ends a training whose cost is no number any more.
#pragma once

#include "engine/neon/training/callbacks.h"
#include "engine/session/checkpoint.h"

namespace ng::neon {

// Throws a value Error at the first scalar output that is NaN or infinite. It names the iteration
// and, by doing the last batches again, the op where such a value came up first: for that it keeps
// up to 32 batches, of 64 MiB together or one, and the state before them.
class StopAtNonFinite : public Callback {
 public:
  explicit StopAtNonFinite(BoundComputation train) : train_(std::move(train)) {}
  void operator()(const CallbackMoment& moment, CallbackData& data) override;

 private:
  void keep(const Batch& batch, std::int64_t iteration);
  [[noreturn]] void stop(const std::string& output, double value, std::int64_t iteration) const;

  BoundComputation train_;
  Checkpoint before_;
  std::int64_t first_ = 0;  // the iteration of the first kept batch
  std::vector<std::vector<Tensor>> kept_;
  std::int64_t kept_bytes_ = 0;
};

}  // namespace ng::neon
