// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/elementwise/gamma_function.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

// Lanczos' approximation with g = 7, in the form of W. H. Press et al., Numerical Recipes.
constexpr double g = 7, first = 0.99999999999980993227684700473478;
constexpr double coefficients[] = {
    676.520368121885098567009190444019, -1259.13921672240287047156078755283,
    771.3234287776530788486528258894,   -176.61502916214059906584551354,
    12.507343278686904814458936853,     -0.13857109526572011689554707,
    9.984369578019570859563e-6,         1.50563273514931155834e-7};
constexpr double infinity = std::numeric_limits<double>::infinity();

// log gamma(z + 1), for z >= -0.5.
Op log_gamma_of_next(const Op& z) {
  Op series = z * 0.0 + first;
  double i = 1;
  for (const double coefficient : coefficients) series = series + coefficient / (z + i++);
  const Op t = z + (g + 0.5);
  return (z + 0.5) * log(t) - t + log(series) + std::log(2 * std::numbers::pi) / 2;
}

// |sin(pi x)|, exactly 0 at integers.
Op size_of_sine(const Op& x) {
  const Op size = absolute(x), fraction = size - floor(size);
  return sin(where(less(fraction, 0.5), fraction, 1 - fraction) * std::numbers::pi);
}

}  // namespace

// Below 0.5 by the reflection gamma(x) gamma(1 - x) = pi / sin(pi x).
Op log_gamma(const Op& x) {
  const ScopedResultType type(DType::f64);
  const Op exact = of_type(x, DType::f64), infinite = equal(absolute(exact), infinity);
  const Op given = where(infinite, 1, exact), reflected = less(given, 0.5);
  const Op next = log_gamma_of_next(where(reflected, -given, given - 1));
  const Op sine = size_of_sine(where(reflected, given, 0.5));
  const Op made = where(reflected, std::log(std::numbers::pi) - log(sine) - next, next);
  return of_type(where(infinite, infinity, made), x.dtype());
}

}  // namespace ng::onnx
