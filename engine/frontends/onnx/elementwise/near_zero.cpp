// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/elementwise/near_zero.h"

#include <array>
#include <numbers>

#include "engine/frontends/onnx/elementwise/odd.h"
#include "engine/ops/pass_through.h"

namespace ng::onnx {
namespace {

constexpr double large = 1e8;  // its square is far beyond 1, and its float32 is not infinite

// exp(x) / 2, by factors that do not overflow before it does.
Op half_exp(const Op& x) {
  const Op root = exp(x * 0.5);
  return root * 0.5 * root;
}

// The powers of -x² with the coefficients 1 / (2 k + 1)!, in float64 exact up to 1.
Op sine_quotient(const Op& x) {
  constexpr int terms = 11;
  std::array<double, terms> coefficients = {1};
  for (int k = 1; k < terms; ++k) coefficients[k] = coefficients[k - 1] / (2.0 * k) / (2.0 * k + 1);
  const Op square = -(x * x);
  Op total = square * coefficients[terms - 1];
  for (int k = terms - 2; k > 0; --k) total = (total + coefficients[k]) * square;
  return total + 1;
}

}  // namespace

Op differentiated_as(const Op& formula, const Op& value) {
  return stop_gradient(value) - (stop_gradient(formula) - formula);
}

Op exp_minus_one(const Op& x) {
  const Op power = exp(x);
  return where(less(absolute(x), 1), tanh(x * 0.5) * (power + 1), power - 1);
}

Op log_one_plus(const Op& x) {
  const Op u = x + 1, kept = u - 1, lost_all = equal(kept, 0);
  const Op plain = log(u), near = plain * (x / where(lost_all, 1, kept));
  const Op exact = differentiated_as(plain, where(lost_all, x, near));
  return where(less(absolute(x), 1), exact, plain);
}

Op sinc(const Op& x) {
  const Op angle = x * std::numbers::pi, is_near = less(absolute(angle), 1);
  const Op far = where(is_near, 1, angle);
  return where(is_near, sine_quotient(where(is_near, angle, 0)), sin(far) / far);
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
    const Op root = sqrt(square + 1);
    const Op near =
        differentiated_as(log(moderate + root), log_one_plus(moderate + square / (root + 1)));
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
  return (log_one_plus(x) - log_one_plus(-x)) * 0.5;
}

Op cube_root(const Op& x) {
  return odd(x, [](const Op& size) { return power(size, 1.0 / 3); });
}

}  // namespace ng::onnx
