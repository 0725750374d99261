// SPDX-License-Identifier: Apache-2.0
// RMSProp optimizer with momentum.
#pragma once

#include "engine/neon/optimizers/optimizer.h"

namespace ng::neon {

struct RMSPropOptions : OptimizerOptions {
  double decay_rate = 0.95;
  double epsilon = 1e-6;
  double wdecay = 0;
  double momentum_coef = 0;
};

// s <- decay_rate s + (1 - decay_rate) g^2, starting at 1; v <- momentum_coef v + rate scale
// g/sqrt(s + epsilon) + rate wdecay w; w <- w - v. State: mean_square, velocity (with momentum).
class RMSProp : public Optimizer {
 public:
  explicit RMSProp(LearningRate learning_rate = 2e-3, RMSPropOptions options = {});

 protected:
  std::vector<Op> update(const Op& variable, const Op& gradient, const Op& scale) override;

 private:
  RMSPropOptions options_;
};

}  // namespace ng::neon
