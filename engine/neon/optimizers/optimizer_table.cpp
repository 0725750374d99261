// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/optimizers/optimizer_table.h"

#include "engine/neon/optimizers/adagrad.h"
#include "engine/neon/optimizers/adam.h"
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "engine/neon/optimizers/rmsprop.h"

namespace ng::neon {
namespace {

std::unique_ptr<Optimizer> with_momentum(double rate) {
  MomentumOptions options;
  options.momentum_coef = 0.9;
  return std::make_unique<GradientDescentMomentum>(rate, options);
}

template <class Kind>
std::unique_ptr<Optimizer> with_defaults(double rate) {
  return std::make_unique<Kind>(rate);
}

constexpr OptimizerRow rows[] = {
    {"sgd", "Gradient descent", 0.01, with_defaults<GradientDescentMomentum>},
    {"momentum", "Gradient descent, momentum 0.9", 0.01, with_momentum},
    {"adam", "Adam", 0.001, with_defaults<Adam>},
    {"rmsprop", "RMSProp", 0.002, with_defaults<RMSProp>},
    {"adagrad", "Adagrad", 0.001, with_defaults<Adagrad>},
};

}  // namespace

std::span<const OptimizerRow> optimizer_table() {
  return rows;
}

const OptimizerRow* find_optimizer(std::string_view name) {
  for (const OptimizerRow& row : rows)
    if (name == row.name) return &row;
  return nullptr;
}

}  // namespace ng::neon
