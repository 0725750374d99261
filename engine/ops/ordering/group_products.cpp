// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/ordering/group_products.h"

#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/ordering/argsort.h"
#include "engine/ops/ordering/take.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/shapes/reshape.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

Op filled(double number, DType dtype, const Axes& axes) {
  return broadcast(constant(Tensor::from(dtype, {}, std::vector<double>{number}), Axes()), axes);
}

// The products of the values before each along `axis` whose positions, which are sorted, equal its
// own.
Op products_before(const Op& values, const Op& positions, const Axis& axis, bool reverse) {
  const Op one = filled(1, values.dtype(), values.axes() - Axes(axis));
  const Op none = filled(-1, DType::i64, positions.axes() - Axes(axis));
  const auto step = [](const std::vector<Op>& states, const std::vector<Op>& elements) {
    const Op before = where(equal(states[1], elements[1]), states[0], 1);
    return ScanStep{{before * elements[0], elements[1]}, {before}};
  };
  ScanOrder order;
  order.reverse = reverse;
  return scan(axis, {one, none}, {values, positions}, step, order).outputs[0];
}

// x with the axes `own` last, as one axis.
Op along(const Axis& one, const Op& x, const Axes& own) {
  const Axes others = x.axes() - own;
  const Op ordered = axes_with_order(x, others + own);
  return own.size() == 1 ? ordered : flatten(ordered, others + Axes(one));
}

}  // namespace

Op others_of_position(const Op& values, const Op& positions, const Axes& own) {
  if (own.empty()) return filled(1, values.dtype(), values.axes());
  const Axis axis = own.flatten();
  const Op flat = along(axis, values, own);
  const Op rows = along(axis, of_type(positions, DType::i64), own);
  const Op order = argsort(rows, axis, axis);
  const Op sorted = take(flat, order, axis), sorted_rows = take(rows, order, axis);
  const Op others = products_before(sorted, sorted_rows, axis, false) *
                    products_before(sorted, sorted_rows, axis, true);
  const Op placed = take(others, argsort(order, axis, axis), axis);
  const Axes in_order = flat.axes() - Axes(axis);
  const Op unflattened = axes_with_order(placed, in_order + Axes(axis));
  return own.size() == 1 ? unflattened : unflatten(unflattened, in_order + own);
}

}  // namespace ng
