// SPDX-License-Identifier: Apache-2.0
// Batches of arrays for programs that drive their own loop (semantics 7.5).
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
  // How many batches `next` gives; without it, one epoch.
  std::optional<std::int64_t> total_iterations;
  // The seed of the order of samples; without it they come in turn.
  std::optional<std::uint32_t> shuffle;
};

class ArrayIterator : public BatchSource {
 public:
  // Arrays with samples along their first axis. Value Errors: none, samples of different number,
  // fewer than a batch.
  ArrayIterator(DataPart part, std::int64_t batch_size, IteratorOptions options = {});

  std::int64_t ndata() const override { return part_.count(); }
  std::int64_t batch_size() const override { return order_.batch_size(); }
  std::int64_t nbatches() const { return order_.batches(); }  // of an epoch
  std::int64_t total_iterations() const override { return total_; }
  // Shapes (N, rest...); the last batch of an epoch wraps to the front.
  Batch batch(std::int64_t epoch, std::int64_t batch) const;
  // The next one; nothing after the last. `reset` goes back to the first.
  std::optional<Batch> next() override;
  void reset() override { iteration_ = 0; }

  // Placeholders (N, rest...) in the arrays' element types, by array; a scalar "iteration" besides
  // if asked for. Axes of one name are one axis.
  std::map<std::string, Op> make_placeholders(bool include_iteration = false) const;

 private:
  DataPart part_;
  BatchOrder order_;
  std::int64_t total_, iteration_ = 0;
};

struct SequenceOptions : IteratorOptions {
  std::int64_t stride = 0;  // from window to window; 0: their length
  std::string target = "targets";
  bool reverse_target = false;  // targets run backward through each window
  bool prev_target = false;     // adds "prev_<target>": the target a place before, 0 at the start
};

// Windows of `time_steps` of sequences that lie along their first axis. Shuffled, windows come by
// chance. In turn, row n of each batch goes on where row n of the batch before ended, as nets that
// keep their state need.
class SequentialArrayIterator : public BatchSource {
 public:
  // Value Errors: sequences of different length, or too short for a batch of windows.
  SequentialArrayIterator(DataPart part, std::int64_t time_steps, std::int64_t batch_size,
                          SequenceOptions options = {});

  // Windows of an epoch.
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
