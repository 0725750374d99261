// SPDX-License-Identifier: Apache-2.0
// Batch normalization (semantics 7.2). Ioffe, Szegedy: "Batch normalization", 2015.
#pragma once

#include "engine/neon/layers/layer.h"

namespace ng {
class Transformer;
}

namespace ng::neon {

struct BatchNormOptions {
  double rho = 0.9;  // how much of the running statistics stays at each call
  double eps = 1e-3;
  double init_gamma = 1, init_beta = 0;
  std::string name = {};
};

// gamma (x - mean) / sqrt(variance + eps) + beta, with a mean and a biased variance for each
// channel over all other axes, or, without channels, for each feature over batch and recurrent.
// State: the running "gmean" and "gvar", which inference takes, and "rho". The result's axes: those
// of the statistics, then the others.
class BatchNorm : public Layer {
 public:
  explicit BatchNorm(BatchNormOptions options = {});
  // The running statistics become means over the calls: rho = i / (i + 1) before call i, from 0.
  void set_tuning_iteration(Transformer& transformer, std::int64_t i) const;

 protected:
  Op build(const Op& in) override;

 private:
  BatchNormOptions options_;
};
LayerOf<BatchNorm> batch_norm(BatchNormOptions options = {},
                              Operand::Where line = Operand::Where::current());

struct DropoutOptions {
  double keep = 0.5;        // the part that stays
  bool per_sample = false;  // a mask of its own for each sample, not one for the batch
  std::string name = {};
};

// x * mask, the mask drawn anew at each call: 1 with probability keep, else 0. Inference: x * keep.
class Dropout : public Layer {
 public:
  explicit Dropout(DropoutOptions options = {});  // value Error unless 0 <= keep <= 1

 protected:
  Op build(const Op& in) override;

 private:
  DropoutOptions options_;
};
LayerOf<Dropout> dropout(DropoutOptions options = {},
                         Operand::Where line = Operand::Where::current());

}  // namespace ng::neon
