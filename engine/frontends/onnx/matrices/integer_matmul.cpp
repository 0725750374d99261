// SPDX-License-Identifier: Apache-2.0
// The product of the matrices as they are stored is one dot of 8-bit integers; the zero points
// become corrections by sums of columns and rows:
//   Σ (a - p)(b - q) = Σ a b - p (Σ b - K q) - q Σ a.
#include "engine/frontends/onnx/matrices/integer_matmul.h"

#include <algorithm>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/matrices/matrix.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

bool is_known_zero(const NodeContext& n, std::size_t input) {
  const ng::Tensor* known = n.known(input);
  if (!known) return false;
  for (std::int64_t i = 0; i < known->size(); ++i) {
    if (known->at(i) != 0) return false;
  }
  return true;
}

// The zero point as int32, aligned with the matrix; null if it is absent or 0.
Op zero_point(NodeContext& n, const QuantisedInput& input, bool rows) {
  if (!n.has(input.zero_point) || is_known_zero(n, input.zero_point)) return {};
  const Op zero = value_of(n.op(input.zero_point), DType::i32);
  const bool per_row = rows && zero.axes().size() == 1 && zero.axes()[0].length() != 1;
  return per_row ? with_ones(n, zero, {1}, {"column"}) : zero;
}

Op difference(NodeContext& n, const Op& x, const Op& y) {
  const Aligned all = align(n, {x, y});
  return over(all.ops[0] - all.ops[1], all.axes);
}

Op aligned_product(NodeContext& n, const Op& x, const Op& y) {
  const Aligned all = align(n, {x, y});
  return over(all.ops[0] * all.ops[1], all.axes);
}

// The sums along dimension `at`, which keeps length 1.
Op sums_along(NodeContext& n, const Op& x, std::size_t at) {
  return with_ones(n, sum(x, reduce_over(Axes{x.axes()[at]})), {at}, {"sum"});
}

// For a vector, whose dimensions would not align with those of sums.
Op of_differences(NodeContext& n, const QuantisedInput& a, const QuantisedInput& b) {
  const auto centred = [&n](const QuantisedInput& input, bool rows) {
    const Op x = value_of(n.op(input.matrix), DType::i32), zero = zero_point(n, input, rows);
    return zero ? difference(n, x, zero) : x;
  };
  return matmul(n, centred(a, true), centred(b, false));
}

}  // namespace

bool is_of_bytes(const NodeContext& n, const QuantisedInput& input) {
  const DType dtype = n.dtype(input.matrix);
  return (dtype == DType::i8 || dtype == DType::u8) && !is_narrow(n.narrow(input.matrix));
}

Op integer_matmul(NodeContext& n, const QuantisedInput& a, const QuantisedInput& b) {
  const ScopedResultType type(DType::i32);
  const Op x = n.op(a.matrix), y = n.op(b.matrix);
  const std::size_t x_rank = x.axes().size(), y_rank = y.axes().size();
  if (x_rank < 2 || y_rank < 2) return of_differences(n, a, b);
  const Op p = zero_point(n, a, true), q = zero_point(n, b, false);
  Op made = matmul(n, x, y);
  if (p) {
    Op columns = sums_along(n, y, y_rank - 2);
    if (q) columns = difference(n, columns, q * static_cast<double>(x.axes()[x_rank - 1].length()));
    made = difference(n, made, aligned_product(n, p, columns));
  }
  if (q) made = difference(n, made, aligned_product(n, sums_along(n, x, x_rank - 1), q));
  return made;
}

}  // namespace ng::onnx
