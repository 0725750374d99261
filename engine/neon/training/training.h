// SPDX-License-Identifier: Apache-2.0
// A run plan at work: one call after the other, evaluations between, curves and kept results. The
// command line and the window both drive one.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/neon/plan/run_plan.h"
#include "engine/neon/training/run_callbacks.h"
#include "engine/neon/training/run_history.h"
#include "engine/session/checkpoint.h"
#include "engine/session/record.h"
#include "engine/session/transformer.h"

namespace ng {

class TrainingRun;
class EveryOpCheck;

struct TrainingOptions {
  // How the plan's computation is compiled; by default transformer.add_computation(node).
  std::function<Computation(Transformer&, const Op& node)> compile;
  // Set by any thread: the run stops before the next call, and can go on later.
  std::shared_ptr<const std::atomic<bool>> cancelled;
  // The run fails at the first result, or evaluation, that is NaN or infinite, and names the op
  // that it comes from: a copy of the state is kept for that, taken every 64 calls.
  bool stop_at_non_finite = false;
  // The same for every op of the computation, reached or not: each call is made a second time by a
  // program that stores them all, from a copy of the state. Slower by an order of magnitude.
  bool check_every_op = false;
  std::int64_t history_bytes = std::int64_t{64} << 20;  // of kept results; oldest forgotten first
  // Called on the thread that steps: after each call, after each evaluation (its place in the plan
  // and value).
  std::function<void(const TrainingRun&)> after_iteration;
  std::function<void(const TrainingRun&, std::size_t evaluation, double value)> after_evaluation;
  // After each epoch, its evaluations and the plan's callbacks.
  std::function<void(const TrainingRun&)> after_epoch;
};

// Used by one thread at a time, with its transformer.
class TrainingRun {
 public:
  // Compiles the plan's computations; refusals of BoundPlan and of compiling. The document may go.
  TrainingRun(const Document& document, TransformerPtr transformer, TrainingOptions options = {});

  const BoundPlan& plan() const { return plan_; }
  const Computation& computation() const { return computation_; }
  const TransformerPtr& transformer() const { return transformer_; }

  RunState state() const { return state_; }
  std::int64_t iteration() const { return iteration_; }              // calls done
  std::int64_t epoch() const { return iteration_ / plan_.batches; }  // epochs finished
  std::int64_t total() const { return plan_.iterations(); }
  // A run that is over goes on when there are more. Not fewer than are done: value Error.
  void set_epochs(std::int64_t epochs);

  // The next call, after the evaluation before it if one is due; the evaluation of an epoch follows
  // its last call at once. False when there is nothing left to do, or the run was cancelled:
  // `state` tells. Errors leave the run failed at the call that threw.
  bool step();
  // The same, one step of the program after the other, for measuring each: `stepped` is told how
  // many are done, first 0 when the arguments are in.
  bool step(const std::function<void(std::size_t done)>& stepped);
  void run_epoch();  // to the end of the present epoch
  void run();        // to the end of the plan
  // One call in its program's steps: begin, each step, finish. begin is false like step's.
  bool begin_call();
  void run_step(std::size_t step);
  void finish_call();
  std::size_t step_count() const { return computation_.step_count(); }
  void pause();  // says so; the next step goes on

  // Initial values, empty curves, iteration 0.
  void reset();

  // Curves: the plan's plots in their order, else every scalar result and evaluation.
  const std::vector<SeriesRecord>& series() const { return series_; }
  // What the last call returned, with axes; ops without a value are left out. Empty before it.
  const std::vector<TensorRecord>& results() const { return results_; }
  // What call `iteration` (from 1) returned; null when it is no longer kept.
  const std::vector<TensorRecord>* results_at(std::int64_t iteration) const {
    return history_.find(iteration);
  }
  // What call `iteration` (from 1) was, or will be, fed.
  std::vector<Tensor> arguments_at(std::int64_t iteration) const;
  std::optional<double> last_evaluation(std::size_t evaluation) const;
  double microseconds_per_call() const;  // mean, without evaluations; 0 before the first
  // Why the run failed.
  const std::optional<Diagnostic>& failure() const { return failure_; }
  // The op whose value was the first that was not finite, if that is why.
  struct NonFinite {
    OpKey op = 0;
    std::int64_t iteration = 0, element = 0;
  };
  const std::optional<NonFinite>& non_finite() const { return non_finite_; }
  // As TrainingOptions::stop_at_non_finite, for the calls that follow.
  void set_stop_at_non_finite(bool stop) { options_.stop_at_non_finite = stop; }
  bool stops_at_non_finite() const { return options_.stop_at_non_finite; }
  void set_check_every_op(bool check);  // as TrainingOptions::check_every_op

  // Everything that the rest of the run depends on, and the curves so far.
  Checkpoint checkpoint() const;
  void save(const std::string& path) const { write_checkpoint(path, checkpoint()); }
  // Goes on where the checkpoint was taken; the calls that follow give the same bits. Without a
  // position only values are taken. Refusals of apply_checkpoint; then nothing is changed.
  void restore(const Checkpoint& checkpoint);
  void restore(const std::string& path) { restore(read_checkpoint(path)); }

 private:
  struct Curve {
    int result = -1, evaluation = -1;  // one of them: place among the results or evaluations
  };
  void make_curves();
  void add_curve(const PlanPlot& plot);
  std::vector<Op> state_ops() const;
  bool is_cancelled() const { return options_.cancelled && options_.cancelled->load(); }
  bool evaluate_if_due();
  bool has_evaluated_all() const;
  void end_epoch_if_due();
  bool evaluate(std::size_t index);
  std::vector<std::pair<Op, Tensor>> cancellable_state(const Computation& evaluation) const;
  void take_results(const Results& results);
  void require_finite(const Tensor& value, const std::string& what);
  void keep_state();
  void require_finite_ops();
  void name_origin(Diagnostic& diagnostic, bool nan);
  void fail(Diagnostic diagnostic);
  // Runs `call`; an Error leaves the run failed and goes on to the caller.
  template <class Call>
  void guarded(const Call& call) {
    try {
      call();
    } catch (const Error& error) {
      fail(error.diagnostic());
      throw;
    }
  }
  void restore_position(const Checkpoint& checkpoint);

  std::string title_;
  TransformerPtr transformer_;
  TrainingOptions options_;
  BoundPlan plan_;
  RunCallbacks callbacks_;
  Computation computation_;
  std::vector<Computation> evaluations_;
  RunState state_ = RunState::idle;
  std::int64_t iteration_ = 0;
  std::int64_t ended_ = 0;               // epochs whose callbacks have run
  std::vector<std::int64_t> evaluated_;  // how often each evaluation has run
  std::vector<std::optional<double>> last_values_;
  std::vector<Curve> curves_;  // beside series_
  std::vector<SeriesRecord> series_;
  std::vector<TensorRecord> results_;
  RunHistory history_;
  double microseconds_ = 0;
  std::int64_t timed_calls_ = 0;
  std::optional<Diagnostic> failure_;
  std::optional<NonFinite> non_finite_;
  std::shared_ptr<EveryOpCheck> check_;  // null: only results are looked at
  std::optional<Checkpoint> kept_;  // with its position: calls since then can be made again
};

}  // namespace ng
