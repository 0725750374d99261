// SPDX-License-Identifier: Apache-2.0
// Gradient descent with momentum.
#pragma once

#include "engine/neon/optimizers/optimizer.h"

namespace ng::neon {

struct MomentumOptions : OptimizerOptions {
  double momentum_coef = 0;
  double wdecay = 0;
  bool nesterov = false;
};

// u = -rate (scale g + wdecay w); v <- momentum_coef v + u; w <- w + v, or with nesterov w +
// momentum_coef v + u. The rounding error of a step is added to the next one (Kahan summation), so
// that small steps are not lost on large weights. State: velocity (with momentum), compensation.
class GradientDescentMomentum : public Optimizer {
 public:
  explicit GradientDescentMomentum(LearningRate learning_rate, MomentumOptions options = {});

 protected:
  std::vector<Op> update(const Op& variable, const Op& gradient, const Op& scale) override;

 private:
  MomentumOptions options_;
};

}  // namespace ng::neon
