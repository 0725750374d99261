// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/elementwise/near_zero.h"

#include <numbers>

#include "engine/frontends/onnx/elementwise/odd.h"

namespace ng::onnx {
namespace {

constexpr double large = 1e8;  // its square is far beyond 1, and its float32 is not infinite

// exp(x) / 2, by factors that do not overflow before it does.
Op half_exp(const Op& x) {
  const Op root = exp(x * 0.5);
  return root * 0.5 * root;
}

}  // namespace

Op exp_minus_one(const Op& x) {
  const Op power = exp(x);
  return where(less(absolute(x), 1), tanh(x * 0.5) * (power + 1), power - 1);
}

Op log_one_plus(const Op& x) {
  const Op u = x + 1, kept = u - 1, lost_all = equal(kept, 0);
  const Op near = log(u) * (x / where(lost_all, 1, kept));
  return where(less(absolute(x), 1), where(lost_all, x, near), log(u));
}

Op sinh(const Op& x) {
  return odd(x, [](const Op& size) {
    const Op less_one = exp_minus_one(minimum(size, 1));
    const Op near = (less_one + less_one / (less_one + 1)) * 0.5;
    return where(less(size, 1), near, half_exp(size) - half_exp(-size));
  });
}

Op cosh(const Op& x) {
  return half_exp(x) + half_exp(-x);
}

// Beyond `large`, x² would overflow, and sqrt(x² + 1) is x.
Op asinh(const Op& x) {
  return odd(x, [](const Op& size) {
    const Op moderate = minimum(size, large), square = moderate * moderate;
    const Op near = log_one_plus(moderate + square / (sqrt(square + 1) + 1));
    const Op is_near = less(size, large);
    return where(is_near, near, log(where(is_near, large, size)) + std::numbers::ln2);
  });
}

Op acosh(const Op& x) {
  const Op more = minimum(x, large) - 1;
  const Op near = log_one_plus(more + sqrt(more) * sqrt(more + 2));
  return where(less(x, large), near, log(x) + std::numbers::ln2);
}

Op atanh(const Op& x) {
  return odd(x, [](const Op& size) { return log_one_plus(size * 2 / (Op(-size) + 1)) * 0.5; });
}

Op cube_root(const Op& x) {
  return odd(x, [](const Op& size) { return power(size, 1.0 / 3); });
}

}  // namespace ng::onnx
