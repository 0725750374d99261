// SPDX-License-Identifier: Apache-2.0
// The samples of each batch: a function of epoch and batch only, so that a resumed run gets the
// same data.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace ng::neon {

// Thread-safe.
class BatchOrder {
 public:
  enum class Way {
    in_turn,    // samples in order; the last batch wraps around to the first samples
    by_chance,  // as in_turn, in an order drawn from seed and epoch
    streams,    // row n of each batch continues row n of the previous one; drops the remainder
  };
  // Throws a value Error for a batch size below 1 or fewer samples than a batch.
  BatchOrder(std::int64_t count, std::int64_t batch_size, Way way, std::uint32_t seed = 0);

  std::int64_t batches() const { return batches_; }  // per epoch, at least one
  std::int64_t batch_size() const { return batch_size_; }
  std::int64_t count() const { return count_; }
  // Sample indices. `batch` is taken modulo the number of batches.
  std::vector<std::int64_t> samples(std::int64_t epoch, std::int64_t batch) const;
  // Number of leading samples of the batch that were in no earlier batch of the epoch.
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
