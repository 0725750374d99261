// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/run_evaluations.h"

#include <span>
#include <utility>

#include "engine/documents/checkpoint.h"
#include "engine/runtime/memory.h"

namespace ng {
namespace {

std::int64_t runs_wanted(const PlannedEvaluation& planned, std::int64_t epoch) {
  return epoch + (planned.at_start ? 1 : 0);
}

using KeptState = std::vector<std::pair<std::shared_ptr<Storage>, Tensor>>;

// Of this rank: kept and set again without exchanges.
KeptState state_before(const Computation& evaluation, const Transformer& transformer) {
  KeptState state;
  for (const Op& op : state_of(std::span(&evaluation, 1)))
    if (auto storage = transformer.state().find(op.id())) {
      Tensor local = storage->local();
      state.emplace_back(std::move(storage), std::move(local));
    }
  return state;
}

}  // namespace

RunEvaluations::RunEvaluations(const BoundPlan& plan, Transformer& transformer,
                               const Compile& compile) {
  for (const PlannedEvaluation& evaluation : plan.evaluations) {
    const Op& node = evaluation.calls.computation;
    computations_.push_back(compile ? compile(transformer, node)
                                    : transformer.add_computation(node));
  }
  reset();
}

std::vector<Op> RunEvaluations::state_with(const Computation& computation) const {
  std::vector<Computation> all = computations_;
  all.push_back(computation);
  return state_of(all);
}

void RunEvaluations::reset() {
  restore(std::vector<std::int64_t>(computations_.size(), 0));
}

void RunEvaluations::restore(std::vector<std::int64_t> counts) {
  counts_ = std::move(counts);
  last_.assign(computations_.size(), std::nullopt);
}

std::optional<std::size_t> RunEvaluations::due(const BoundPlan& plan, std::int64_t epoch) const {
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (counts_[i] < runs_wanted(plan.evaluations[i], epoch)) return i;
  return {};
}

std::optional<double> RunEvaluations::run(const BoundPlan& plan, std::size_t index,
                                          std::int64_t epoch, std::int64_t iteration,
                                          Transformer& transformer,
                                          const std::atomic<bool>* cancelled) {
  const PlannedEvaluation& planned = plan.evaluations[index];
  const Computation& computation = computations_[index];
  KeptState before;
  if (cancelled) before = state_before(computation, transformer);
  std::vector<double> values;
  for (std::int64_t batch = 0; batch < planned.batches; ++batch) {
    if (cancelled && cancelled->load()) {
      for (const auto& [storage, local] : before) storage->set_local(local);
      return {};
    }
    const Moment moment{epoch, batch, iteration};
    computation.begin(planned.calls.shared_arguments(moment));
    computation.run();
    planned.take(computation.finish()[0], moment, values);
  }
  last_[index] = planned.reduced(values);
  counts_[index] = runs_wanted(planned, epoch);
  return last_[index];
}

}  // namespace ng
