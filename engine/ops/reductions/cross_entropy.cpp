// SPDX-License-Identifier: Apache-2.0
// Cross-entropies. The pass stable_patterns creates the forms on logits.
#include <cmath>
#include <numbers>

#include "engine/base/error.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/elementwise_rule.h"
#include "engine/ops/reductions/reduction_rule.h"
#include "engine/ops/reductions/softmax.h"
#include "engine/ops/shapes/view.h"

namespace ng {
namespace {

constexpr double floor_of_log = -50;  // limit of safelog; -floor_of_log caps a cross-entropy

double safe_log(double x) {
  const double y = std::log(x + std::exp(floor_of_log));
  return y < floor_of_log ? floor_of_log : y;
}

Op y_of(AdjointContext& c) {
  return c.operand(0);
}
Op t_of(AdjointContext& c) {
  return c.operand(1);
}

void require_matching_axes(const Value& y, const Value& t) {
  if (t.axes().is_sub_set(y.axes()) || y.axes().is_sub_set(t.axes())) return;
  Diagnostic diagnostic;
  diagnostic.what = "a cross-entropy needs the axes of one operand within the other's";
  diagnostic.found = describe(y) + " and " + describe(t);
  refuse(ErrorKind::unmatched_axes, std::move(diagnostic));
}

Axes multi_axes(std::span<const Value> operands) {
  const Axes& y = operands[0].axes();
  const Axes& t = operands[1].axes();
  require_matching_axes(operands[0], operands[1]);
  return broadcast_axes(y, t,
                        [&] { return describe(operands[0]) + " and " + describe(operands[1]); });
}

std::vector<TensorType> infer_binary_cost(std::span<const Value> operands,
                                          const Attributes& attributes) {
  require_values(cross_entropy_binary_inner_op, operands, 2);
  require_matching_axes(operands[0], operands[1]);
  return infer_binary(operands, attributes);
}

std::vector<TensorType> infer_multi(std::span<const Value> operands, const Attributes& attributes) {
  require_values(cross_entropy_multi_op, operands, 2);
  const Axes all = multi_axes(operands);
  const Axes kept = attributes.get<Axes>("out_axes");
  if (!(attributes.get<Axes>("reduction_axes") | kept).is_equal_set(all)) {
    refuse(ErrorKind::value,
           "cross_entropy_multi: reduction and result axes must cover (" + all.text() + ")");
  }
  return {{kept, result_dtype(attributes)}};
}

std::vector<TensorType> infer_multi_logits(std::span<const Value> operands,
                                           const Attributes& attributes) {
  const std::vector<TensorType> types = infer_multi(operands, attributes);
  require_elements(attributes.get<Axes>("reduction_axes"), operands[0]);
  return types;
}

void evaluate_multi(const Node& node, std::span<const HostArray> in, std::span<HostArray> out) {
  const Axes space = multi_axes(node.operands);
  for_each_index<3>(space,
                    {strides_over(space, in[0].axes), strides_over(space, in[1].axes),
                     strides_over(space, out[0].axes)},
                    [&](const auto& at) {
                      out[0].values[static_cast<std::size_t>(at[2])] -=
                          safe_log(in[0].values[static_cast<std::size_t>(at[0])]) *
                          in[1].values[static_cast<std::size_t>(at[1])];
                    });
}

Value decompose_multi(const Node& node) {
  const Reduction r = reduction_of(node);
  const Op y = node.operands[0], t = node.operands[1];
  return (-axes_with_order(sum(safelog(y) * t, reduce_over(r.reduced)), r.kept)).value();
}

void adjoint_multi(AdjointContext& c) {
  const Op shifted = y_of(c) + std::exp(floor_of_log);
  const Op slope = greater(safelog(y_of(c)), floor_of_log) / shifted;
  c.add(0, (-(Op(c.delta) * t_of(c) * slope)).value());
  c.add(1, (-(Op(c.delta) * safelog(y_of(c)))).value());
}

// -safelog(softmax(u)) = min(log sum exp(u - max u) - (u - max u), 50)
Op costs_of_classes(const Op& u, const Axes& over) {
  const ShiftedLogits logits = shifted_logits(u, over);
  return minimum(logits.log_sum - logits.shifted, -floor_of_log);
}

Value decompose_multi_logits(const Node& node) {
  const Reduction r = reduction_of(node);
  const Op costs = costs_of_classes(node.operands[0], r.reduced);
  return axes_with_order(sum(costs * Op(node.operands[1]), reduce_over(r.reduced)), r.kept).value();
}

void evaluate_multi_logits(const Node& node, std::span<const HostArray> in,
                           std::span<HostArray> out) {
  const Axes& space = in[0].axes;
  const auto rows = strides_over(space, out[0].axes);
  const std::size_t count = out[0].values.size();
  std::vector<double> largest(count, -std::numeric_limits<double>::infinity()), z(count);
  std::size_t n = 0;
  for_each_index<1>(space, {rows}, [&](const auto& at) {
    double& m = largest[static_cast<std::size_t>(at[0])];
    const double u = in[0].values[n++];
    m = std::isnan(m) || m > u ? m : u;
  });
  n = 0;
  for_each_index<1>(space, {rows}, [&](const auto& at) {
    const auto row = static_cast<std::size_t>(at[0]);
    z[row] += std::exp(in[0].values[n++] - largest[row]);
  });
  n = 0;
  for_each_index<2>(space, {rows, strides_over(space, in[1].axes)}, [&](const auto& at) {
    const auto row = static_cast<std::size_t>(at[0]);
    const double cost = std::log(z[row]) - (in[0].values[n++] - largest[row]);
    out[0].values[row] += (cost > -floor_of_log ? -floor_of_log : cost) *
                          in[1].values[static_cast<std::size_t>(at[1])];
  });
  (void)node;
}

// The sum of t over these axes, some of which t may lack.
Op total_over(const Op& t, const Axes& over) {
  const Axes lacking = over - t.axes(), own = over - lacking;
  const Op total = own.empty() ? t : sum(t, reduce_over(own));
  return lacking.empty() ? total : total * static_cast<double>(lacking.element_count());
}

// At a cost of 50 too, so that a clear mistake is learned from.
void adjoint_multi_logits(AdjointContext& c) {
  const Axes over = reduction_of(*c.node).reduced;
  const Op u = c.operand(0), t = t_of(c);
  c.add(0, ((softmax(u, over) * total_over(t, over) - t) * Op(c.delta)).value());
  c.add(1, (costs_of_classes(u, over) * Op(c.delta)).value());
}

double binary_cost(double y, double t) {
  return -(t * safe_log(y) + (1 - t) * safe_log(1 - y));
}

Value decompose_inner(const Node& node) {
  const Op y = node.operands[0], t = node.operands[1];
  return (-(t * safelog(y) + (1 - t) * safelog(1 - y))).value();
}

Op safelog_slope(const Op& x) {
  return greater(safelog(x), floor_of_log) / (x + std::exp(floor_of_log));
}

void adjoint_inner(AdjointContext& c) {
  const Op y = y_of(c), t = t_of(c), d = c.delta;
  c.add(0, (d * ((1 - t) * safelog_slope(1 - y) - t * safelog_slope(y))).value());
  c.add(1, (d * (safelog(1 - y) - safelog(y))).value());
}

// (1 - t) max(u, -50) - safelog(sigmoid(u))
double binary_cost_of_logit(double u, double t) {
  const double at_least = u > floor_of_log || std::isnan(u) ? u : floor_of_log;
  return (1 - t) * at_least - safe_log(1 / (1 + std::exp(-u)));
}

Value decompose_binary_logits(const Node& node) {
  const Op u = node.operands[0], t = node.operands[1];
  return ((1 - t) * maximum(u, floor_of_log) - safelog(sigmoid(u))).value();
}

// (y - t) d for u; -u d for t (the original's sign was wrong).
void adjoint_binary_logits(AdjointContext& c) {
  const Op u = c.operand(0);
  c.add(0, ((sigmoid(u) - t_of(c)) * Op(c.delta)).value());
  c.add(1, (-(maximum(u, floor_of_log) * Op(c.delta))).value());
}

std::int64_t flops_multi(const Node& node) {
  return 12 * node.operands[0].axes().element_count();
}

Op in_bits(const Op& cost, bool usebits, const Operand::Where& where) {
  return usebits ? Op(multiply(Operand(cost, where), 1 / std::numbers::ln2)) : cost;
}

// t in y's order of axes if y is a sigmoid: the result has y's order then, as in the original.
Operand in_order_of_sigmoid(const Operand& t, const Operand& y) {
  const Op &of_t = t.op(), &of_y = y.op();
  if (!of_t || !of_y || of_y.node().def != &sigmoid_op || !of_t.value().has_type()) return t;
  if (of_t.axes() == of_y.axes() || !of_t.axes().is_equal_set(of_y.axes())) return t;
  return {axes_with_order(t, of_y.axes()), t.where()};
}

}  // namespace

const OpDef cross_entropy_multi_op = {
    .name = "cross_entropy_multi",
    .class_name = "CrossEntropyMultiOp",
    .glyph = "CE",
    .family = Family::reduction,
    .doc =
        "-sum(t safelog y) over the reduction axes, by default all but batch and recurrent, with "
        "y's order of axes. With y a softmax the compiler uses the stable form on logits. ∂y = -d "
        "t / (y + e⁻⁵⁰), 0 where "
        "safelog y is -50; ∂t = -d safelog y.",
    .operands = {"y", "t"},
    .attributes = {"reduction_axes", "out_axes", "dtype"},
    .functions = {{{{"y"},
                    {"t"},
                    {"usebits", ParameterKind::flag, "False"},
                    {"out_axes", ParameterKind::out_axes, "None"},
                    {"reduction_axes", ParameterKind::reduction_axes, "None"}},
                   [](const OpArguments& a) {
                     return cross_entropy_multi(a.operand("y"), a.operand("t"), over_of(a),
                                                a.flag("usebits"));
                   }}},
    .traits = {.cost = true},
    .infer = infer_multi,
    .evaluate = evaluate_multi,
    .adjoint = adjoint_multi,
    .lower = LowerKind::composite,
    .decompose = decompose_multi,
    .flops = flops_multi,
    .on_logits = &cross_entropy_multi_logits_op,
};

const OpDef cross_entropy_multi_logits_op = {
    .name = "cross_entropy_multi_logits",
    .class_name = "CrossEntropyMultiInner",
    .glyph = "CE",
    .family = Family::reduction,
    .doc =
        "-sum(t safelog softmax(u)) from the logits u: finite for every u. Gradient for u: "
        "(softmax(u) sum(t) - t) d, also where safelog is -50.",
    .operands = {"u", "t"},
    .attributes = {"reduction_axes", "out_axes", "dtype"},
    .traits = {.cost = true},
    .infer = infer_multi_logits,
    .evaluate = evaluate_multi_logits,
    .adjoint = adjoint_multi_logits,
    .lower = LowerKind::composite,
    .decompose = decompose_multi_logits,
    .flops = flops_multi,
};

const OpDef cross_entropy_binary_inner_op = {
    .name = "cross_entropy_binary_inner",
    .class_name = "CrossEntropyBinaryInnerOp",
    .glyph = "CE₂",
    .doc =
        "-(t safelog y + (1 - t) safelog(1 - y)), element by element. With y a sigmoid the "
        "compiler uses the stable form on logits. ∂y = d ((1 - t) s(1 - y) - t s(y)), where "
        "s(x) = 1 / (x + e⁻⁵⁰), or 0 where safelog x is -50; ∂t = d (safelog(1 - y) - safelog y).",
    .operands = {"y", "t"},
    .attributes = {"dtype"},
    .functions = {{{{"y"}, {"t"}}},
                  {{{"y"},
                    {"t"},
                    {"usebits", ParameterKind::flag, "False"},
                    {"out_axes", ParameterKind::out_axes, "None"}},
                   [](const OpArguments& a) {
                     return cross_entropy_binary(a.operand("y"), a.operand("t"),
                                                 {std::nullopt, a.optional_axes("out_axes")},
                                                 a.flag("usebits"));
                   },
                   "cross_entropy_binary"}},
    .traits = {.cost = true},
    .infer = infer_binary_cost,
    .evaluate = evaluate_binary<binary_cost>,
    .adjoint = adjoint_inner,
    .lower = LowerKind::composite,
    .decompose = decompose_inner,
    .flops = flops_each<24>,
    .on_logits = &cross_entropy_binary_logits_op,
};

const OpDef cross_entropy_binary_logits_op = {
    .name = "cross_entropy_binary_logits",
    .class_name = "CrossEntropyBinaryInnerOp",
    .glyph = "CE₂",
    .doc =
        "The binary cross-entropy of sigmoid(u) with t, from the logits u: "
        "(1 - t) max(u, -50) - safelog(sigmoid(u)). Gradient for u: (sigmoid(u) - t) d.",
    .operands = {"u", "t"},
    .attributes = {"dtype"},
    .traits = {.cost = true},
    .infer = infer_binary_cost,
    .evaluate = evaluate_binary<binary_cost_of_logit>,
    .adjoint = adjoint_binary_logits,
    .lower = LowerKind::composite,
    .decompose = decompose_binary_logits,
    .flops = flops_each<24>,
};

Op cross_entropy_multi(const Operand& y, const Operand& t, const Over& over, bool usebits) {
  const Op cost = at_line(cross_entropy_multi_op, y.where(), [&] {
    const Op y_op = as_value(y), t_op = as_value(t);
    const std::vector<Value> operands = {y_op.value(), t_op.value()};
    const Axes all = multi_axes(operands);
    const auto in_order = reordered_out_axes(all, over);
    const Reduction r =
        reduction_axes(all, over.reduction_axes, in_order ? in_order : over.out_axes);
    const Axes kept = over.out_axes ? r.kept : (y_op.axes() & r.kept) | r.kept;  // y's order
    const Op made = make_op_at(cross_entropy_multi_op, {Operand(y_op, y.where()), t_op},
                               {{"reduction_axes", r.reduced}, {"out_axes", kept}}, y.where());
    return in_order ? axes_with_order(Operand(made, y.where()), *over.out_axes) : made;
  });
  return in_bits(cost, usebits, y.where());
}

Op cross_entropy_binary_inner(const Operand& y, const Operand& t) {
  return make_op(cross_entropy_binary_inner_op, {y, in_order_of_sigmoid(t, y)});
}

Op cross_entropy_binary(const Operand& y, const Operand& t, const Over& over, bool usebits) {
  const Operand inner(cross_entropy_binary_inner(y, t), y.where());
  return in_bits(sum(inner, over), usebits, y.where());
}

}  // namespace ng
