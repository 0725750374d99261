// SPDX-License-Identifier: Apache-2.0
// Which samples make up a batch: a function of epoch and batch alone, so that a run continued from
// anywhere is fed the same.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace ng::neon {

// Used by any thread.
class BatchOrder {
 public:
  enum class Way {
    in_turn,    // the first batch holds the first samples; the last one wraps to the front
    by_chance,  // so, in an order drawn from the seed and the epoch
    streams,    // row n of each batch goes on where row n of the one before ended; the rest is left
                // out
  };
  // Value Errors: a batch of less than one sample, fewer samples than a batch.
  BatchOrder(std::int64_t count, std::int64_t batch_size, Way way, std::uint32_t seed = 0);

  std::int64_t batches() const { return batches_; }  // of an epoch, at least one
  std::int64_t batch_size() const { return batch_size_; }
  std::int64_t count() const { return count_; }
  // `batch` of any size stands for the one that many batches behind the first, around the end.
  std::vector<std::int64_t> samples(std::int64_t epoch, std::int64_t batch) const;
  // How many of them, from the first, have not been in an earlier batch of the epoch.
  std::int64_t own_samples(std::int64_t batch) const;

 private:
  using Order = std::shared_ptr<const std::vector<std::int64_t>>;
  Order order_of(std::int64_t epoch) const;

  std::int64_t count_, batch_size_, batches_;
  Way way_;
  std::uint32_t seed_;
  mutable std::mutex mutex_;
  mutable std::int64_t epoch_ = -1;  // of order_
  mutable Order order_;
};

}  // namespace ng::neon
