// SPDX-License-Identifier: Apache-2.0
// What optimizers share (semantics 7.3): gradients of the mean cost, clipping, and the order of one
// step. A subclass says how one variable changes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/graph/op.h"
#include "engine/neon/optimizers/learning_rate.h"

namespace ng::neon {

// Absent limits clip nothing; given ones are positive (value Error).
struct OptimizerOptions {
  // g times c/max(|g|, c), |g| the norm over the gradients of all variables together.
  std::optional<double> gradient_clip_norm = {};
  std::optional<double> gradient_clip_value = {};  // each element of g to [-v, v]
  std::optional<double> weight_clip_value = {};    // each element of a variable, after the update
  // A scalar op, for learning rates that change: usually a placeholder that every call feeds.
  Op iteration = {};
  // Of the scope of the optimizer's state; by default its class ("Adam"). Brothers of one name
  // become name_0, name_1 …
  std::string name = {};
};

// What to train, by default every variable that the cost depends on. At most one of both.
struct OptimizerTarget {
  std::vector<Op> variables = {};
  std::string scope = {};  // the cost's variables in this scope ("generator") and the scopes inside
};

// Used by one thread, like the ops it makes.
class Optimizer {
 public:
  // `kind` is the name of the class.
  Optimizer(std::string kind, LearningRate learning_rate, OptimizerOptions options);
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  // A step down the cost: all gradients, all updates, all weight clips, then 0, which is its value.
  // The cost is summed over all its axes and divided by the length of its batch axis. Its state is
  // made anew at each call, and named after the optimizer, the variable, and what it is:
  // "Adam/mlp/Affine_0/W/moment_1". Value Error for a cost that no trainable variable reaches, a
  // batch axis without length, targets that are no variables, or variables and a scope.
  Op operator()(const Op& cost, const OptimizerTarget& target = {},
                Operand::Where line = Operand::Where::current());

  // The rate as an op: a constant, or an expression of the iteration. Made at the first call, in the
  // optimizer's scope.
  const Op& learning_rate();
  const std::string& name() const { return options_.name; }
  // Persistent tensors of the last call, in the order in which they were made.
  const std::vector<Op>& state() const { return state_; }

 protected:
  // The assigns of one step of `variable`; every expression sees the values before the step.
  // `gradient`: of the mean cost, clipped by value. `scale`: the factor of the clipping by norm, a
  // scalar, which the original applies outside of moments and means.
  virtual std::vector<Op> update(const Op& variable, const Op& gradient, const Op& scale) = 0;
  // Assigns that a step makes once, before the updates are asked for.
  virtual std::vector<Op> begin() { return {}; }

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

// Value Error, naming `where`, unless `value` is at least `least` and below `end`.
void require_setting(const std::string& where, const char* setting, double value, double least,
                     std::optional<double> end = {});

}  // namespace ng::neon
