// SPDX-License-Identifier: Apache-2.0
// Sorted elements: the rank of each element is the number of elements before it.
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/frontends/onnx/scatter.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t longest = 4096;  // pairs of elements are compared

// Equal elements keep their order. A NaN is neither smaller nor larger, so that its rank is not
// defined.
void top_k(NodeContext& n) {
  const Op x = n.op(0);
  const auto at = static_cast<std::size_t>(n.position(n.integer("axis", -1), n.rank()));
  const Axis from = x.axes()[at];
  const auto count = n.opset < 10 ? n.integer("k", 1) : n.integers(1, "its k").at(0);
  if (count < 1 || count > from.length()) {
    NodeContext::refuse("its k is " + std::to_string(count) + ", expected 1 to " +
                        std::to_string(from.length()));
  }
  if (from.length() > longest) NodeContext::refuse("its dimension is longer than 4096");
  const bool largest = n.integer("largest", 1) != 0;
  const Axis other = n.fresh(from.length(), from.name()), to = n.fresh(count, from.name());
  std::vector<Axis> others = x.axes().list(), made = others;
  others[at] = other;
  made[at] = to;
  const Op y = renamed(x, others);
  Op rank;
  {
    const ScopedResultType type(DType::i64);
    const Op before = largest ? greater(y, x) : less(y, x);
    const Op ties = equal(y, x) * less(ramp(other), ramp(from));
    rank = over(sum(maximum(before, ties), reduce_over(Axes{other})), x.axes());
  }
  const Op chosen = equal(rank, ramp(to));
  {
    const ScopedResultType type(is_float(n.dtype()) ? n.dtype() : DType::i64);
    const Op values = sum(where(chosen, x, 0), reduce_over(Axes{from}));
    n.result(value_of(over(values, Axes(made)), n.dtype()));
  }
  const ScopedResultType type(DType::i64);
  const Op places = sum(where(chosen, ramp(from), 0), reduce_over(Axes{from}));
  n.result(over(places, Axes(made)), 1);
}

// Comparisons of all pairs of elements; NaN is the last and equal to itself.
struct Pairs {
  Op equal, less;  // of an element to another one
};
Pairs pairs_of(const Op& x, const Op& y) {
  const ScopedResultType type(DType::bool_);
  const Op nan_x = not_equal(x, x), nan_y = not_equal(y, y);
  return {maximum(equal(x, y), nan_x * nan_y), maximum(less(x, y), less(nan_x, nan_y))};
}

// The distinct elements, the position of the first of each, the result's position of every element,
// and how often each occurs.
void unique(NodeContext& n) {
  if (n.given("axis") && (n.rank() != 1 || n.position(n.integer("axis", 0), 1) != 0)) {
    NodeContext::refuse("it compares parts of its input (axis)");
  }
  const std::int64_t count = element_count(n.shape());
  if (count < 1 || count > longest) {
    NodeContext::refuse("it has " + std::to_string(count) + " elements, expected 1 to 4096");
  }
  const Op x = regrouped(n, n.op(0), {count}, "element");
  const Axis element = x.axes()[0], other = n.fresh(count, "element");
  n.dims.keep_apart({element, other});
  const Over others = reduce_over(Axes{other});
  const Op y = renamed(x, {other});
  const Pairs from_other = pairs_of(y, x);  // (other, element): the other one is before
  const ScopedResultType type(DType::i64);
  const Op earlier = from_other.equal * less(ramp(other), ramp(element));
  const Op first = equal(max(earlier, others), 0);
  const Op first_other = renamed(first, {other});
  // The first element that equals each one.
  const Op origin = min(where(from_other.equal, ramp(other), static_cast<double>(count)), others);
  const bool sorted = n.integer("sorted", 1) != 0;
  const Op before = sorted ? from_other.less : less(ramp(other), origin);
  const Op place = over(sum(before * first_other, others), Axes{element});
  const Op found = sum(first, reduce_over(Axes{element}));
  const auto collected = [&](const Op& updates, DType dtype) {
    const ScopedResultType collected_type(dtype);
    const Op zeros = over(number(0, dtype), Axes{n.fresh(count, "unique")});
    return written(n, zeros, place, over(updates, Axes{element}), "add");
  };
  Op values;
  {
    const ScopedResultType own(n.dtype());
    values = where(first, x, 0);
  }
  n.result_up_to(collected(values, n.dtype()), found, 0, 0);
  n.result_up_to(collected(first * ramp(element), DType::i64), found, 0, 1);
  n.result(place, 2);
  n.result_up_to(collected(number(1, DType::i64), DType::i64), found, 0, 3);
}

constexpr OpRow rows[] = {
    {"TopK", 1, 0, top_k},
    {"Unique", 11, 0, unique},
};

}  // namespace

std::span<const OpRow> ordering_rows() {
  return rows;
}

}  // namespace ng::onnx
