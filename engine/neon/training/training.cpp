// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/training.h"

#include <algorithm>
#include <chrono>

#include "engine/base/error.h"
#include "engine/runtime/cancellation.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/session/compile_options.h"

namespace ng {
namespace {

double microseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
      .count();
}

BoundPlan loaded_plan(const Document& document) {
  BoundPlan plan(document);
  plan.load();
  return plan;
}

}  // namespace

TrainingRun::TrainingRun(const Document& document, TransformerPtr transformer,
                         TrainingOptions options)
    : title_(document.title),
      transformer_(std::move(transformer)),
      options_(std::move(options)),
      plan_(loaded_plan(document)),
      callbacks_(plan_.callbacks, document.path),
      computation_(options_.compile ? options_.compile(*transformer_, plan_.calls.computation)
                                    : transformer_->add_computation(plan_.calls.computation)),
      evaluations_(plan_, *transformer_, options_.compile_evaluation),
      history_(options_.history_bytes) {
  finite_check_.set_results(options_.stop_at_non_finite || callbacks_.stops_at_non_finite());
  finite_check_.set_every_op(options_.check_every_op, *this);
  reset();
}

void TrainingRun::reset() {
  transformer_->initialize();
  state_ = RunState::idle;
  iteration_ = 0;
  ended_ = 0;
  evaluations_.reset();
  history_.clear();
  microseconds_ = 0;
  timed_calls_ = 0;
  failure_.reset();
  finite_check_.reset();
  callbacks_.resume_from(0);
  curves_.reset(plan_, computation_.results());
}

void TrainingRun::set_epochs(std::int64_t epochs) {
  const std::int64_t done = (iteration_ + plan_.batches - 1) / plan_.batches;
  if (epochs < std::max<std::int64_t>(1, done) || epochs > INT64_MAX / plan_.batches) {
    refuse(ErrorKind::value, "the run cannot be limited to " + std::to_string(epochs) +
                                 " epochs; " + std::to_string(done) +
                                 " are already started or finished");
  }
  plan_.epochs = epochs;
  if (state_ == RunState::finished && iteration_ < total()) state_ = RunState::paused;
}

bool TrainingRun::begin_call() {
  if (is_cancelled()) {
    state_ = RunState::cancelled;
    return false;
  }
  state_ = RunState::running;
  failure_.reset();
  in_callbacks_ = false;
  finite_check_.forget();
  if (!evaluate_if_due()) return false;
  guarded([&] { end_epoch_if_due(); });
  if (iteration_ >= total()) {
    state_ = RunState::finished;
    return false;
  }
  guarded([&] { finite_check_.before_call(*this); });
  guarded([&] { computation_.begin(plan_.calls.shared_arguments(plan_.moment(iteration_))); });
  return true;
}

void TrainingRun::run_step(std::size_t step) {
  const CancelScope scope(options_.gives_up_waits.get());
  guarded([&] { computation_.run_step(step); });
}

void TrainingRun::finish_call() {
  const CancelScope scope(options_.gives_up_waits.get());
  guarded([&] {
    const Results& results = computation_.finish();
    history_.take(computation_, results, ++iteration_);
    curves_.add_results(iteration_, results);
    if (options_.after_iteration) options_.after_iteration(*this);
    finite_check_.after_call(*this);
    if (!evaluate_if_due()) return;
    end_epoch_if_due();
    if (iteration_ >= total()) state_ = RunState::finished;
  });
}

bool TrainingRun::step(const std::function<void(std::size_t)>& stepped) {
  const CancelScope scope(options_.gives_up_waits.get());
  if (!begin_call()) return false;
  guarded([&] {
    const auto start = std::chrono::steady_clock::now();
    if (stepped) {
      stepped(0);
      computation_.run([&](std::size_t step) { stepped(step + 1); });
    } else {
      computation_.run();
    }
    microseconds_ += microseconds_since(start);
    ++timed_calls_;
  });
  finish_call();
  return true;
}

// Runs the evaluations that are due. Returns false if the run was cancelled; the evaluation is then
// repeated later.
bool TrainingRun::evaluate_if_due() {
  const CancelScope scope(options_.gives_up_waits.get());
  while (is_epoch_end()) {
    const auto due = evaluations_.due(plan_, epoch());
    if (!due) break;
    std::optional<double> value;
    guarded([&] {
      value = evaluations_.run(plan_, *due, epoch(), iteration_, *transformer_,
                               options_.cancelled.get());
    });
    if (!value) {
      state_ = RunState::cancelled;
      return false;
    }
    curves_.add_evaluation(*due, epoch(), *value);
    if (options_.after_evaluation) options_.after_evaluation(*this, *due, *value);
    guarded([&] { finite_check_.after_evaluation(*this, plan_.evaluations[*due].name, *value); });
  }
  return true;
}

void TrainingRun::end_epoch_if_due() {
  if (!is_epoch_end() || ended_ >= epoch()) return;
  ended_ = epoch();
  in_callbacks_ = true;
  callbacks_.after_epoch(*this, writes_for_all(transformer_->options().ranks.get()));
  in_callbacks_ = false;
  if (options_.after_epoch) options_.after_epoch(*this);
}

void TrainingRun::run_epoch() {
  const std::int64_t end = std::min(total(), (epoch() + 1) * plan_.batches);
  while (iteration_ < end && step()) {
  }
}

void TrainingRun::run() {
  while (step()) {
  }
}

void TrainingRun::pause() {
  if (state_ == RunState::running || state_ == RunState::idle) state_ = RunState::paused;
}

std::vector<Tensor> TrainingRun::arguments_at(std::int64_t iteration) const {
  if (iteration < 1 || iteration > total()) {
    refuse(ErrorKind::value, "the run has no iteration " + std::to_string(iteration));
  }
  return plan_.calls.arguments(plan_.moment(iteration - 1));
}

double TrainingRun::microseconds_per_call() const {
  return timed_calls_ == 0 ? 0 : microseconds_ / static_cast<double>(timed_calls_);
}

}  // namespace ng
