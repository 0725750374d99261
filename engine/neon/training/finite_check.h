// SPDX-License-Identifier: Apache-2.0
// Checks of a run for NaN and infinite values: of its results, or of every op.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/base/error.h"
#include "engine/documents/checkpoint.h"

namespace ng {

class EveryOpCheck;
class TrainingRun;

class FiniteCheck {
 public:
  // The op with the first non-finite value.
  struct Found {
    OpId op = 0;
    std::int64_t iteration = 0, element = 0;
  };

  // See TrainingOptions::stop_at_non_finite; for the following calls.
  void set_results(bool check) { results_ = check; }
  bool checks_results() const { return results_; }
  // See TrainingOptions::check_every_op; compiles a program that stores every op.
  void set_every_op(bool check, const TrainingRun& run);

  void reset();  // also forgets the copy of the state
  void forget() { found_.reset(); }
  const std::optional<Found>& found() const { return found_; }

  void before_call(const TrainingRun& run);  // copies the state if needed
  // Throw a value Error for a value that is not finite.
  void after_call(const TrainingRun& run);
  void after_evaluation(const TrainingRun& run, const std::string& name, double value);

 private:
  void require_ops(const TrainingRun& run);
  void name_origin(const TrainingRun& run, bool nan, Diagnostic& diagnostic);

  bool results_ = false;
  std::shared_ptr<EveryOpCheck> every_op_;  // null: only results are checked
  std::optional<Checkpoint> kept_;  // of the state, with its iteration: later calls can be repeated
  std::optional<Found> found_;
};

}  // namespace ng
