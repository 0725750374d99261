// SPDX-License-Identifier: Apache-2.0
// Reductions over dimensions, positions of extremes, running sums.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/elementwise/roots.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/ordering/cumulative.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"
#include "engine/ops/ties.h"

namespace ng::onnx {
namespace {

using Reduce = Op (*)(const Op& x, const Over& over);

Op kept_ones(NodeContext& n, const Op& op, const std::vector<std::size_t>& positions) {
  if (n.integer("keepdims", 1) == 0) return op;
  std::vector<Axis> gone;
  for (const std::size_t at : positions) gone.push_back(n.op(0).axes()[at]);
  return with_ones_like(n, op, positions, gone);
}

// The least element of a type, or the greatest: integers saturate.
ng::Tensor bound_of(DType dtype, bool greatest) {
  const double least = dtype == DType::bool_ ? 0 : -HUGE_VAL, bound = greatest ? HUGE_VAL : least;
  return ng::Tensor::from(dtype, {}, std::span(&bound, 1));
}

// The extreme of no elements is the bound that every element exceeds.
Op bound_without(const Op& x, const Over& over, bool greatest) {
  const Op bound = constant(bound_of(x.dtype(), greatest), Axes{});
  return broadcast(bound, x.axes() - *over.reduction_axes);
}

template <class F>
void reduce(NodeContext& n, const F& f) {
  const ScopedResultType type(n.widened());
  const Op x = n.op(0);
  const std::vector<std::size_t> positions = reduced_dimensions(n);
  std::vector<Axis> over;
  for (const std::size_t at : positions) over.push_back(x.axes()[at]);
  n.result(kept_ones(n, f(x, reduce_over(Axes(over))), positions));
}

template <Reduce f>
void reduction(NodeContext& n) {
  reduce(n, f);
}

// Other frontends say who has the gradient at ties; ONNX has none.
template <Op (*f)(const Operand&, const Over&),
          Op (*with_ties)(const Operand&, const Over&, const std::string&), bool greatest>
void value_of_extreme(NodeContext& n) {
  const std::string ties = n.text("ties", "");
  reduce(n, [&](const Op& x, const Over& over) {
    if (over.reduction_axes->element_count() == 0) return bound_without(x, over, greatest);
    return ties.empty() ? f(x, over) : with_ties(x, over, ties);
  });
}

Op log_sum_exp(const Op& x, const Over& over) {
  if (over.reduction_axes->element_count() == 0) return log(sum(x, over));
  const Op top = max(x, over);
  const Op finite = where(equal(absolute(top), HUGE_VAL), 0, top);
  return log(sum(exp(x - finite), over)) + finite;
}

// The last of several extremes: the first one in reverse order.
template <Op (*f)(const Operand&, const Over&)>
void extreme(NodeContext& n) {
  Op x = n.op(0);
  const auto at = static_cast<std::size_t>(n.position(n.integer("axis", 0), n.rank()));
  const std::int64_t length = x.axes()[at].length();
  const bool last = n.integer("select_last_index", 0) != 0;
  if (last) x = part(n, x, at, length - 1, length, -1);
  Op found = value_of(f(x, reduce_over(Axes{x.axes()[at]})), DType::i64);
  const ScopedResultType type(DType::i64);
  if (last) found = Op(-found) + static_cast<double>(length - 1);
  n.result(kept_ones(n, found, {at}));
}

template <Op (*f)(const Operand&, const Axis&, const CumulativeOptions&)>
void running(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const auto at = static_cast<std::size_t>(n.position(n.integers(1, "its axis").at(0), n.rank()));
  const bool exclusive = n.integer("exclusive", 0) != 0, reverse = n.integer("reverse", 0) != 0;
  n.result(f(n.op(0), n.op(0).axes()[at], {exclusive, reverse}));
}

#define REDUCE(f) reduction<+[](const Op& x, const Over& over) -> Op { return f; }>

constexpr OpRow rows[] = {
    {"ArgMax", 1, 0, extreme<argmax>},
    {"ArgMin", 1, 0, extreme<argmin>},
    {"CumProd", 1, 0, running<cumulative_product>},
    {"CumSum", 11, 0, running<cumulative_sum>},
    {"ReduceL1", 1, 0, REDUCE(sum(absolute(x), over))},
    {"ReduceL2", 1, 0, REDUCE(norm_of_total(sum(x* x, over), 2))},
    {"ReduceLogSum", 1, 0, REDUCE(log(sum(x, over)))},
    {"ReduceLogSumExp", 1, 0, reduction<log_sum_exp>},
    {"ReduceMax", 1, 0, value_of_extreme<max, max, false>},
    {"ReduceMean", 1, 0, REDUCE(mean(x, over))},
    {"ReduceMin", 1, 0, value_of_extreme<min, min, true>},
    {"ReduceProd", 1, 0, REDUCE(prod(x, over))},
    {"ReduceSum", 1, 0, REDUCE(sum(x, over))},
    {"ReduceSumSquare", 1, 0, REDUCE(sum(x* x, over))},
};

#undef REDUCE

}  // namespace

std::span<const OpRow> reduction_rows() {
  return rows;
}

std::vector<std::size_t> reduced_dimensions(const NodeContext& n) {
  const std::int64_t rank = n.rank();
  const auto axes = n.has(1) ? n.integers(1, "its axes") : n.list("axes");
  std::vector<std::size_t> positions;
  for (const std::int64_t axis : axes) {
    positions.push_back(static_cast<std::size_t>(n.position(axis, rank)));
  }
  if (axes.empty() && n.integer("noop_with_empty_axes", 0) == 0) {
    positions.resize(static_cast<std::size_t>(rank));
    std::iota(positions.begin(), positions.end(), std::size_t{0});
  }
  std::sort(positions.begin(), positions.end());
  return positions;
}

}  // namespace ng::onnx
