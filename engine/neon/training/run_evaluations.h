// SPDX-License-Identifier: Apache-2.0
// The evaluations of a run: which is due, its execution, and its last value.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "engine/neon/plan/run_plan.h"
#include "engine/session/transformer.h"

namespace ng {

class RunEvaluations {
 public:
  using Compile = std::function<Computation(Transformer&, const Op& node)>;
  // Compiles the plan's evaluations; an empty `compile` is transformer.add_computation(node). The
  // plan is passed again to each function that reads it.
  RunEvaluations(const BoundPlan& plan, Transformer& transformer, const Compile& compile);
  // Variables and state of the evaluations and of `computation`.
  std::vector<Op> state_with(const Computation& computation) const;

  void reset();
  // Number of runs of each evaluation; saved in checkpoints.
  const std::vector<std::int64_t>& counts() const { return counts_; }
  void restore(std::vector<std::int64_t> counts);

  // The next evaluation after `epoch` finished epochs. Each runs once after each epoch, and before
  // the first if the plan requests it.
  std::optional<std::size_t> due(const BoundPlan& plan, std::int64_t epoch) const;
  // Runs an evaluation. nullopt if it was cancelled: the state that it wrote is restored, and it
  // stays due. `cancelled` may be null.
  std::optional<double> run(const BoundPlan& plan, std::size_t index, std::int64_t epoch,
                            std::int64_t iteration, Transformer& transformer,
                            const std::atomic<bool>* cancelled);
  std::optional<double> last(std::size_t index) const { return last_.at(index); }
  void set_last(std::size_t index, std::optional<double> value) { last_.at(index) = value; }

 private:
  std::vector<Computation> computations_;
  std::vector<std::int64_t> counts_;
  std::vector<std::optional<double>> last_;
};

}  // namespace ng
