// SPDX-License-Identifier: Apache-2.0
// Matrix products.
#include "engine/frontends/onnx/matrices/matrix.h"

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/matrices/integer_matmul.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/dot.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

std::vector<Axis> first(const Axes& axes, std::size_t count) {
  return {axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(count)};
}

// x (…, K) and y (…, K, N) have leading dimensions in common: a product and a sum.
Op batched(NodeContext& n, const Op& x, const Op& y) {
  const std::size_t xb = x.axes().size() - 2, yb = y.axes().size() - 2, rank = std::max(xb, yb);
  const Axis m = x.axes()[xb], k = x.axes()[xb + 1];
  std::vector<Axis> batch, used{m, k};
  std::vector<std::size_t> x_ones, y_ones;
  std::vector<Axis> x_axes, y_axes;
  for (std::size_t i = rank; i > 0; --i) {
    const bool in_x = i <= xb, in_y = i <= yb;
    const Axis a = in_x ? x.axes()[xb - i] : Axis(), b = in_y ? y.axes()[yb - i] : Axis();
    Axis to = !in_x || (in_y && a.length() == 1) ? b : a;
    if (in_x && in_y && a.length() == b.length()) n.dims.equate(a, b);
    to = unlike(n, to, used);
    used.push_back(to);
    batch.push_back(to);
    const auto place = [&](bool in, const Axis& own, std::size_t at, auto& ones, auto& axes) {
      if (!in) return;
      if (own.length() == to.length())
        axes.push_back(to);
      else if (own.length() == 1)
        ones.push_back(at);
      else
        NodeContext::refuse("its leading dimensions do not broadcast");
    };
    place(in_x, a, xb - i, x_ones, x_axes);
    place(in_y, b, yb - i, y_ones, y_axes);
  }
  n.dims.equate(k, y.axes()[yb]);
  const Axis columns = unlike(n, y.axes()[yb + 1], used);
  x_axes.insert(x_axes.end(), {m, k});
  y_axes.insert(y_axes.end(), {k, columns});
  std::vector<Axis> all = batch;
  all.insert(all.end(), {m, columns});
  n.dims.keep_apart(all);
  const DType result = current_result_type(), computed = computed_in(result);
  const ScopedResultType type(computed);
  const auto factor = [&](const Op& of, const auto& ones, const auto& axes) {
    return of_type(renamed(without(of, ones), axes), computed);
  };
  const Op product = factor(x, x_ones, x_axes) * factor(y, y_ones, y_axes);
  return of_type(over(sum(product, reduce_over(Axes{k})), Axes(all)), result);
}

// Only one operand has leading dimensions: one dot.
Op plain(NodeContext& n, const Op& x, const Op& y) {
  const std::size_t xb = x.axes().size() - 2, yb = y.axes().size() - 2;
  const Axis k = x.axes()[xb + 1];
  n.dims.equate(k, y.axes()[yb]);
  std::vector<Axis> used = x.axes().list(), y_axes;
  for (std::size_t i = 0; i < y.axes().size(); ++i) {
    y_axes.push_back(i == yb ? k : unlike(n, y.axes()[i], used));
    used.push_back(y_axes.back());
  }
  const Op product = dot(x, renamed(y, y_axes));
  std::vector<Axis> result = xb > 0 ? first(x.axes(), xb) : first(Axes(y_axes), yb);
  result.insert(result.end(), {x.axes()[xb], y_axes[yb + 1]});
  return over(product, Axes(result));
}

void mat_mul(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  n.result(matmul(n, n.op(0), n.op(1)));
}

Op transposed(const Op& x, bool swap) {
  if (x.axes().size() != 2) NodeContext::refuse("its matrices must have two dimensions");
  return swap ? over(x, Axes{x.axes()[1], x.axes()[0]}) : x;
}

void gemm(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Op a = transposed(n.op(0), n.integer("transA", 0) != 0);
  const Op b = transposed(n.op(1), n.integer("transB", 0) != 0);
  Op result = matmul(n, a, b);
  n.dims.prefer(result.axes()[1], "feature", 2);
  const double alpha = n.number("alpha", 1), beta = n.number("beta", 1);
  if (alpha != 1) result = result * alpha;
  if (n.has(2) && beta != 0) {
    const Op bias = beta == 1 ? n.op(2) : n.op(2) * beta;
    const Aligned all = align(n, {result, bias});
    result = over(all.ops[0] + all.ops[1], all.axes);
  }
  n.result(result);
}

void mat_mul_integer(NodeContext& n) {
  n.result(integer_matmul(n, {.matrix = 0, .zero_point = 2}, {.matrix = 1, .zero_point = 3}));
}

constexpr OpRow rows[] = {
    {"Gemm", 7, 0, gemm},
    {"MatMul", 1, 0, mat_mul},
    {"MatMulInteger", 10, 0, mat_mul_integer},
};

}  // namespace

Op matmul(NodeContext& n, Op x, Op y) {
  const bool row = x.axes().size() == 1, column = y.axes().size() == 1;
  if (x.axes().empty() || y.axes().empty()) NodeContext::refuse("a matrix product of a number");
  if (row) x = with_ones(n, x, {0}, {"row"});
  if (column) y = with_ones(n, y, {1}, {"column"});
  const std::size_t xb = x.axes().size() - 2, yb = y.axes().size() - 2;
  if (x.axes()[xb + 1].length() != y.axes()[yb].length()) {
    NodeContext::refuse(
        "the inner lengths of its matrices differ: " + std::to_string(x.axes()[xb + 1].length()) +
        " and " + std::to_string(y.axes()[yb].length()));
  }
  const bool pairs = xb > 0 && yb > 0;
  if (!pairs) n.dims.prefer(x.axes()[xb + 1], "feature", 1);
  if (!pairs) n.dims.prefer(y.axes()[yb + 1], "feature", 1);
  // The scores of attention, and their mix of values: (N, head, token, token or feature).
  if (xb == 2 && yb == 2) n.dims.prefer(x.axes()[1], "head", 1);
  Op made = pairs ? batched(n, x, y) : plain(n, x, y);
  const std::size_t rank = made.axes().size();
  std::vector<std::size_t> dropped;
  if (row) dropped.push_back(rank - 2);
  if (column) dropped.push_back(rank - 1);
  return without(made, dropped);
}

std::span<const OpRow> matrix_rows() {
  return rows;
}

}  // namespace ng::onnx
