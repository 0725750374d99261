// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/training.h"

#include <algorithm>
#include <chrono>

#include "engine/base/error.h"
#include "engine/neon/training/first_non_finite.h"
#include "engine/neon/training/result_name.h"
#include "engine/session/graph_record.h"

namespace ng {
namespace {

double microseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
      .count();
}

// Records of all results that have a value, still without values.
std::vector<TensorRecord> empty_records(const Computation& computation, const Results& results) {
  std::vector<TensorRecord> records;
  const std::vector<Op> ops = computation.results();
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (!results.has_value(i)) continue;
    records.push_back({ops[i].id(), result_name(ops[i]), axis_records(ops[i].axes()), {}, 0});
  }
  return records;
}

}  // namespace

TrainingRun::TrainingRun(const Document& document, TransformerPtr transformer,
                         TrainingOptions options)
    : title_(document.title),
      transformer_(std::move(transformer)),
      options_(std::move(options)),
      plan_(document),
      callbacks_(plan_.callbacks, document.path),
      history_(options_.history_bytes) {
  plan_.load();
  if (callbacks_.stops_at_non_finite()) options_.stop_at_non_finite = true;
  const Op& node = plan_.calls.computation;
  computation_ = options_.compile ? options_.compile(*transformer_, node)
                                  : transformer_->add_computation(node);
  for (const PlannedEvaluation& evaluation : plan_.evaluations) {
    evaluations_.push_back(transformer_->add_computation(evaluation.calls.computation));
  }
  set_check_every_op(options_.check_every_op);
  reset();
}

void TrainingRun::set_check_every_op(bool check) {
  options_.check_every_op = check;
  if (!check) check_.reset();
  if (check && !check_)
    check_ = std::make_shared<EveryOpCheck>(plan_.calls.computation,
                                            std::string(transformer_->name()));
}

void TrainingRun::reset() {
  transformer_->initialize();
  state_ = RunState::idle;
  iteration_ = 0;
  ended_ = 0;
  evaluated_.assign(evaluations_.size(), 0);
  last_values_.assign(evaluations_.size(), std::nullopt);
  results_.clear();
  history_.clear();
  microseconds_ = 0;
  timed_calls_ = 0;
  failure_.reset();
  non_finite_.reset();
  kept_.reset();
  callbacks_.goes_on_from(0);
  make_curves();
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

void TrainingRun::fail(Diagnostic diagnostic) {
  state_ = RunState::failed;
  failure_ = std::move(diagnostic);
}

bool TrainingRun::begin_call() {
  if (is_cancelled()) {
    state_ = RunState::cancelled;
    return false;
  }
  state_ = RunState::running;
  failure_.reset();
  non_finite_.reset();
  if (!evaluate_if_due()) return false;
  guarded([&] { end_epoch_if_due(); });
  if (iteration_ >= total()) {
    state_ = RunState::finished;
    return false;
  }
  if (options_.stop_at_non_finite) keep_state();
  if (check_) guarded([&] { check_->take_state(*transformer_); });
  guarded([&] { computation_.begin(plan_.calls.shared_arguments(plan_.moment(iteration_))); });
  return true;
}

void TrainingRun::run_step(std::size_t step) {
  guarded([&] { computation_.run_step(step); });
}

void TrainingRun::finish_call() {
  guarded([&] {
    take_results(computation_.finish());
    if (options_.after_iteration) options_.after_iteration(*this);
    if (options_.stop_at_non_finite) {
      for (const TensorRecord& result : results_) require_finite(result.value, result.name);
    }
    if (check_) require_finite_ops();
    if (!evaluate_if_due()) return;
    end_epoch_if_due();
    if (iteration_ >= total()) state_ = RunState::finished;
  });
}

bool TrainingRun::step() {
  if (!begin_call()) return false;
  guarded([&] {
    const auto start = std::chrono::steady_clock::now();
    computation_.run();
    microseconds_ += microseconds_since(start);
    ++timed_calls_;
  });
  finish_call();
  return true;
}

bool TrainingRun::step(const std::function<void(std::size_t)>& stepped) {
  if (!begin_call()) return false;
  guarded([&] {
    const auto start = std::chrono::steady_clock::now();
    stepped(0);
    for (std::size_t i = 0; i < step_count(); ++i) {
      computation_.run_step(i);
      stepped(i + 1);
    }
    microseconds_ += microseconds_since(start);
    ++timed_calls_;
  });
  finish_call();
  return true;
}

void TrainingRun::take_results(const Results& results) {
  ++iteration_;
  if (results_.empty()) results_ = empty_records(computation_, results);
  std::size_t next = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results.has_value(i)) continue;
    results_[next].value = results[i];
    results_[next++].iteration = iteration_;
  }
  history_.add(iteration_, results_);
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    if (!curves_[i].result) continue;
    series_[i].x.push_back(static_cast<double>(iteration_));
    series_[i].y.push_back(results[*curves_[i].result].item());
  }
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

std::optional<double> TrainingRun::last_evaluation(std::size_t evaluation) const {
  return last_values_.at(evaluation);
}

double TrainingRun::microseconds_per_call() const {
  return timed_calls_ == 0 ? 0 : microseconds_ / static_cast<double>(timed_calls_);
}

}  // namespace ng
