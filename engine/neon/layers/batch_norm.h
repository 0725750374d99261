// SPDX-License-Identifier: Apache-2.0
// Batch normalization and dropout. Ioffe, Szegedy: "Batch normalization", 2015.
#pragma once

#include "engine/neon/layers/layer.h"

namespace ng {
class Transformer;
}

namespace ng::neon {

struct BatchNormOptions {
  double rho = 0.9;  // factor of the running statistics at each call
  double eps = 1e-3;
  double init_gamma = 1, init_beta = 0;
  std::string name = {};
};

// gamma (x - mean) / sqrt(variance + eps) + beta, with mean and biased variance per channel over
// all other axes or, without channels, per feature over batch and recurrent. State: the running
// statistics "gmean" and "gvar", used for inference, and "rho". Result axes: those of the
// statistics, then the others.
class BatchNorm : public Layer {
 public:
  explicit BatchNorm(BatchNormOptions options = {});
  const BatchNormOptions& options() const { return options_; }
  // Throws a value Error after the first call: parameters have their initial values by then.
  void set_options(BatchNormOptions options);
  // Makes the running statistics means over calls: sets rho = i / (i + 1) before call i (from 0).
  void set_tuning_iteration(Transformer& transformer, std::int64_t i) const;

 protected:
  Op build(const Op& in) override;

 private:
  void require_valid(const BatchNormOptions& options) const;
  BatchNormOptions options_;
};

// How a layer normalizes its result: not at all, with defaults (true), or by a given layer.
class Normalization {
 public:
  Normalization(bool on = false) : on_(on) {}   // NOLINT: implicit
  Normalization(std::shared_ptr<BatchNorm> by)  // NOLINT: implicit
      : on_(by != nullptr), by_(std::move(by)) {}
  explicit operator bool() const { return on_; }
  // The given layer, or a new one; null if there is none.
  std::shared_ptr<BatchNorm> layer() const {
    return on_ && !by_ ? std::make_shared<BatchNorm>() : by_;
  }

 private:
  bool on_;
  std::shared_ptr<BatchNorm> by_;
};

LayerOf<BatchNorm> batch_norm(BatchNormOptions options = {},
                              Operand::Where line = Operand::Where::current());

struct DropoutOptions {
  double keep = 0.5;        // probability of keeping a value
  bool per_sample = false;  // one mask per sample instead of one for the batch
  std::string name = {};
};

// x * mask. The mask is resampled at each call: 1 with probability keep, else 0. Inference: x *
// keep.
class Dropout : public Layer {
 public:
  explicit Dropout(DropoutOptions options = {});  // throws a value Error unless 0 <= keep <= 1

 protected:
  Op build(const Op& in) override;

 private:
  DropoutOptions options_;
};
LayerOf<Dropout> dropout(DropoutOptions options = {},
                         Operand::Where line = Operand::Where::current());

}  // namespace ng::neon
