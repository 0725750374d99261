// SPDX-License-Identifier: Apache-2.0
// Activations: functions from op to op, created with their parameters.
#pragma once

#include <functional>

#include "engine/neon/layers/layer.h"

namespace ng::neon {

// An empty function is the identity.
using Activation = std::function<Op(const Op&)>;

Activation identity();
Activation rectlin(double slope = 0);                          // max(x, 0) + slope min(x, 0)
Activation rectlinclip(double slope = 0, double cutoff = 20);  // min(rectlin, cutoff)
Activation explin(double alpha = 1);          // max(x, 0) + alpha (exp(min(x, 0)) - 1)
Activation normalizer(double divisor = 128);  // x / divisor
Activation softmax();                         // over all axes except batch and recurrent
Activation tanh();
Activation logistic();

// An activation as a layer.
class ActivationLayer : public Layer {
 public:
  explicit ActivationLayer(Activation transform, const std::string& name = {})
      : Layer("Activation", name), transform_(std::move(transform)) {}

 protected:
  Op build(const Op& in) override { return transform_ ? transform_(in) : in; }

 private:
  Activation transform_;
};
LayerPtr activation(Activation transform, const std::string& name = {},
                    Operand::Where line = Operand::Where::current());

// A parameterless function of the input as a layer: x / 255, a change of axes.
class Preprocess : public Layer {
 public:
  explicit Preprocess(std::function<Op(const Op&)> functor, const std::string& name = {})
      : Layer("Preprocess", name), functor_(std::move(functor)) {}

 protected:
  Op build(const Op& in) override { return functor_(in); }

 private:
  std::function<Op(const Op&)> functor_;
};
LayerPtr preprocess(std::function<Op(const Op&)> functor, const std::string& name = {},
                    Operand::Where line = Operand::Where::current());

}  // namespace ng::neon
