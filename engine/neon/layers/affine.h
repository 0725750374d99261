// SPDX-License-Identifier: Apache-2.0
// Linear maps of the feature axes, biases, and both with an activation (semantics 7.2).
#pragma once

#include <cstdint>
#include <optional>

#include "engine/neon/layers/activation.h"
#include "engine/neon/layers/batch_norm.h"

namespace ng::neon {

struct LinearOptions {
  Initialiser init = gaussian();
  // The output's feature axes: one new axis of `nout`, called as the layer is if it has a name of
  // its own, or `axes`. Exactly one of them.
  std::optional<std::int64_t> nout = {};
  Axes axes = {};
  // Input axes that stay; by default batch and recurrent.
  std::optional<Axes> keep_axes = {};
  std::string name = {};
};

// W x: the parameter W has the shadows of the output's axes, then the input's that do not stay. The
// output has its own axes, then those that stay.
class Linear : public Layer {
 public:
  // Value Error unless exactly one of nout and axes is given, for axes without length, batch and
  // recurrent axes that are not to stay, and shadow axes.
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
  Initialiser init = {};  // none: zeros
  bool shared = true;     // one value for a channel, if there are channels
  std::string name = {};
};

// x + bias: the parameter "bias" has the channel axis, or every feature axis.
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
  Axes axes = {};
  std::optional<Axes> keep_axes = {};
  Initialiser bias_init = {};  // none: zeros, and still trained
  Activation activation = {};
  bool batch_norm = false;  // in the place of the bias
  std::string name = {};
};

// activation(W x + bias), or activation(batch normalization of W x).
class Affine : public Layer {
 public:
  explicit Affine(AffineOptions options);  // value Error for batch_norm with bias_init
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
