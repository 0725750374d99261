// SPDX-License-Identifier: Apache-2.0
// Sorted and distinct elements.
#include <algorithm>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/frontends/onnx/scatter.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/ordering/argsort.h"
#include "engine/ops/ordering/take.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

// Of Unique, which compares pairs of elements.
constexpr std::int64_t longest = 4096;
constexpr std::int64_t most_pairs = std::int64_t{1} << 28;

void top_k(NodeContext& n) {
  const Op x = n.op(0);
  const auto at = static_cast<std::size_t>(n.position(n.integer("axis", -1), n.rank()));
  const Axis from = x.axes()[at];
  const auto count = n.opset < 10 ? n.integer("k", 1) : n.integers(1, "its k").at(0);
  if (count < 1 || count > from.length()) {
    NodeContext::refuse("its k is " + std::to_string(count) + ", expected 1 to " +
                        std::to_string(from.length()));
  }
  const Op places = argsort(x, from, n.fresh(count, from.name()), n.integer("largest", 1) != 0);
  n.result(take(x, places, from));
  n.result(places, 1);
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

// The same of rows (element, part): the first parts that differ decide.
Pairs pairs_of_rows(const Op& x, const Op& y) {
  const Axis part = x.axes()[1];
  const Over parts = reduce_over(Axes{part});
  const Pairs each = pairs_of(x, y);
  const ScopedResultType type(DType::i64);
  const auto none = static_cast<double>(part.length());
  const Op differs = min(where(each.equal, none, ramp(part)), parts);
  return {equal(differs, none), max(each.less * equal(ramp(part), differs), parts)};
}

// What Unique compares: elements, or parts along a dimension as rows.
struct Compared {
  Op x;                              // (element) or (element, part)
  std::vector<Axis> order;           // of the input, with the dimension of the parts first
  std::optional<std::size_t> along;  // this dimension; none: elements
};

Compared compared(NodeContext& n) {
  const Op x = n.op(0);
  Compared made{{}, x.axes().list(), {}};
  std::int64_t count = element_count(n.shape());
  if (n.given("axis") && n.rank() > 1) {
    made.along = static_cast<std::size_t>(n.position(n.integer("axis", 0), n.rank()));
    const auto first = made.order.begin() + static_cast<std::ptrdiff_t>(*made.along);
    count = n.shape()[*made.along];
    std::rotate(made.order.begin(), first, first + 1);
  }
  if (count < 1 || count > longest) {
    NodeContext::refuse("it has " + std::to_string(count) + (made.along ? " parts" : " elements") +
                        ", expected 1 to 4096");
  }
  const std::int64_t size = element_count(n.shape()) / count;
  if (size < 1 || size > most_pairs / (count * count)) {
    NodeContext::refuse("its parts have " + std::to_string(size) + " elements, expected 1 to " +
                        std::to_string(most_pairs / (count * count)));
  }
  const Shape shape = made.along ? Shape{count, size} : Shape{count};
  made.x = regrouped(n, over(x, Axes(made.order)), shape, "element");
  return made;
}

// The rows at these positions, the first `count` of them, with the dimensions of the input.
Op distinct_rows(NodeContext& n, const Compared& from, const Op& positions, const Op& count) {
  Op rows = taken(n, from.x, 0, positions);
  Op inside;
  {
    const ScopedResultType type(DType::i64);
    inside = less(ramp(rows.axes()[0]), count);
  }
  const ScopedResultType type(n.dtype());
  rows = over(where(inside, rows, 0), rows.axes());
  const Op opened = regrouped(n, rows, Axes(from.order).lengths());
  return over(renamed(opened, from.order), n.op(0).axes());
}

// The distinct elements, the position of the first of each, the result's position of every element,
// and how often each occurs.
void unique(NodeContext& n) {
  if (n.given("axis")) n.position(n.integer("axis", 0), n.rank());
  const Compared from = compared(n);
  const Op x = from.x;
  const Axis element = x.axes()[0], other = n.fresh(element.length(), "element");
  std::vector<Axis> others_of = x.axes().list();
  others_of[0] = other;
  n.dims.keep_apart({element, other});
  const Over others = reduce_over(Axes{other});
  // (other, element): the other one is before
  const Op y = renamed(x, others_of);
  const Pairs from_other = from.along ? pairs_of_rows(y, x) : pairs_of(y, x);
  const ScopedResultType type(DType::i64);
  const Op earlier = from_other.equal * less(ramp(other), ramp(element));
  const Op first = equal(max(earlier, others), 0);
  const Op first_other = renamed(first, {other});
  // The first element that equals each one.
  const auto count = static_cast<double>(element.length());
  const Op origin = min(where(from_other.equal, ramp(other), count), others);
  const bool sorted = n.integer("sorted", 1) != 0;
  const Op before = sorted ? from_other.less : less(ramp(other), origin);
  const Op place = over(sum(before * first_other, others), Axes{element});
  const Op found = sum(first, reduce_over(Axes{element}));
  const auto collected = [&](const Op& updates, DType dtype) {
    const ScopedResultType collected_type(dtype);
    const Op zeros = over(number(0, dtype), Axes{n.fresh(element.length(), "unique")});
    return written(zeros, place, over(updates, Axes{element}), "add");
  };
  const Op firsts = collected(first * ramp(element), DType::i64);
  Op values;
  if (from.along) {
    values = distinct_rows(n, from, firsts, found);
  } else {
    const ScopedResultType own(n.dtype());
    values = collected(where(first, x, 0), n.dtype());
  }
  n.result_up_to(values, found, from.along.value_or(0), 0);
  n.result_up_to(firsts, found, 0, 1);
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
