// SPDX-License-Identifier: Apache-2.0
// Norms and variance: sums of a function of the elements.
#include <cmath>

#include "engine/kernels/integer_functions.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction_rule.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"

namespace ng {
namespace {

constexpr double default_eps = 1e-8;
double eps_of(const Node& node) {
  return node.attributes.get<double>("eps", default_eps);
}

Over whole(const Node& node) {
  const Reduction r = reduction_of(node);
  return {r.reduced, r.kept};
}

double count_of(const Node& node) {
  return static_cast<double>(reduction_of(node).reduced.element_count());
}

// x - mean(x), of a mean that is not rounded to fewer digits than x has.
Op centred(const Op& x, const Over& over) {
  const Op centre = [&] {
    const ScopedResultType type(exact_float_type(x));
    return mean(x, over);
  }();
  return x - centre;
}

template <auto Term, class T>
void evaluate_terms(const Node&, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const Axes& space = in[0].axes;
  std::size_t n = 0;
  for_each_index<1>(space, {strides_over(space, out[0].axes)}, [&](const auto& at) {
    out[0].values[static_cast<std::size_t>(at[0])] += Term(in[0].values[n++]);
  });
}

double squared(double x) {
  return x * x;
}
double magnitude(double x) {
  return std::abs(x);
}
Integer whole_squared(Integer x) {
  return kernel::evaluate_integers(kernel::Fn::multiply, x, x);
}
Integer whole_magnitude(Integer x) {
  return kernel::evaluate_integers(kernel::Fn::absolute, x);
}

std::vector<TensorType> infer_L2(std::span<const Value> operands, const Attributes& attributes) {
  const double eps = attributes.get<double>("eps", default_eps);
  if (!(eps >= 0))
    refuse(ErrorKind::value, "L2_norm's eps must be at least 0, not " + std::to_string(eps));
  return infer_reduction(operands, attributes);
}

void evaluate_L2(const Node& node, std::span<const HostArray> in, std::span<HostArray> out) {
  evaluate_terms<squared, double>(node, in, out);
  for (double& value : out[0].values) value = std::sqrt(eps_of(node) + value);
}

void evaluate_variance(const Node& node, std::span<const HostArray> in, std::span<HostArray> out) {
  const Axes& space = in[0].axes;
  const auto rows = strides_over(space, out[0].axes);
  std::vector<double> means(out[0].values.size(), 0.0);
  std::size_t n = 0;
  for_each_index<1>(space, {rows}, [&](const auto& at) {
    means[static_cast<std::size_t>(at[0])] += in[0].values[n++] / count_of(node);
  });
  n = 0;
  for_each_index<1>(space, {rows}, [&](const auto& at) {
    const auto row = static_cast<std::size_t>(at[0]);
    out[0].values[row] += squared(in[0].values[n++] - means[row]);
  });
  for (double& value : out[0].values) value /= count_of(node);
}

}  // namespace

const OpDef variance_op = {
    .name = "variance",
    .class_name = "Variance",
    .glyph = "s²",
    .family = Family::reduction,
    .doc =
        "The mean squared distance from the mean over the reduction axes, by default all but "
        "batch and recurrent. Gradient: 2 d (x - mean) over the number of elements.",
    .operands = {"x"},
    .attributes = {"reduction_axes", "out_axes", "dtype"},
    .functions = norm_function<variance>(),
    .traits = {},
    .infer = infer_reduction,
    .evaluate = evaluate_variance,
    .adjoint =
        [](AdjointContext& c) {
          const Op slope = centred(c.operand(0), whole(*c.node)) * (2 / count_of(*c.node));
          c.add(0, (Op(c.delta) * slope).value());
        },
    .lower = LowerKind::composite,
    .decompose =
        [](const Node& node) {
          const Over over = whole(node);
          return mean(square(centred(node.operands[0], over)), over).value();
        },
    .flops = [](const Node& node) { return 4 * flops_reduction(node); },
};

const OpDef squared_L2_op = {
    .name = "squared_L2",
    .class_name = "SquaredL2",
    .glyph = "‖x‖²",
    .family = Family::reduction,
    .doc = "The sum of squares over the reduction axes, by default all but batch. Gradient: 2 d x.",
    .operands = {"x"},
    .attributes = {"reduction_axes", "out_axes", "dtype"},
    .functions = norm_function<squared_L2>(),
    .traits = {},
    .infer = infer_reduction,
    .evaluate = evaluate_terms<squared, double>,
    .evaluate_integers = evaluate_terms<whole_squared, Integer>,
    .adjoint = [](AdjointContext& c) { c.add(0, (2 * Op(c.delta) * Op(c.operand(0))).value()); },
    .lower = LowerKind::composite,
    .decompose =
        [](const Node& node) { return sum(square(Op(node.operands[0])), whole(node)).value(); },
    .flops = [](const Node& node) { return 2 * flops_reduction(node); },
};

const OpDef L1_norm_op = {
    .name = "L1_norm",
    .class_name = "L1Norm",
    .glyph = "‖x‖₁",
    .family = Family::reduction,
    .doc =
        "The sum of magnitudes over the reduction axes, by default all but batch. Gradient: "
        "sign(x) d, 0 at 0.",
    .operands = {"x"},
    .attributes = {"reduction_axes", "out_axes", "dtype"},
    .functions = norm_function<L1_norm>(),
    .traits = {},
    .infer = infer_reduction,
    .evaluate = evaluate_terms<magnitude, double>,
    .evaluate_integers = evaluate_terms<whole_magnitude, Integer>,
    .adjoint = [](AdjointContext& c) { c.add(0, (sign(c.operand(0)) * Op(c.delta)).value()); },
    .lower = LowerKind::composite,
    .decompose =
        [](const Node& node) { return sum(absolute(Op(node.operands[0])), whole(node)).value(); },
    .flops = [](const Node& node) { return 2 * flops_reduction(node); },
};

const OpDef L2_norm_op = {
    .name = "L2_norm",
    .class_name = "L2Norm",
    .glyph = "‖x‖",
    .family = Family::reduction,
    .doc =
        "sqrt(eps + the sum of squares) over the reduction axes, by default all but batch. "
        "Gradient: d x / y.",
    .operands = {"x"},
    .attributes = {"dtype", "eps", "out_axes", "reduction_axes"},
    .functions = {{{{"x"},
                    {"eps", ParameterKind::number, "1e-8"},
                    {"out_axes", ParameterKind::out_axes, "None"},
                    {"reduction_axes", ParameterKind::reduction_axes, "None"}},
                   [](const OpArguments& a) {
                     return L2_norm(a.operand("x"), over_of(a), a.number("eps"));
                   }}},
    .traits = {},
    .infer = infer_L2,
    .evaluate = evaluate_L2,
    .adjoint =
        [](AdjointContext& c) {
          c.add(0, (Op(c.delta) / Op(c.result()) * Op(c.operand(0))).value());
        },
    .lower = LowerKind::composite,
    .decompose =
        [](const Node& node) {
          const Op x = node.operands[0];
          const ScopedResultType type(exact_float_type(x));  // a root may be finite, its square not
          const Op norm = sqrt(sum(square(x), whole(node)) + eps_of(node));
          return norm.value();
        },
    .flops = [](const Node& node) { return 2 * flops_reduction(node); },
};

Op variance(const Operand& x, const Over& over) {
  return reduce_in_order(variance_op, x, over);
}

Op squared_L2(const Operand& x, const Over& over) {
  const Op op = as_value(x);
  return reduce_in_order(squared_L2_op, Operand(op, x.where()), all_but_batch(op.axes(), over));
}

Op L1_norm(const Operand& x, const Over& over) {
  const Op op = as_value(x);
  return reduce_in_order(L1_norm_op, Operand(op, x.where()), all_but_batch(op.axes(), over));
}

Op L2_norm(const Operand& x, const Over& over, double eps) {
  const Op op = as_value(x);
  return reduce_in_order(L2_norm_op, Operand(op, x.where()), all_but_batch(op.axes(), over),
                         {{"eps", eps}});
}

}  // namespace ng
