// SPDX-License-Identifier: Apache-2.0
// The product over axes.
#include "engine/ops/elementwise.h"
#include "engine/ops/reduction_rule.h"
#include "engine/ops/view.h"

namespace ng {
namespace {

double times(double a, double b) {
  return a * b;
}

// The product of the other elements, without dividing by zero: each 0 counts as 1 in the product,
// and an element gets something only when no other one is 0.
void adjoint_prod(AdjointContext& c) {
  const Reduction r = reduction_of(*c.node);
  const Op x = c.operand(0);
  const Op zero = equal(x, 0);
  const Op others = prod(x + zero, {r.reduced, r.kept}) / (x + zero);
  const Op alone = equal(sum(zero, {r.reduced, r.kept}), zero);
  c.add(0, (Op(c.delta) * others * alone).value());
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
    .traits = {},
    .infer = infer_reduction,
    .evaluate = evaluate_reduction<1.0, times>,
    .adjoint = adjoint_prod,
    .lower = LowerKind::reduce,
    .combine = kernel::Combine::multiply,
    .flops = flops_reduction,
};

Op prod(const Operand& x, const Over& over) {
  return reduce_in_order(prod_op, x, over);
}

}  // namespace ng
