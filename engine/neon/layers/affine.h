// SPDX-License-Identifier: Apache-2.0
// Linear maps of feature axes, biases, and both with an activation.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/neon/layers/activation.h"
#include "engine/neon/layers/batch_norm.h"

namespace ng::neon {

struct LinearOptions {
  Initialiser init = gaussian();
  // The output's feature axes: one new axis of length `nout`, named like the layer if that has an
  // explicit name, or `axes`, which may be empty. Exactly one of the two must be set.
  std::optional<std::int64_t> nout = {};
  std::optional<Axes> axes = {};
  // Input axes to keep; default: batch and recurrent.
  std::optional<Axes> keep_axes = {};
  std::string name = {};
};

// W x. The axes of the parameter W are the shadows of the output's axes, then the input's axes that
// are not kept: none of these gives the outer product. The output has its own axes, then the kept
// ones.
class Linear : public Layer {
 public:
  // Throws a value Error unless exactly one of nout and axes is set, for axes without length, for
  // shadow axes, and without keep_axes for batch and recurrent axes, which are kept then.
  explicit Linear(LinearOptions options);
  const Axes& axes() const { return axes_; }

 protected:
  Op build(const Op& in) override;

 private:
  void require_output_axes() const;
  LinearOptions options_;
  Axes axes_;
};

struct BiasOptions {
  Initialiser init = {};  // default: zeros
  bool shared = true;     // one value per channel, if there are channels
  std::string name = {};
};

// x + bias. The parameter "bias" has the channel axis, or all feature axes.
class Bias : public Layer {
 public:
  explicit Bias(BiasOptions options) : Layer("Bias", options.name), options_(std::move(options)) {}

 protected:
  Op build(const Op& in) override;

 private:
  BiasOptions options_;
};

struct AffineOptions {
  Initialiser weight_init = gaussian();
  std::optional<std::int64_t> nout = {};
  std::optional<Axes> axes = {};
  std::optional<Axes> keep_axes = {};
  Initialiser bias_init = {};  // default: zeros, trained
  Activation activation = {};
  Normalization batch_norm = {};  // instead of the bias
  std::string name = {};
};

// activation(W x + bias), or activation(batch_norm(W x)).
class Affine : public Layer {
 public:
  explicit Affine(AffineOptions options);  // throws a value Error for batch_norm with bias_init
  const Axes& axes() const { return linear_->axes(); }
  Layers layers() const override;

 protected:
  Op build(const Op& in) override;

 private:
  std::shared_ptr<Linear> linear_;
  std::shared_ptr<Bias> bias_;
  std::shared_ptr<BatchNorm> batch_norm_;
  Activation activation_;
};

LayerOf<Linear> linear(LinearOptions options, Operand::Where line = Operand::Where::current());
LayerOf<Bias> bias(BiasOptions options = {}, Operand::Where line = Operand::Where::current());
LayerOf<Affine> affine(AffineOptions options, Operand::Where line = Operand::Where::current());

}  // namespace ng::neon
