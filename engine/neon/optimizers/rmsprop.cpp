// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/optimizers/rmsprop.h"

#include <cmath>

#include "engine/ngraph.h"

namespace ng::neon {

RMSProp::RMSProp(LearningRate learning_rate, RMSPropOptions options)
    : Optimizer("RMSProp", std::move(learning_rate), options), options_(std::move(options)) {
  // A rate of 1 keeps the initial mean square.
  require_setting(name(), "decay_rate", options_.decay_rate, 0, std::nextafter(1.0, 2.0));
  require_setting(name(), "epsilon", options_.epsilon, 0);
  require_setting(name(), "wdecay", options_.wdecay, 0);
  require_setting(name(), "momentum_coef", options_.momentum_coef, 0);
}

std::vector<Op> RMSProp::update(const Op& variable, const Op& gradient, const Op& scale) {
  const Op mean_square = state_of("mean_square", variable.axes(), 1);
  const double kept = options_.decay_rate;
  const Op s = kept * mean_square + (1 - kept) * square(gradient);
  std::vector<Op> assigns = {assign(mean_square, s)};
  Op step = learning_rate() * scale * gradient / sqrt(s + options_.epsilon);
  if (options_.wdecay != 0) step = step + learning_rate() * options_.wdecay * variable;
  if (options_.momentum_coef != 0) {
    const Op velocity = state_of("velocity", variable.axes(), 0);
    step = options_.momentum_coef * velocity + step;
    assigns.push_back(assign(velocity, step));
  }
  assigns.push_back(assign(variable, new_value(variable, [&] { return variable - step; })));
  return assigns;
}

}  // namespace ng::neon
