// SPDX-License-Identifier: Apache-2.0
// Product over axes.
#include <limits>

#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/kept_value.h"
#include "engine/ops/ordering/cumulative.h"
#include "engine/ops/reductions/reduction_rule.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

double times(double a, double b) {
  return a * b;
}

double largest_finite() {
  return current_result_type() == DType::f64
             ? std::numeric_limits<double>::max()
             : static_cast<double>(std::numeric_limits<float>::max());
}

// The product of the elements before and after each along the first axis, times that of the other
// products along the next, and so on. Without a division or comparison, so that its derivatives are
// right where elements are 0.
Op others_by_running_products(const Op& x, const Axes& axes) {
  Op others = constant(Tensor(1.0)), products = x;
  for (const Axis& axis : axes) {
    others = others * cumulative_product(products, axis, {true, false}) *
             cumulative_product(products, axis, {true, true});
    products = prod(products, reduce_over(axis));
  }
  return others;
}

// The product of the other elements, without dividing by zero or infinity: elements that are 0 or
// infinite count as 1 in the total product, and are multiplied in again (0, or signed infinity)
// where they are among the other elements.
void adjoint_prod(AdjointContext& c) {
  const Reduction r = reduction_of(*c.node);
  const Over over{r.reduced, r.kept};
  const Op x = c.operand(0);
  const double largest = largest_finite();
  const Op zero = equal(x, 0), infinite = greater(absolute(x), largest), finite = 1 - infinite;
  const Op clean = minimum(maximum(x, -largest), largest) * finite + infinite + zero;
  const Op signs = sign(x) * infinite + finite;
  const Op no_zero = equal(sum(zero, over), zero),
           no_infinity = equal(sum(infinite, over), infinite);
  const Op others = prod(clean, over) / clean * (prod(signs, over) / signs) / no_infinity * no_zero;
  const Op running = of_type(others_by_running_products(x, r.reduced), others.value().type());
  c.add(0, (Op(c.delta) * kept_value(running, others)).value());
}

}  // namespace

const OpDef prod_op = {
    .name = "prod",
    .class_name = "Prod",
    .glyph = "Π",
    .family = Family::reduction,
    .doc =
        "The product over the reduction axes; by default all but batch and recurrent. Gradient: "
        "d times the product of the other elements, also where elements are 0.",
    .operands = {"x"},
    .attributes = {"reduction_axes", "out_axes", "dtype"},
    .functions = reduction_function<prod>(),
    .traits = {},
    .infer = infer_reduction,
    .evaluate = evaluate_reduction<1.0, times>,
    .evaluate_integers = reduce_integers<kernel::Combine::multiply>,
    .adjoint = adjoint_prod,
    .lower = LowerKind::reduce,
    .combine = kernel::Combine::multiply,
    .flops = flops_reduction,
};

Op prod(const Operand& x, const Over& over) {
  return reduce_in_order(prod_op, x, over);
}

}  // namespace ng
