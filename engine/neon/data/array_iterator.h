// SPDX-License-Identifier: Apache-2.0
// Batch iterators over arrays, for programs with their own training loop.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/graph/op.h"
#include "engine/neon/data/batch_order.h"
#include "engine/neon/data/batch_source.h"
#include "engine/neon/data/data_set.h"

namespace ng::neon {

struct IteratorOptions {
  // Number of batches; default: one epoch.
  std::optional<std::int64_t> total_iterations;
  // Seed for shuffling; by default samples keep their order.
  std::optional<std::uint32_t> shuffle;
};

class ArrayIterator : public BatchSource {
 public:
  // Arrays with samples along their first axis. Throws a value Error for no array, different
  // numbers of samples, fewer samples than a batch, or an array "iteration".
  ArrayIterator(DataPart part, std::int64_t batch_size, IteratorOptions options = {});

  std::int64_t ndata() const override { return part_.count(); }
  std::int64_t batch_size() const override { return order_.batch_size(); }
  std::int64_t nbatches() const { return order_.batches(); }  // per epoch
  std::int64_t total_iterations() const override { return total_; }
  // Batch with shapes (N, rest...); the last batch of an epoch wraps around to the first samples.
  Batch batch(std::int64_t epoch, std::int64_t batch) const;
  // The next batch; nullopt after the last. `reset` restarts at the first.
  std::optional<Batch> next() override;
  void reset() override { iteration_ = 0; }

  // One placeholder (N, rest...) per array, in the array's element type, and optionally a scalar
  // "iteration". Axes with equal names are shared.
  std::map<std::string, Op> make_placeholders(bool include_iteration = false) const;

 private:
  DataPart part_;
  BatchOrder order_;
  std::int64_t total_, iteration_ = 0;
};

struct SequenceOptions : IteratorOptions {
  std::int64_t stride = 0;  // distance of window starts; 0: the window length
  std::string target = "targets";
  bool reverse_target = false;  // reverse targets within each window
  bool prev_target = false;     // add "prev_<target>": the target one step earlier, 0 at the start
};

// Windows of `time_steps` elements of sequences along their first axis. Shuffled windows are in
// random order; otherwise row n of each batch continues where row n of the previous batch ended, as
// needed by networks that keep their state.
class SequentialArrayIterator : public BatchSource {
 public:
  // Throws a value Error for sequences of different lengths, too short for a batch of windows, or
  // with the name of what is added: "iteration" or the previous target.
  SequentialArrayIterator(DataPart part, std::int64_t time_steps, std::int64_t batch_size,
                          SequenceOptions options = {});

  // Number of windows per epoch.
  std::int64_t ndata() const override;
  std::int64_t batch_size() const override { return order_.batch_size(); }
  std::int64_t nbatches() const { return order_.batches(); }
  std::int64_t total_iterations() const override { return total_; }
  Batch batch(std::int64_t epoch, std::int64_t batch) const;  // (N, REC, rest...)
  std::optional<Batch> next() override;
  void reset() override { iteration_ = 0; }
  std::map<std::string, Op> make_placeholders(bool include_iteration = false) const;

 private:
  DataPart part_;
  std::int64_t time_steps_;
  SequenceOptions options_;
  BatchOrder order_;
  std::int64_t total_, iteration_ = 0;
};

}  // namespace ng::neon
