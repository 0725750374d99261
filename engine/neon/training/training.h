// SPDX-License-Identifier: Apache-2.0
// Execution of a run plan: the loop over its calls and evaluations, with checkpoints. Used by the
// command line and the workbench.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/documents/checkpoint.h"
#include "engine/neon/plan/run_plan.h"
#include "engine/neon/training/finite_check.h"
#include "engine/neon/training/run_callbacks.h"
#include "engine/neon/training/run_curves.h"
#include "engine/neon/training/run_evaluations.h"
#include "engine/neon/training/run_history.h"
#include "engine/records/run_state.h"
#include "engine/records/series_record.h"
#include "engine/session/transformer.h"

namespace ng {

class TrainingRun;

struct TrainingOptions {
  // Compiles the plan's computation; default: transformer.add_computation(node).
  std::function<Computation(Transformer&, const Op& node)> compile;
  // The same for the computations of the plan's evaluations.
  std::function<Computation(Transformer&, const Op& node)> compile_evaluation;
  // May be set by any thread: the run stops before the next call and can be continued later.
  std::shared_ptr<const std::atomic<bool>> cancelled;
  // When set, a wait for a device whose work does not end soon is given up, and the run fails.
  std::shared_ptr<const std::atomic<bool>> gives_up_waits;
  // Fail at the first result or evaluation that is NaN or infinite, naming the op of its origin;
  // for that a copy of the state is taken every 64 calls.
  bool stop_at_non_finite = false;
  // The same check for every op of the computation: each call is repeated from a copy of the state
  // by a program that stores all ops. About ten times slower.
  bool check_every_op = false;
  std::int64_t history_bytes = std::int64_t{64} << 20;  // limit for kept results
  // Called on the thread that steps: after each call, and after each evaluation (with its index in
  // the plan and its value).
  std::function<void(const TrainingRun&)> after_iteration;
  std::function<void(const TrainingRun&, std::size_t evaluation, double value)> after_evaluation;
  // Called after each epoch, its evaluations and the plan's callbacks.
  std::function<void(const TrainingRun&)> after_epoch;
};

// Used by one thread at a time, together with its transformer.
class TrainingRun {
 public:
  // Compiles the plan's computations; throws the errors of BoundPlan and of compilation. The
  // document need not outlive this object.
  TrainingRun(const Document& document, TransformerPtr transformer, TrainingOptions options = {});

  const BoundPlan& plan() const { return plan_; }
  const Computation& computation() const { return computation_; }
  const TransformerPtr& transformer() const { return transformer_; }

  RunState state() const { return state_; }
  std::int64_t iteration() const { return iteration_; }              // finished calls
  std::int64_t epoch() const { return iteration_ / plan_.batches; }  // finished epochs
  std::int64_t total() const { return plan_.iterations(); }
  // Sets the number of epochs; a finished run can be extended. Throws a value Error for fewer than
  // are already done.
  void set_epochs(std::int64_t epochs);

  // Makes the next call, preceded by an evaluation if one is due; the evaluation of an epoch
  // follows its last call immediately. Returns false if nothing is left or the run was cancelled
  // (see state()). An Error leaves the run failed at the call that threw. With `stepped`, executes
  // the program's steps one by one for measuring; `stepped` receives the number of finished steps,
  // starting with 0 when the arguments are copied. Steps that run once are left out of later calls.
  bool step(const std::function<void(std::size_t done)>& stepped = {});
  void run_epoch();  // to the end of the current epoch
  void run();        // to the end of the plan
  // One call step by step: begin, each step, finish. begin_call() returns false like step().
  bool begin_call();
  void run_step(std::size_t step);
  void finish_call();
  void pause();  // sets the state; the next step continues

  // Resets to initial values, empty curves and iteration 0.
  void reset();

  // Curves: the plan's plots in order, else every scalar result and evaluation.
  const std::vector<SeriesRecord>& series() const { return curves_.series(); }
  // Results of the last call, with axes; ops without a value are omitted. Empty before the first
  // call.
  const std::vector<TensorRecord>& results() const { return history_.last(); }
  // Results of call `iteration` (from 1); null if they are no longer kept.
  const std::vector<TensorRecord>* results_at(std::int64_t iteration) const {
    return history_.find(iteration);
  }
  // Arguments of the past or future call `iteration` (from 1).
  std::vector<Tensor> arguments_at(std::int64_t iteration) const;
  std::optional<double> last_evaluation(std::size_t evaluation) const {
    return evaluations_.last(evaluation);
  }
  double microseconds_per_call() const;  // mean without evaluations; 0 before the first call
  // Why the run failed.
  const std::optional<Diagnostic>& failure() const { return failure_; }
  // Did it fail in the plan's callbacks, between two calls? The state is then that after
  // iteration().
  bool callback_failed() const { return failure_ && in_callbacks_; }
  FiniteCheck& finite_check() { return finite_check_; }
  const FiniteCheck& finite_check() const { return finite_check_; }

  // Variables and persistent tensors of the plan's computations, by name.
  std::vector<Op> variables() const { return evaluations_.state_with(computation_); }
  // Everything that the rest of the run depends on, and the curves so far. On several ranks a
  // collective call.
  Checkpoint checkpoint(CheckpointRanks ranks = CheckpointRanks::all) const;
  // Resumes at the checkpoint; the following calls produce the same bits. Without a position, or
  // with that of another plan, only values are restored. Returns a warning if the position is of
  // this computation with other epochs: the run then starts over. Throws the errors of
  // apply_checkpoint; nothing is changed then.
  std::optional<Diagnostic> restore(const Checkpoint& checkpoint);
  std::optional<Diagnostic> restore(const std::string& path) {
    return restore(read_checkpoint(path));
  }

 private:
  bool is_cancelled() const { return options_.cancelled && options_.cancelled->load(); }
  bool is_epoch_end() const { return iteration_ % plan_.batches == 0; }
  // The warning that the position is not taken, which differs from this run in its epochs.
  std::optional<Diagnostic> starts_over(const RunPosition& position) const;
  bool evaluate_if_due();
  void end_epoch_if_due();
  // Runs `call`; an Error marks the run as failed and is rethrown.
  template <class Call>
  void guarded(const Call& call) {
    try {
      call();
    } catch (const Error& error) {
      state_ = RunState::failed;
      failure_ = error.diagnostic();
      throw;
    }
  }

  std::string title_;
  TransformerPtr transformer_;
  TrainingOptions options_;
  BoundPlan plan_;
  RunCallbacks callbacks_;
  Computation computation_;
  RunEvaluations evaluations_;
  FiniteCheck finite_check_;
  RunCurves curves_;
  RunState state_ = RunState::idle;
  std::int64_t iteration_ = 0;
  std::int64_t ended_ = 0;  // epochs whose callbacks have run
  RunHistory history_;
  double microseconds_ = 0;
  std::int64_t timed_calls_ = 0;
  std::optional<Diagnostic> failure_;
  bool in_callbacks_ = false;
};

}  // namespace ng
