// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/optimizers/gradient_descent_momentum.h"

#include "engine/ngraph.h"

namespace ng::neon {
GradientDescentMomentum::GradientDescentMomentum(LearningRate learning_rate,
                                                 MomentumOptions options)
    : Optimizer("GradientDescentMomentum", std::move(learning_rate), options),
      options_(std::move(options)) {
  require_setting(name(), "momentum_coef", options_.momentum_coef, 0);
  require_setting(name(), "wdecay", options_.wdecay, 0);
}

std::vector<Op> GradientDescentMomentum::update(const Op& variable, const Op& gradient,
                                                const Op& scale) {
  std::vector<Op> assigns;
  Op slope = scale * gradient;
  if (options_.wdecay != 0) slope = slope + options_.wdecay * variable;
  const Op u = -(learning_rate() * slope);
  Op step = u;
  if (options_.momentum_coef != 0) {
    const Op velocity = state_of("velocity", variable.axes(), 0);
    const Op v = options_.momentum_coef * velocity + u;
    assigns.push_back(assign(velocity, v));
    step = options_.nesterov ? options_.momentum_coef * v + u : v;
  }
  const Op lost = state_of("compensation", variable.axes(), 0);
  const Op wanted = step - lost;
  const Op moved = new_value(variable, [&] { return variable + wanted; });
  assigns.push_back(assign(lost, (moved - variable) - wanted));
  assigns.push_back(assign(variable, moved));
  return assigns;
}

}  // namespace ng::neon
