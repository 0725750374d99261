// SPDX-License-Identifier: Apache-2.0
// Our side of the bench: the measured computations, ready to call.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/ngraph.h"

namespace ng::bench {

class XPlusOne {
 public:
  XPlusOne();
  void call_raw();      // memory to memory
  void call_checked();  // arguments and results as arrays
  std::vector<double> values();

 private:
  TransformerPtr transformer_;
  Computation compiled_;
  float x_ = 1, y_ = 0;
};

// A step of logistic regression: 4 features, 128 samples; returns loss and weights; all inputs are
// fed at each call.
class Step {
 public:
  Step();
  void call_raw();
  void call_checked();
  std::vector<double> values();  // after ten steps from zero: the loss, then the weights

 private:
  TransformerPtr transformer_;
  Computation compiled_;
  Tensor alpha_, xs_, ys_;
  float loss_ = 0, weights_[4] = {};
};

}  // namespace ng::bench
