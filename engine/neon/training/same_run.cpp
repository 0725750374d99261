// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/same_run.h"

#include "engine/base/quote.h"
#include "engine/formats/content_hash.h"
#include "engine/ops/sequencing.h"
#include "engine/runtime/ranks/same_program.h"

namespace ng {
namespace {

std::string numbers_of(const TrainingRun& run) {
  const BoundPlan& plan = run.plan();
  std::string text;
  for (const std::int64_t number : {run.iteration(), plan.epochs, plan.batches})
    text += std::to_string(number) + " ";
  for (const PlannedEvaluation& evaluation : plan.evaluations)
    text += quote(evaluation.name) + std::to_string(evaluation.batches) + " ";
  return text;
}

void check_same_values(const PlannedCalls& calls, const std::vector<Moment>& moments,
                       Communicator& world) {
  const std::vector<NodePtr> parameters = parts_of(calls.computation.node()).parameters;
  for (std::size_t i = 0; i < calls.sources.size(); ++i) {
    std::string text;
    for (const Moment& moment : moments) text += content_hash({}, *calls.sources[i](moment));
    check_same_input(world, content_hash(text), "values of " + quote(Op(parameters.at(i)).name()));
  }
}

}  // namespace

void check_same_run(const TrainingRun& run, Communicator& world) {
  check_same_input(world, content_hash(numbers_of(run)), "numbers of epochs, batches or calls");
  const BoundPlan& plan = run.plan();
  const std::int64_t first = run.iteration(), last = run.total() - 1;
  if (first > last) return;
  check_same_values(
      plan.calls, {plan.moment(first), plan.moment(first + (last - first) / 2), plan.moment(last)},
      world);
  for (const PlannedEvaluation& evaluation : plan.evaluations)
    check_same_values(evaluation.calls, {{}, {.batch = evaluation.batches - 1}}, world);
}

}  // namespace ng
