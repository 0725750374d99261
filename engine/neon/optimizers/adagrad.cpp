// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/optimizers/adagrad.h"

#include "engine/ngraph.h"

namespace ng::neon {

Adagrad::Adagrad(LearningRate learning_rate, AdagradOptions options)
    : Optimizer("Adagrad", std::move(learning_rate), options), options_(std::move(options)) {
  require_setting(name(), "epsilon", options_.epsilon, 0);
}

std::vector<Op> Adagrad::update(const Op& variable, const Op& gradient, const Op& scale) {
  const Op square_sum = state_of("square_sum", variable.axes(), 0);
  const Op s = square_sum + square(gradient);
  const Op step = scale * learning_rate() * gradient / sqrt(s + options_.epsilon);
  return {assign(square_sum, s),
          assign(variable, new_value(variable, [&] { return variable - step; }))};
}

}  // namespace ng::neon
