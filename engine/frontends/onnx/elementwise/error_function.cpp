// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/elementwise/error_function.h"

#include <span>

#include "engine/frontends/onnx/elementwise/near_zero.h"
#include "engine/ops/elementwise/elementwise.h"

namespace ng::onnx {
namespace {

// Chebyshev coefficients over 0 < t <= 1 of log(exp(z²) erfc(z) / t), where t = 2 / (2 + z),
// computed with 60 digits.
constexpr double coefficients[] = {
    -1.3026537197817094342,     0.6419697923564902603,     0.019476473204185836312,
    -0.0095615147868086316419,  -0.0009465953444820368663, 0.00036683949785276145187,
    4.2523324806907771645e-5,   -2.0278578112534243154e-5, -1.6242900046470255135e-6,
    1.3036558355805232018e-6,   1.5626441722066143179e-8,  -8.5238095914926542526e-8,
    6.529054439098851497e-9,    5.0593434955514689412e-9,  -9.9136415649303308618e-10,
    -2.2736512229318358614e-10, 9.6467911020155268578e-11, 2.3940380830391141897e-12,
    -6.8860275264975528473e-12, 8.9448792730907202469e-13, 3.1309213993429635051e-13,
    -1.1270822361367306182e-13, 3.8109052551945664087e-16, 7.1060976136087084835e-15,
    -1.5230282014565809348e-15, -9.457494571343037284e-17, 1.2102371892294039575e-16,
    -2.8166630877978532349e-17};
constexpr std::size_t for_float32 = 13;
constexpr double far = 40;  // erfc(40) is 0 in float64

// Clenshaw's rule. `twice` is 4 t - 2, twice the argument of the polynomials.
Op chebyshev(const Op& twice, std::span<const double> series) {
  Op after = twice * 0.0, sum = after + series.back();
  for (std::size_t i = series.size() - 2; i > 0; --i) {
    const Op next = twice * sum - after + series[i];
    after = sum;
    sum = next;
  }
  return twice * sum * 0.5 - after + series[0] / 2;
}

// exp(-z²). The square of the leading digits is exact, and that of all digits would not be: with an
// exponent of 80, as many times the error.
Op exp_of_minus_square(const Op& z, DType type) {
  const DType fewer = type == DType::f64 ? DType::f32 : DType::bf16;
  const Op leading = value_of(value_of(z, fewer), type);
  return exp(-(leading * leading)) * exp(-((z - leading) * (z + leading)));
}

}  // namespace

Op complementary_error(const Op& x) {
  const DType type = x.dtype();
  const std::span<const double> all = coefficients;
  const Op negative = less(x, 0), size = where(negative, -x, x),
           z = where(greater(size, far), far, size);  // NaN stays
  const Op t = 2.0 / (z + 2);
  const Op made = t * exp(chebyshev(t * 4 - 2, type == DType::f64 ? all : all.first(for_float32))) *
                  exp_of_minus_square(z, type);
  return differentiated_as(1.0 - erf(x), where(negative, 2.0 - made, made));
}

}  // namespace ng::onnx
