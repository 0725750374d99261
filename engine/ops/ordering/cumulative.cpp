// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/ordering/cumulative.h"

#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/kept_value.h"
#include "engine/ops/make_op.h"
#include "engine/ops/op_loops.h"
#include "engine/ops/ordering/axis_argument.h"
#include "engine/ops/result_type.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

CumulativeOptions options_of(const Node& node) {
  return {node.attributes.get<bool>("exclusive"), node.attributes.get<bool>("reverse")};
}

AroundAxis sizes_of(const Node& node) {
  const Axes& axes = node.results[0].axes;
  return around(axes, axes.index(axis_of(node.attributes)));
}

std::vector<TensorType> infer(std::span<const Value> operands, const Attributes& attributes) {
  require_values(cumulative_sum_op, operands, 1);
  axis_in(operands[0].axes(), axis_of(attributes));
  return {{operands[0].axes(), result_dtype(attributes)}};
}

template <bool product, class T>
void evaluate(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const AroundAxis sizes = sizes_of(node);
  const CumulativeOptions options = options_of(node);
  for (std::int64_t row = 0; row < sizes.outer * sizes.inner; ++row) {
    const std::int64_t first = row / sizes.inner * sizes.length * sizes.inner + row % sizes.inner;
    T total = product ? T(1) : T(0);
    for (std::int64_t i = 0; i < sizes.length; ++i) {
      const std::int64_t position = options.reverse ? sizes.length - 1 - i : i;
      const auto at = static_cast<std::size_t>(first + position * sizes.inner);
      if (options.exclusive) out[0].values[at] = total;
      total = product ? total * in[0].values[at] : total + in[0].values[at];
      if (!options.exclusive) out[0].values[at] = total;
    }
  }
}

// The sums of the other direction: element j is in the results after it, and in its own.
Op adjoint_sum_of(const Op& d, const Node& node) {
  CumulativeOptions options = options_of(node);
  options.reverse = !options.reverse;
  return cumulative_sum(d, axis_of(node.attributes), options);
}

void adjoint_sum(AdjointContext& c) {
  c.add(0, adjoint_sum_of(c.delta, *c.node).value());
}

// The same gradient by multiplications only, a step an element, so that its own derivatives are
// right at zeros too: the product of the elements before x_j, times the sum over i of d_i and the
// elements between x_j and y_i's last.
Op gradient_in_steps(const Op& x, const Op& d, const Axis& axis, const CumulativeOptions& options) {
  const Op zeros = broadcast(constant(Tensor(d.dtype(), {}), Axes()), x.axes() - Axes(axis));
  const auto step = [&options](const std::vector<Op>& states, const std::vector<Op>& elements) {
    const Op later = states[0], x_j = elements[0], d_j = elements[1];
    if (options.exclusive) return ScanStep{{d_j + x_j * later}, {later}};
    return ScanStep{{x_j * (d_j + later)}, {d_j + later}};
  };
  ScanOrder order;
  order.reverse = !options.reverse;
  const Op after = scan(axis, {zeros}, {x, d}, step, order).outputs[0];
  return cumulative_product(x, axis, {true, options.reverse}) * after;
}

// d y_i / d x_j = y_i / x_j before the first 0. At the first 0 it is the product of the others, and
// after it all products are 0.
void adjoint_product(AdjointContext& c) {
  const Axis axis = axis_of(c.node->attributes);
  const CumulativeOptions options = options_of(*c.node);
  const Op x = c.operand(0), d = c.delta, zero = equal(x, 0);
  const Op zeros = cumulative_sum(zero, axis, {false, options.reverse});
  const Op first = zero * equal(zeros, 1);
  const Op before = adjoint_sum_of(d * Op(c.result()), *c.node) / where(zero, 1, x);
  const Op others = cumulative_product(where(first, 1, x), axis, options);
  const Op at_first = where(first, adjoint_sum_of(d * others, *c.node), 0);
  const Op gradient = where(equal(zeros, 0), before, at_first);
  const Op in_steps = of_type(gradient_in_steps(x, d, axis, options), gradient.value().type());
  c.add(0, kept_value(in_steps, gradient).value());
}

Op cumulative(const OpDef& def, const Operand& x, const Axis& axis,
              const CumulativeOptions& options) {
  return make_op_at(
      def, {x},
      {{"axis", Axes(axis)}, {"exclusive", options.exclusive}, {"reverse", options.reverse}},
      x.where());
}

// Of operands and results of different types: integers are added modulo 2^64, floats in a type that
// holds the operand's elements.
Value decompose(const Node& node) {
  const DType from = node.operands[0].dtype(), to = node.results[0].dtype;
  if (from == to) return {};
  const bool small = to == DType::f32 && size_of(from) < size_of(to);
  const bool integers = !is_float(from) && !is_float(to);
  const ScopedResultType type(integers ? DType::i64 : small ? DType::f32 : DType::f64);
  const Op x = of_type(Op(node.operands[0]), current_result_type());
  return cumulative(*node.def, x, axis_of(node.attributes), options_of(node)).value();
}

std::vector<OpLoop> loops_across(const Node& node) {
  return loops_by_name(node, Axes(axis_of(node.attributes)));
}

std::int64_t flops(const Node& node) {
  return node.results[0].axes.element_count();
}

template <Op (*make)(const Operand&, const Axis&, const CumulativeOptions&)>
std::vector<OpFunction> functions() {
  return {{{{"x"},
            {"axis", ParameterKind::axis},
            {"exclusive", ParameterKind::flag, "False", {}, true},
            {"reverse", ParameterKind::flag, "False", {}, true},
            {"dtype", ParameterKind::other_dtype, "None"}},
           [](const OpArguments& a) {
             return make(a.operand("x"), a.axis("axis"), {a.flag("exclusive"), a.flag("reverse")});
           }}};
}

}  // namespace

const OpDef cumulative_sum_op = {
    .name = "cumulative_sum",
    .class_name = "CumulativeSum",
    .glyph = "Σ…",
    .family = Family::reduction,
    .doc =
        "The sum of the elements of x up to each position along the axis; exclusive: without the "
        "element at the position; reverse: from the last. Gradient: the sums of d in the other "
        "direction.",
    .operands = {"x"},
    .attributes = {"axis", "exclusive", "reverse", "dtype"},
    .functions = functions<cumulative_sum>(),
    .traits = {},
    .infer = infer,
    .evaluate = evaluate<false, double>,
    .evaluate_integers = evaluate<false, Integer>,
    .adjoint = adjoint_sum,
    .lower = LowerKind::composite,
    .decompose = decompose,
    .flops = flops,
    .loops = loops_across,
};

const OpDef cumulative_product_op = {
    .name = "cumulative_product",
    .class_name = "CumulativeProduct",
    .glyph = "Π…",
    .family = Family::reduction,
    .doc =
        "The product of the elements of x up to each position along the axis; exclusive: without "
        "the element at the position; reverse: from the last. Gradient: d times the products of "
        "the other elements, also where elements are 0.",
    .operands = {"x"},
    .attributes = {"axis", "exclusive", "reverse", "dtype"},
    .functions = functions<cumulative_product>(),
    .traits = {},
    .infer = infer,
    .evaluate = evaluate<true, double>,
    .evaluate_integers = evaluate<true, Integer>,
    .adjoint = adjoint_product,
    .lower = LowerKind::composite,
    .decompose = decompose,
    .flops = flops,
    .loops = loops_across,
};

Op cumulative_sum(const Operand& x, const Axis& axis, const CumulativeOptions& options) {
  return cumulative(cumulative_sum_op, x, axis, options);
}
Op cumulative_product(const Operand& x, const Axis& axis, const CumulativeOptions& options) {
  return cumulative(cumulative_product_op, x, axis, options);
}

std::optional<Cumulation> cumulation_of(const Node& node) {
  const bool product = node.def == &cumulative_product_op;
  if (!product && node.def != &cumulative_sum_op) return std::nullopt;
  const DType dtype = node.results[0].dtype;
  if (node.operands[0].dtype() != dtype) return std::nullopt;
  const AroundAxis sizes = sizes_of(node);
  const CumulativeOptions options = options_of(node);
  return Cumulation{dtype,       product,      options.exclusive, options.reverse,
                    sizes.outer, sizes.length, sizes.inner};
}

}  // namespace ng
