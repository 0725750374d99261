// SPDX-License-Identifier: Apache-2.0
// Curves and evaluations of a run.
#include "engine/neon/training/training.h"

#include <cmath>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/neon/training/first_non_finite.h"
#include "engine/neon/training/result_name.h"
#include "engine/records/value_summary.h"
#include "engine/session/graph_record.h"

namespace ng {

namespace {

constexpr std::int64_t calls_between_copies = 64;

std::string at_place(const std::vector<AxisRecord>& axes, const Shape& shape,
                     std::int64_t element) {
  const std::string place = place_of(axes, shape, element);
  return place.empty() ? "" : " at " + place;
}

}  // namespace

void TrainingRun::make_curves() {
  curves_.clear();
  series_.clear();
  for (const PlanPlot& plot : plan_.plots) add_curve(plot);
  if (!plan_.plots.empty()) return;
  for (const Op& result : computation_.results()) {
    if (!result.value().has_type() || !result.axes().empty()) continue;
    PlanPlot plot;
    plot.series = result_name(result);
    add_curve(plot);
  }
  for (const PlannedEvaluation& evaluation : plan_.evaluations) {
    PlanPlot plot;
    plot.series = evaluation.name;
    add_curve(plot);
  }
}

void TrainingRun::add_curve(const PlanPlot& plot) {
  Curve curve;
  const std::vector<Op> results = computation_.results();
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].name() == plot.series || result_name(results[i]) == plot.series)
      curve.result = i;
  }
  for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
    if (plan_.evaluations[i].name == plot.series) curve.evaluation = i;
  }
  if (curve.evaluation) curve.result.reset();
  curves_.push_back(curve);
  const char* const x_title = curve.evaluation ? "epoch" : "iteration";
  series_.push_back({plot.title.empty() ? plot.series : plot.title,
                     plot.x_title.empty() ? x_title : plot.x_title,
                     plot.y_title.empty() ? plot.series : plot.y_title,
                     {},
                     {},
                     curve.result ? results[*curve.result].id() : 0});
}

// Runs an evaluation that is due: before the first call if the plan requests it, and after each
// epoch. Returns false if the run was cancelled; the evaluation is then repeated later.
bool TrainingRun::evaluate_if_due() {
  for (std::size_t i = 0; i < evaluations_.size(); ++i) {
    const std::int64_t due = epoch() + (plan_.evaluations[i].at_start ? 1 : 0);
    const bool at_boundary = iteration_ % plan_.batches == 0;
    if (at_boundary && evaluated_[i] < due && !evaluate(i)) return false;
  }
  return true;
}

void TrainingRun::end_epoch_if_due() {
  if (iteration_ % plan_.batches != 0 || ended_ >= epoch()) return;
  ended_ = epoch();
  callbacks_.after_epoch(*this);
  if (options_.after_epoch) options_.after_epoch(*this);
}

bool TrainingRun::has_evaluated_all() const {
  for (std::size_t i = 0; i < evaluated_.size(); ++i) {
    if (evaluated_[i] < epoch() + (plan_.evaluations[i].at_start ? 1 : 0)) return false;
  }
  return true;
}

// A cancelled evaluation is repeated from its start, so state that it wrote must be restored.
std::vector<std::pair<Op, Tensor>> TrainingRun::cancellable_state(
    const Computation& evaluation) const {
  std::vector<std::pair<Op, Tensor>> state;
  if (!options_.cancelled) return state;
  for (const Op& op : state_of(std::span(&evaluation, 1))) {
    if (std::optional<Tensor> value = transformer_->value(op)) {
      state.emplace_back(op, std::move(*value));
    }
  }
  return state;
}

bool TrainingRun::evaluate(std::size_t index) {
  const PlannedEvaluation& planned = plan_.evaluations[index];
  const std::vector<std::pair<Op, Tensor>> before = cancellable_state(evaluations_[index]);
  std::vector<double> values;
  std::int64_t batch = 0;
  guarded([&] {
    for (; batch < planned.batches && !is_cancelled(); ++batch) {
      const Moment moment{epoch(), batch, iteration_};
      evaluations_[index].begin(planned.calls.shared_arguments(moment));
      evaluations_[index].run();
      planned.take(evaluations_[index].finish()[0], moment, values);
    }
  });
  if (batch < planned.batches) {
    for (const auto& [op, value] : before) transformer_->set_value(op, value);
    state_ = RunState::cancelled;
    return false;
  }
  double value = 0;
  guarded([&] { value = planned.reduced(values); });
  evaluated_[index] = epoch() + (planned.at_start ? 1 : 0);
  last_values_[index] = value;
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    if (curves_[i].evaluation != index) continue;
    series_[i].x.push_back(static_cast<double>(epoch()));
    series_[i].y.push_back(value);
  }
  if (options_.after_evaluation) options_.after_evaluation(*this, index, value);
  if (options_.stop_at_non_finite) {
    Tensor scalar(DType::f64, {});
    scalar.set(0, value);
    guarded([&] { require_finite(scalar, planned.name); });
  }
  return true;
}

void TrainingRun::require_finite(const Tensor& value, const std::string& what) {
  for (std::int64_t i = 0; i < value.size(); ++i) {
    const double element = value.at(i);
    if (std::isfinite(element)) continue;
    const auto record = std::find_if(results_.begin(), results_.end(),
                                     [&](const TensorRecord& r) { return &r.value == &value; });
    Diagnostic diagnostic;
    diagnostic.what = quote(what) + " is not finite after iteration " + std::to_string(iteration_);
    diagnostic.found =
        (std::isnan(element) ? "NaN"
         : element > 0       ? "inf"
                             : "-inf") +
        (record == results_.end() ? std::string() : at_place(record->axes, record->value.shape, i));
    diagnostic.action = "check the values of this iteration; a smaller learning rate often helps";
    if (record != results_.end()) {
      diagnostic.ops = {record->op};
      name_origin(diagnostic, std::isnan(element));
    }
    refuse(ErrorKind::value, std::move(diagnostic));
  }
}

void TrainingRun::require_finite_ops() {
  const auto found = check_->call(arguments_at(iteration_), iteration_ - 1, Odd::either);
  if (!found) return;
  const Op op(found->value.node);
  non_finite_ = {op.id(), iteration_, found->element};
  Diagnostic diagnostic;
  diagnostic.what =
      quote(display_name(op.node())) + " is not finite in iteration " + std::to_string(iteration_);
  diagnostic.where = "first in " + describe(found->value) +
                     at_place(axis_records(op.axes()), op.axes().lengths(), found->element);
  diagnostic.action = "check the values of its operands in this iteration";
  diagnostic.ops = {op.id()};
  refuse(ErrorKind::value, std::move(diagnostic));
}

void TrainingRun::keep_state() {
  const bool recent = kept_ && iteration_ >= kept_->position->iteration &&
                      iteration_ - kept_->position->iteration < calls_between_copies;
  if (!recent) kept_ = checkpoint();
}

// Adds the op with the first non-finite value, and the element.
void TrainingRun::name_origin(Diagnostic& diagnostic, bool nan) {
  if (!kept_) return;
  const PastCalls calls{plan_.calls.computation,
                        std::string(transformer_->name()),
                        *kept_,
                        kept_->position->iteration,
                        iteration_,
                        [this](auto call) { return arguments_at(call + 1); }};
  const auto origin = first_non_finite(calls, nan);
  if (!origin) return;
  const Op op(origin->value.node);
  non_finite_ = {op.id(), origin->call + 1, origin->element};
  diagnostic.where = "first in " + describe(origin->value) +
                     at_place(axis_records(op.axes()), op.axes().lengths(), origin->element);
  if (origin->call + 1 < iteration_) {
    diagnostic.where += ", iteration " + std::to_string(origin->call + 1);
  }
  if (op.node().def->traits.partial) diagnostic.action = "check its operands in that iteration";
  if (diagnostic.ops.front() != op.id()) diagnostic.ops.insert(diagnostic.ops.begin(), op.id());
}

}  // namespace ng
