// SPDX-License-Identifier: Apache-2.0
// Base class of optimizers: gradients of the mean cost, clipping, and the order of
// one step. A subclass defines the update of one variable.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/graph/op.h"
#include "engine/neon/optimizers/learning_rate.h"
#include "engine/ops/result_type.h"

namespace ng::neon {

// Unset limits do not clip; limits must be positive (value Error).
struct OptimizerOptions {
  // Scales g by c/max(|g|, c), |g| being the norm over the gradients of all variables.
  std::optional<double> gradient_clip_norm = {};
  std::optional<double> gradient_clip_value = {};  // clips each element of g to [-|v|, |v|]
  std::optional<double> weight_clip_value = {};    // clips variables after the update
  // Scalar op for learning rates that change: usually a placeholder fed by every call.
  Op iteration = {};
  // Scope of the optimizer's state; default: its class ("Adam"). Further optimizers of this name
  // get the suffixes _0, _1 …
  std::string name = {};
};

// What to train; default: every variable that the cost depends on. At most one of the fields may be
// set.
struct OptimizerTarget {
  std::vector<Op> variables = {};
  std::string scope = {};  // the cost's variables in this scope ("generator") and its subscopes
};

// Used by one thread, like the ops it creates.
class Optimizer {
 public:
  // `kind` is the class name.
  Optimizer(std::string kind, LearningRate learning_rate, OptimizerOptions options);
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  // One step that minimizes the cost: all gradients, all updates, all weight clips; the op's value
  // is 0. The cost is summed over all its axes and divided by the length of its batch axis. Each
  // call creates new state, named after the optimizer, the variable and its meaning:
  // "Adam/mlp/Affine_0/W/moment_1". Throws a value Error for a cost that depends on no trainable
  // variable, a batch axis without length, targets that are not variables, or variables and a
  // scope.
  Op operator()(const Op& cost, const OptimizerTarget& target = {},
                Operand::Where line = Operand::Where::current());

  // The rate as an op: a constant or an expression of the iteration. Created at the first call, in
  // the optimizer's scope.
  const Op& learning_rate();
  const std::string& name() const { return options_.name; }
  // Persistent tensors of the last call, in order of creation.
  const std::vector<Op>& state() const { return state_; }

 protected:
  // The assigns of one step of `variable`; all expressions see the values before the step.
  // `gradient` is that of the mean cost, clipped by value. `scale` is the scalar factor of clipping
  // by norm, which the original applies outside of moments and means.
  virtual std::vector<Op> update(const Op& variable, const Op& gradient, const Op& scale) = 0;
  // Assigns that a step makes once; called before update().
  virtual std::vector<Op> begin() { return {}; }

  // `formula`, the variable's new value, in its element type: float64 weights keep their digits,
  // and what the rounding to a narrower type loses is known.
  template <class Formula>
  static Op new_value(const Op& variable, const Formula& formula) {
    const ScopedResultType type(variable.dtype());
    return formula();
  }

  // State over `axes`, kept between steps, named `name` within the variable's scope.
  Op state_of(const std::string& name, const Axes& axes, double initial);

 private:
  std::vector<Op> targets(const Op& cost, const OptimizerTarget& target) const;
  Op norm_factor(const std::vector<Op>& gradients) const;

  LearningRate policy_;
  OptimizerOptions options_;
  Op learning_rate_;
  std::vector<Op> state_;
};

// Throws a value Error naming `where` unless least <= value < end.
void require_setting(const std::string& where, const char* setting, double value, double least,
                     std::optional<double> end = {});

}  // namespace ng::neon
