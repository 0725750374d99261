// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/finite_check.h"

#include <cmath>

#include "engine/base/quote.h"
#include "engine/graph/op_def.h"
#include "engine/neon/training/first_non_finite.h"
#include "engine/neon/training/training.h"
#include "engine/records/tensor_record.h"
#include "engine/records/values/value_summary.h"
#include "engine/runtime/program.h"
#include "engine/session/compilation.h"
#include "engine/session/graph_record.h"

namespace ng {
namespace {

constexpr std::int64_t calls_between_copies = 64;

std::string at_place(const std::vector<AxisRecord>& axes, const Shape& shape,
                     std::int64_t element) {
  const std::string place = place_of(axes, shape, element);
  return place.empty() ? "" : " at " + place;
}

std::string describe_place(const FirstNonFinite& origin) {
  const Op op(origin.value.node);
  return "first in " + describe(origin.value) +
         at_place(axis_records(op.axes()), op.axes().lengths(), origin.element);
}

Diagnostic not_finite(const TrainingRun& run, const std::string& name, double value) {
  Diagnostic diagnostic;
  diagnostic.what =
      quote(name) + " is not finite after iteration " + std::to_string(run.iteration());
  diagnostic.found = std::isnan(value) ? "NaN" : value > 0 ? "inf" : "-inf";
  diagnostic.action = "check the values of this iteration";
  if (changes_state(run.computation().compilation().program))
    diagnostic.action += "; a smaller learning rate often helps";
  return diagnostic;
}

// The state only: the curves of a long run would be copied again and again.
Checkpoint state_of(const TrainingRun& run) {
  Checkpoint state = take_checkpoint(*run.transformer(), run.variables());
  state.position.emplace().iteration = run.iteration();
  return state;
}

std::string transformer_name(const TrainingRun& run) {
  return std::string(run.transformer()->name());
}

}  // namespace

void FiniteCheck::set_every_op(bool check, const TrainingRun& run) {
  if (!check) every_op_.reset();
  if (check && !every_op_)
    every_op_ = std::make_shared<EveryOpCheck>(run.plan().calls.computation, transformer_name(run));
}

void FiniteCheck::reset() {
  kept_.reset();
  forget();
}

void FiniteCheck::before_call(const TrainingRun& run) {
  const bool recent = kept_ && run.iteration() >= kept_->position->iteration &&
                      run.iteration() - kept_->position->iteration < calls_between_copies;
  if (results_ && !recent) kept_ = state_of(run);
  if (every_op_) every_op_->take_state(*run.transformer());
}

void FiniteCheck::after_call(const TrainingRun& run) {
  for (const TensorRecord& result : run.results()) {
    for (std::int64_t i = 0; results_ && i < result.value.size(); ++i) {
      const double element = result.value.at(i);
      if (std::isfinite(element)) continue;
      Diagnostic diagnostic = not_finite(run, result.name, element);
      diagnostic.found += at_place(result.axes, result.value.shape, i);
      diagnostic.ops = {result.op};
      name_origin(run, std::isnan(element), diagnostic);
      refuse(ErrorKind::value, std::move(diagnostic));
    }
  }
  if (every_op_) require_ops(run);
}

void FiniteCheck::after_evaluation(const TrainingRun& run, const std::string& name, double value) {
  if (results_ && !std::isfinite(value)) refuse(ErrorKind::value, not_finite(run, name, value));
}

void FiniteCheck::require_ops(const TrainingRun& run) {
  const std::int64_t iteration = run.iteration();
  const auto origin =
      every_op_->call(run.arguments_at(iteration), iteration - 1, NonFiniteKind::either);
  if (!origin) return;
  const Op op(origin->value.node);
  found_ = {op.id(), iteration, origin->element};
  Diagnostic diagnostic;
  diagnostic.what =
      quote(display_name(op.node())) + " is not finite in iteration " + std::to_string(iteration);
  diagnostic.where = describe_place(*origin);
  diagnostic.action = "check the values of its operands in this iteration";
  diagnostic.ops = {op.id()};
  refuse(ErrorKind::value, std::move(diagnostic));
}

// Adds the op with the first non-finite value, and the element.
void FiniteCheck::name_origin(const TrainingRun& run, bool nan, Diagnostic& diagnostic) {
  if (!kept_) return;
  const PastCalls calls{run.plan().calls.computation,
                        transformer_name(run),
                        *kept_,
                        kept_->position->iteration,
                        run.iteration(),
                        [&run](auto call) { return run.arguments_at(call + 1); }};
  const auto origin = first_non_finite(calls, nan);
  if (!origin) return;
  const Op op(origin->value.node);
  found_ = {op.id(), origin->call + 1, origin->element};
  diagnostic.where = describe_place(*origin);
  if (origin->call + 1 < run.iteration())
    diagnostic.where += ", iteration " + std::to_string(origin->call + 1);
  if (op.node().def->traits.partial) diagnostic.action = "check its operands in that iteration";
  if (diagnostic.ops.front() != op.id()) diagnostic.ops.insert(diagnostic.ops.begin(), op.id());
}

}  // namespace ng
