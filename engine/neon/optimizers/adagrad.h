// SPDX-License-Identifier: Apache-2.0
// Adagrad optimizer.
#pragma once

#include "engine/neon/optimizers/optimizer.h"

namespace ng::neon {

struct AdagradOptions : OptimizerOptions {
  double epsilon = 1e-8;
};

// s <- s + g^2; w <- w - scale rate g/sqrt(s + epsilon). State: square_sum.
class Adagrad : public Optimizer {
 public:
  explicit Adagrad(LearningRate learning_rate = 1e-3, AdagradOptions options = {});

 protected:
  std::vector<Op> update(const Op& variable, const Op& gradient, const Op& scale) override;

 private:
  AdagradOptions options_;
};

}  // namespace ng::neon
