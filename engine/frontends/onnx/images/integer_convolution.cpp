// SPDX-License-Identifier: Apache-2.0
// Float32 holds integers up to 2^24. Larger sums are made of those of the digits of x.
#include "engine/frontends/onnx/images/integer_convolution.h"

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/images/window_geometry.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"

namespace ng::onnx {
namespace {

constexpr int most_bits = 8;
constexpr std::int64_t largest = 255;

// The most bits of a digit for which a sum of products of at most `weights` is exact; 0: none.
int bits_of_digits(std::int64_t weights) {
  int bits = most_bits;
  while (bits > 0 && (weights << bits) > (std::int64_t{1} << 24)) --bits;
  return bits;
}

Op as_int32(const Op& x) {
  return over(value_of(x, DType::i32), x.axes());
}

// Digits of `bits` bits, lowest first; the last one has the sign.
std::vector<Op> digits_of(const Op& x, int bits) {
  const double base = 1 << bits;
  std::vector<Op> digits;
  Op rest = x;
  for (int left = most_bits; left > bits; left -= bits) {
    const Op higher = over(floor(rest * (1 / base)), x.axes());
    digits.push_back(over(rest - higher * base, x.axes()));
    rest = higher;
  }
  digits.push_back(rest);
  return digits;
}

Op in_double(NodeContext& n, const Op& x, const Op& w) {
  const ScopedResultType type(DType::f64);
  return convolved(n, over(value_of(x, DType::f64), x.axes()),
                   over(value_of(w, DType::f64), w.axes()));
}

}  // namespace

Op integer_convolution(NodeContext& n, const Op& x, const Op& w) {
  const std::int64_t products = w.axes().element_count() / w.axes()[0].length();
  const int bits = bits_of_digits(products * largest);
  if (bits == 0) return as_int32(in_double(n, x, w));
  const ScopedResultType type(DType::f32);
  Op made;
  std::int64_t place = 1;
  for (const Op& digit : digits_of(x, bits)) {
    Op part = as_int32(convolved(n, digit, w));
    if (made) {
      const ScopedResultType integers(DType::i32);
      part = renamed(part, made.axes().list());  // each convolution has spatial axes of its own
      part = over(made + part * static_cast<double>(place), part.axes());
    }
    made = part;
    place <<= bits;
  }
  return made;
}

}  // namespace ng::onnx
