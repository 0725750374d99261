// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/optimizers/adam.h"

#include "engine/ngraph.h"
#include "engine/ops/result_type.h"

namespace ng::neon {
namespace {

// The sum of the weights of t gradients in a moment that started at 0: 1 - beta^t, a small
// difference of numbers that float32 does not hold.
Op weight_of_moment(double beta, const Op& t) {
  const ScopedResultType type(DType::f64);
  return 1.0 - power(beta, t);
}

}  // namespace

Adam::Adam(LearningRate learning_rate, AdamOptions options)
    : Optimizer("Adam", std::move(learning_rate), options), options_(std::move(options)) {
  require_setting(name(), "beta_1", options_.beta_1, 0, 1);
  require_setting(name(), "beta_2", options_.beta_2, 0, 1);
  require_setting(name(), "epsilon", options_.epsilon, 0);
}

std::vector<Op> Adam::begin() {
  const Op steps = state_of("steps", {}, 0);
  const Op t = steps + 1.0;
  rate_ = learning_rate() * sqrt(weight_of_moment(options_.beta_2, t)) /
          weight_of_moment(options_.beta_1, t);
  return {assign(steps, t)};
}

std::vector<Op> Adam::update(const Op& variable, const Op& gradient, const Op& scale) {
  const Op moment_1 = state_of("moment_1", variable.axes(), 0);
  const Op moment_2 = state_of("moment_2", variable.axes(), 0);
  const double b1 = options_.beta_1, b2 = options_.beta_2;
  const Op m = b1 * moment_1 + (1 - b1) * gradient;
  const Op q = b2 * moment_2 + (1 - b2) * square(gradient);
  const Op step = scale * rate_ * m / (sqrt(q) + options_.epsilon);
  return {assign(moment_1, m), assign(moment_2, q),
          assign(variable, new_value(variable, [&] { return variable - step; }))};
}

}  // namespace ng::neon
