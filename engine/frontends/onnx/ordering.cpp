// SPDX-License-Identifier: Apache-2.0
// Sorted and distinct elements.
#include <algorithm>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/frontends/onnx/padding/chosen_rows.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/ordering/argsort.h"
#include "engine/ops/ordering/cumulative.h"
#include "engine/ops/ordering/scatter.h"
#include "engine/ops/ordering/take.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/scan/scan.h"

namespace ng::onnx {
namespace {

void top_k(NodeContext& n) {
  const Op x = n.op(0);
  const auto at = static_cast<std::size_t>(n.position(n.integer("axis", -1), n.rank()));
  const Axis from = x.axes()[at];
  const auto count = n.opset < 10 ? n.integer("k", 1) : n.integers(1, "its k").at(0);
  if (count < 0 || count > from.length()) {
    NodeContext::refuse("its k is " + std::to_string(count) + ", expected 0 to " +
                        std::to_string(from.length()));
  }
  if (count == 0) {
    Shape none = n.shape();
    none[at] = 0;
    n.result(ng::Tensor(n.dtype(), none));
    return n.result(ng::Tensor(DType::i64, none), 1);
  }
  const Op places = argsort(x, from, n.fresh(count, from.name()), n.integer("largest", 1) != 0);
  n.result(take(x, places, from));
  n.result(places, 1);
}

// 1 where elements differ, or the parts of rows do; NaN is equal to itself.
Op differ(const Op& x, const Op& y, const std::vector<Axis>& parts) {
  const ScopedResultType type(DType::bool_);
  const Op both_nan = not_equal(x, x) * not_equal(y, y);
  const Op each = greater(not_equal(x, y), both_nan);
  return parts.empty() ? each : max(each, reduce_over(Axes(parts)));
}

// The stable order of elements, or of rows (element, part): sorted by the last part first.
Op order_of(NodeContext& n, const Op& x) {
  const Axis element = x.axes()[0], rank = n.fresh(element.length(), "rank");
  if (x.axes().size() == 1) return argsort(x, element, rank);
  const Op unsorted = ramp(rank);
  const ScanBody sort = [&](const std::vector<Op>& states, const std::vector<Op>& elements) {
    const Op part = take(elements[0], states[0], element);
    return ScanStep{{take(states[0], argsort(part, rank, rank), rank)}, {}};
  };
  return scan(x.axes()[1], {unsorted}, {x}, sort, {.reverse = true, .keeps = false}).states[0];
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
  const std::int64_t size = element_count(n.shape()) / std::max<std::int64_t>(count, 1);
  const Shape shape = made.along ? Shape{count, size} : Shape{count};
  made.x = regrouped(n, over(x, Axes(made.order)), shape, "element");
  return made;
}

// The elements or rows at these positions where `inside`, then zeros, with the dimensions of the
// input.
Op distinct_rows(NodeContext& n, const Compared& from, const Op& positions, const Op& inside) {
  const Op taken = take(from.x, positions, from.x.axes()[0]);
  const ScopedResultType type(n.dtype());
  const Op rows = over(where(inside, taken, 0), taken.axes());
  if (!from.along) return rows;
  const Op opened = regrouped(n, rows, Axes(from.order).lengths());
  return over(renamed(opened, from.order), n.op(0).axes());
}

// The distinct elements, the position of the first of each, the result's position of every element,
// and how often each occurs.
void unique(NodeContext& n) {
  if (n.given("axis")) n.position(n.integer("axis", 0), n.rank());
  const Compared from = compared(n);
  const std::int64_t count = from.x.axes()[0].length();
  if (element_count(n.shape()) == 0) {
    if (count != 0) NodeContext::refuse("its parts have no elements");
    n.result(n.op(0));
    for (std::size_t i = 1; i < 4; ++i) n.result(nothing(n, {0}, DType::i64), i);
    return;
  }
  const Op x = from.x, order = order_of(n, x), sorted = take(x, order, x.axes()[0]);
  const Axis element = x.axes()[0], rank = order.axes()[0];
  const std::vector<Axis> parts(x.axes().begin() + 1, x.axes().end());
  const auto ones = [&](std::int64_t length) {
    return over(number(1, DType::i64), Axes{n.fresh(length, "element")});
  };
  const ScopedResultType type(DType::i64);
  std::vector<Op> starts{ones(1)};
  if (count > 1) {
    const Op next = part(n, sorted, 0, 1, count - 1), former = part(n, sorted, 0, 0, count - 1);
    const Op change = differ(next, renamed(former, next.axes().list()), parts);
    starts.push_back(value_of(change, DType::i64));
  }
  const Op start = renamed(joined(n, starts, 0), {rank});
  Op place = scatter(over(number(0, DType::i64), Axes{element}), order,
                     cumulative_sum(start, rank) - 1, element);
  const ChosenRows chosen =
      chosen_rows(n, start, with_ones(n, order, {1}), static_cast<double>(count));
  Op firsts = without(chosen.rows, {1});
  const Axis found = firsts.axes()[0];
  if (n.integer("sorted", 1) == 0) {
    const Op by_position = argsort(firsts, found, found);
    firsts = take(firsts, by_position, found);
    place = take(argsort(by_position, found, found), place, found);
  }
  const Op inside = less(firsts, static_cast<double>(count));
  firsts = where(inside, firsts, 0);
  n.result_up_to(distinct_rows(n, from, firsts, inside), chosen.count, from.along.value_or(0), 0);
  n.result_up_to(firsts, chosen.count, 0, 1);
  n.result(place, 2);
  const Op none = over(number(0, DType::i64), Axes{found});
  const Op counts =
      scatter(none, place, renamed(ones(count), {element}), found, ScatterReduction::add);
  n.result_up_to(counts, chosen.count, 0, 3);
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
