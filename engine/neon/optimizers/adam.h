// SPDX-License-Identifier: Apache-2.0
// Adam optimizer.
#pragma once

#include "engine/neon/optimizers/optimizer.h"

namespace ng::neon {

struct AdamOptions : OptimizerOptions {
  double beta_1 = 0.9;
  double beta_2 = 0.999;
  double epsilon = 1e-8;
};

// t counts the steps; m <- beta_1 m + (1 - beta_1) g; q <- beta_2 q + (1 - beta_2) g^2; w <- w -
// scale rate sqrt(1 - beta_2^t)/(1 - beta_1^t) m/(sqrt(q) + epsilon). State: steps, moment_1,
// moment_2.
class Adam : public Optimizer {
 public:
  explicit Adam(LearningRate learning_rate = 1e-3, AdamOptions options = {});

 protected:
  std::vector<Op> begin() override;
  std::vector<Op> update(const Op& variable, const Op& gradient, const Op& scale) override;

 private:
  AdamOptions options_;
  Op rate_;  // of this step, with bias correction
};

}  // namespace ng::neon
