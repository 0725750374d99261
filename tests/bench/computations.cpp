// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/computations.h"

#include <array>

namespace ng::bench {
namespace {

// The values of peers/peer.py.
Tensor samples() {
  Tensor xs(DType::f32, {4, 128});
  for (std::int64_t i = 0; i < 4; ++i) {
    for (std::int64_t n = 0; n < 128; ++n) {
      xs.set(i * 128 + n, static_cast<double>((7 * i + 13 * n) % 29 - 14) / 10);
    }
  }
  return xs;
}
Tensor labels() {
  Tensor ys(DType::f32, {128});
  for (std::int64_t n = 0; n < 128; ++n) ys.set(n, static_cast<double>((n * n + n / 3) % 2));
  return ys;
}

// The training computation of the walk-through, part 1.
Op logistic_regression() {
  const Axis C = make_axis(4), N = make_axis(128, "N");
  const Op alpha = placeholder({}), X = placeholder({C, N}), Y = placeholder({N});
  const Op W = variable({C - 1}, 0.0).named("W");
  const Op y_hat = sigmoid(dot(W, X));
  const Op loss = cross_entropy_binary(y_hat, Y, out_axes({})) / batch_size(y_hat);
  const Op update = assign(W, W - alpha * deriv(loss, W));
  return computation({loss, W, update}, {alpha, X, Y});
}

}  // namespace

XPlusOne::XPlusOne() : transformer_(make_transformer()) {
  const Op x = placeholder({});
  compiled_ = transformer_->computation(x + 1, x);
}

void XPlusOne::call_raw() {
  const std::array<const void*, 1> in = {&x_};
  const std::array<void*, 1> out = {&y_};
  compiled_.call_raw(in, out);
}

void XPlusOne::call_checked() {
  y_ = static_cast<float>(compiled_(x_).item());
}

std::vector<double> XPlusOne::values() {
  call_raw();
  return {y_};
}

Step::Step() : transformer_(make_transformer()), alpha_(0.5), xs_(samples()), ys_(labels()) {
  compiled_ = transformer_->add_computation(logistic_regression());
}

void Step::call_raw() {
  const std::array<const void*, 3> in = {alpha_.bytes.data(), xs_.bytes.data(), ys_.bytes.data()};
  const std::array<void*, 3> out = {&loss_, weights_, nullptr};
  compiled_.call_raw(in, out);
}

void Step::call_checked() {
  loss_ = static_cast<float>(compiled_(alpha_, xs_, ys_)[0].item());
}

std::vector<double> Step::values() {
  transformer_->initialize();
  for (int i = 0; i < 10; ++i) call_raw();
  return {loss_, weights_[0], weights_[1], weights_[2], weights_[3]};
}

}  // namespace ng::bench
