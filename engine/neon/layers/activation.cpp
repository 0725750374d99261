// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/layers/activation.h"

#include "engine/base/error.h"

namespace ng::neon {

Activation identity() {
  return {};
}

Activation rectlin(double slope) {
  return [slope](const Op& x) {
    const Op positive = maximum(x, 0.0);
    return slope == 0 ? positive : positive + slope * minimum(x, 0.0);
  };
}

Activation rectlinclip(double slope, double cutoff) {
  return [slope, cutoff](const Op& x) { return minimum(rectlin(slope)(x), cutoff); };
}

Activation explin(double alpha) {
  return [alpha](const Op& x) { return maximum(x, 0.0) + alpha * (exp(minimum(x, 0.0)) - 1.0); };
}

Activation normalizer(double divisor) {
  if (divisor == 0) refuse(ErrorKind::value, "the divisor of a normalizer must not be 0");
  return [divisor](const Op& x) { return x / divisor; };
}

Activation softmax() {
  return [](const Op& x) { return ng::softmax(x); };
}

Activation tanh() {
  return [](const Op& x) { return ng::tanh(x); };
}

Activation logistic() {
  return [](const Op& x) { return sigmoid(x); };
}

LayerPtr activation(Activation transform, const std::string& name, Operand::Where line) {
  return make_layer<ActivationLayer>(line, std::move(transform), name);
}

LayerPtr preprocess(std::function<Op(const Op&)> functor, const std::string& name,
                    Operand::Where line) {
  if (!functor) refuse(ErrorKind::value, "a preprocessing layer needs a function");
  return make_layer<Preprocess>(line, std::move(functor), name);
}

}  // namespace ng::neon
