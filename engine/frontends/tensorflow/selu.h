// SPDX-License-Identifier: Apache-2.0
// Scaled exponential linear units of frameworks.
#pragma once

#include "engine/frontends/tensorflow/onnx_steps.h"

namespace ng::tensorflow {

// The two numbers of Klambauer et al., 2017, in double; ONNX's are rounded to float32.
inline Attributes selu_numbers() {
  return {attribute("alpha", 1.6732632423543772), attribute("gamma", 1.0507009873554805)};
}

// With TensorFlow's gradient at 0, that of the positive side.
inline ItemPtr selu_of(NodeContext& n, const ItemPtr& x) {
  Attributes attributes = selu_numbers();
  attributes.push_back(attribute("positive_at_zero", std::int64_t{1}));
  return step(n, "Selu", {x}, attributes);
}

}  // namespace ng::tensorflow
