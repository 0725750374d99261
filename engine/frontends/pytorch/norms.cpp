// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/norms.h"

#include <cmath>

namespace ng::pytorch {

ItemPtr root(NodeContext& n, const ItemPtr& x, double exponent) {
  const ItemPtr none = step(n, "Equal", {x, like(x, 0)});
  const ItemPtr some = step(n, "Where", {none, like(x, 1), x});
  const ItemPtr made =
      exponent == 0.5 ? step(n, "Sqrt", {some}) : step(n, "Pow", {some, like(x, exponent)});
  return step(n, "Where", {none, like(x, 0), made});
}

namespace {

// In the type of x.
ItemPtr norm_in_type(NodeContext& n, const ItemPtr& x, const Integers& dims, bool keep,
                     double order, const char* ties) {
  const Attributes attributes{attribute("keepdims", std::int64_t{keep}),
                              attribute("noop_with_empty_axes", std::int64_t{1}),
                              attribute("ties", ties)};
  const auto over = [&](const char* op, const ItemPtr& of) {
    return step(n, op, {of, integers(dims)}, attributes);
  };
  if (order == 2) return root(n, over("ReduceSum", step(n, "Mul", {x, x})));
  if (order == 1) return over("ReduceL1", x);
  const ItemPtr size = step(n, "Abs", {x});
  if (std::isinf(order)) return over(order > 0 ? "ReduceMax" : "ReduceMin", size);
  if (order == 0) {
    const ItemPtr some = step(n, "Not", {step(n, "Equal", {x, like(x, 0)})});
    return over("ReduceSum", cast(n, some, x->dtype()));
  }
  const ItemPtr powers =
      order > 0 && order < 1 ? root(n, size, order) : step(n, "Pow", {size, like(x, order)});
  const ItemPtr total = over("ReduceSum", powers);
  return order > 1 ? root(n, total, 1 / order) : step(n, "Pow", {total, like(x, 1 / order)});
}

}  // namespace

ItemPtr norm_along(NodeContext& n, const ItemPtr& x, const Integers& dims, bool keep, double order,
                   const char* ties) {
  return cast(n, norm_in_type(n, wide(n, x), dims, keep, order, ties), x->dtype());
}

}  // namespace ng::pytorch
