// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tensorflow/number_steps.h"

#include <numbers>

namespace ng::tensorflow {
namespace {

// Of floats, also of -0 and infinities.
ItemPtr angle(NodeContext& n, ItemPtr y, ItemPtr x) {
  const ItemPtr zero = like(y, 0), pi = like(y, std::numbers::pi);
  const ItemPtr left = is_negative(n, x);
  const ItemPtr turn = step(n, "Where", {is_negative(n, y), step(n, "Neg", {pi}), pi});
  // The quotient of two infinities is that of their signs.
  const ItemPtr far = step(n, "And", {step(n, "IsInf", {y}), step(n, "IsInf", {x})});
  y = step(n, "Where", {far, step(n, "Sign", {y}), y});
  x = step(n, "Where", {far, step(n, "Sign", {x}), x});
  // By the larger of both, so that the derivatives are finite: nearer to the vertical axis as a
  // right angle without that of x / y.
  const ItemPtr steep = step(n, "Less", {step(n, "Abs", {x}), step(n, "Abs", {y})});
  const ItemPtr safe = step(n, "Where", {step(n, "Equal", {x, zero}), like(y, 1), x});
  const ItemPtr slope =
      step(n, "Div", {step(n, "Where", {steep, x, y}), step(n, "Where", {steep, y, safe})});
  const ItemPtr flat = step(n, "Atan", {slope});
  const ItemPtr aside = step(n, "Where", {left, step(n, "Add", {flat, turn}), flat});
  const ItemPtr upright =
      step(n, "Mul", {step(n, "Sign", {y}), step(n, "Mul", {pi, like(y, 0.5)})});
  return step(n, "Where", {steep, step(n, "Sub", {upright, flat}), aside});
}

}  // namespace

ItemPtr like(const ItemPtr& x, double value) {
  return number(value, x->dtype());
}

ItemPtr is_negative(NodeContext& n, const ItemPtr& x) {
  const ItemPtr zero = like(x, 0), below = step(n, "Less", {x, zero});
  if (!is_float(x->dtype())) return below;
  const ItemPtr inverse = step(n, "Less", {step(n, "Div", {like(x, 1), x}), zero});
  return step(n, "Or", {below, step(n, "And", {step(n, "Equal", {x, zero}), inverse})});
}

ItemPtr truncated_rest(NodeContext& n, const ItemPtr& a, const ItemPtr& b) {
  return step(n, "Mod", {a, b}, {attribute("fmod", std::int64_t{1})});
}

ItemPtr is_opposite(NodeContext& n, const ItemPtr& rest, const ItemPtr& divisor) {
  const ItemPtr zero = like(rest, 0);
  const ItemPtr differ =
      step(n, "Xor", {step(n, "Less", {rest, zero}), step(n, "Less", {divisor, zero})});
  return step(n, "And", {step(n, "Not", {step(n, "Equal", {rest, zero})}), differ});
}

ItemPtr floor_of_integers(NodeContext& n, const ItemPtr& a, const ItemPtr& b) {
  const ItemPtr more = cast(n, is_opposite(n, truncated_rest(n, a, b), b), a->dtype());
  return step(n, "Sub", {step(n, "Div", {a, b}), more});
}

ItemPtr arctangent(NodeContext& n, const ItemPtr& y, const ItemPtr& x) {
  const DType type = y->dtype(), computed = onnx::computed_in(type);
  return cast(n, angle(n, cast(n, y, computed), cast(n, x, computed)), type);
}

}  // namespace ng::tensorflow
