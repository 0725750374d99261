// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "engine/base/error.h"
#include "engine/kernels/local_types.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/one_hot.h"
#include "engine/ops/op_functions.h"
#include "engine/ops/reductions/reduction_rule.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"
#include "engine/ops/ties.h"

namespace ng {
namespace {

// Both sets of axes are stored in the attributes when the op is created and do not change later.
Reduction split(std::span<const Value> operands, const Attributes& attributes) {
  require_values(sum_op, operands, 1);
  const auto reduced = attributes.get<Axes>("reduction_axes");
  const auto kept = attributes.get<Axes>("out_axes");
  const Axes& x = operands[0].axes();
  if (reduced.size() + kept.size() != x.size() || !(reduced | kept).is_equal_set(x)) {
    Diagnostic diagnostic;
    diagnostic.what = "reduction and result axes must be disjoint and cover the operand";
    diagnostic.found = "reduction axes (" + reduced.text() + "), result axes (" + kept.text() + ")";
    diagnostic.expected = "together (" + x.text() + "), the axes of " + describe(operands[0]);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  return {reduced, kept};
}

void require_one_axis(const Axes& reduced) {
  if (reduced.size() == 1) return;
  Diagnostic diagnostic;
  diagnostic.what = "the first of equal elements is defined along one axis";
  diagnostic.found = "reduction axes (" + reduced.text() + ")";
  diagnostic.expected = "one reduction axis, or ties='share'";
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::vector<TensorType> infer_extreme(std::span<const Value> operands,
                                      const Attributes& attributes) {
  const std::vector<TensorType> types = infer_reduction(operands, attributes);
  if (ties_of(attributes) == Ties::first) require_one_axis(attributes.get<Axes>("reduction_axes"));
  require_elements(attributes.get<Axes>("reduction_axes"), operands[0]);
  return types;
}

constexpr double infinity = std::numeric_limits<double>::infinity();
double plus(double a, double b) {
  return a + b;
}
double larger(double a, double b) {
  return std::isnan(a) || a > b ? a : b;
}
double smaller(double a, double b) {
  return std::isnan(a) || a < b ? a : b;
}

// The extreme with the operand's precision: a rounded one may equal no element.
Op exact_extreme(AdjointContext& c) {
  const Op x = c.operand(0);
  const DType exact = exact_type(x);
  if (!kernel::is_wide(x.dtype()) || c.result().dtype() == exact) return c.result();
  const ScopedResultType type(exact);
  const Reduction r = reduction_of(*c.node);
  return reduce(*c.node->def, x, {r.reduced, r.kept});
}

// Where the gradient goes: to every element that equals the extreme, or to the first.
template <Op (*position)(const Operand&, const Over&)>
Op chosen(AdjointContext& c, Ties ties, const Reduction& r) {
  const Op x = c.operand(0);
  if (ties != Ties::first) return equal(x, exact_extreme(c));
  return class_rows(position(x, {r.reduced, r.kept}), r.reduced[0]);
}

// As in the original, every tied element gets the full d, unless `ties` says otherwise.
template <Op (*position)(const Operand&, const Over&)>
void adjoint_extreme(AdjointContext& c) {
  const Ties ties = ties_of(c.node->attributes);
  const Reduction r = reduction_of(*c.node);
  const Op tied = chosen<position>(c, ties, r);
  Op d = c.delta;
  if (ties == Ties::share) d = d / sum(tied, {r.reduced, r.kept});
  c.add(0, where(tied, d, 0).value());
}

// f(x, reduction_axes=None, out_axes=None, ties=None, dtype=None).
template <const OpDef& def>
std::vector<OpFunction> extreme_function() {
  std::vector<OpFunction> functions = reduction_function<max>();
  OpFunction& function = functions.front();
  function.parameters.insert(function.parameters.end() - 1, {"ties", ParameterKind::text, "None"});
  function.make = [](const OpArguments& a) {
    Attributes attributes;
    if (a.has("ties")) attributes.set("ties", a.text("ties"));
    return reduce_in_order(def, a.operand("x"), over_of(a), std::move(attributes));
  };
  return functions;
}

std::vector<TensorType> infer_count(std::span<const Value> operands, const Attributes& attributes) {
  require_values(tensor_size_op, operands, 1);
  return {{Axes(), result_dtype(attributes)}};
}

void evaluate_tensor_size(const Node& node, std::span<const HostArray>, std::span<HostArray> out) {
  out[0].values[0] =
      static_cast<double>(node.attributes.get<Axes>("reduction_axes").element_count());
}

void evaluate_batch_size(const Node& node, std::span<const HostArray>, std::span<HostArray> out) {
  const auto batch = node.operands[0].axes().batch_axis();
  out[0].values[0] = batch ? static_cast<double>(batch->length()) : 1;
}

void evaluate_mean(const Node& node, std::span<const HostArray> in, std::span<HostArray> out) {
  sum_op.evaluate(node, in, out);
  const double count =
      static_cast<double>(node.attributes.get<Axes>("reduction_axes").element_count());
  for (double& value : out[0].values) value /= count;
}

Value decompose_mean(const Node& node) {
  const Reduction r = reduction_of(node);
  const Op x = node.operands[0];
  const double count = static_cast<double>(r.reduced.element_count());
  return (sum(x, {r.reduced, r.kept}) / count).value();
}

void adjoint_mean(AdjointContext& c) {
  const double count = static_cast<double>(reduction_of(*c.node).reduced.element_count());
  c.add(0, broadcast(Op(c.delta) / count, c.operand(0).axes()).value());
}

}  // namespace

void require_elements(const Axes& reduced, const Value& operand) {
  if (!reduced.all_lengths_known() || reduced.element_count() > 0) return;
  Diagnostic diagnostic;
  diagnostic.what = "max and min need at least one element";
  diagnostic.found = "reduction axes (" + reduced.text() + ") of " + describe(operand);
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::vector<TensorType> infer_reduction(std::span<const Value> operands,
                                        const Attributes& attributes) {
  return {{split(operands, attributes).kept, result_dtype(attributes)}};
}

std::int64_t flops_reduction(const Node& node) {
  return node.operands[0].axes().element_count();
}

DType exact_type(const Op& x) {
  return is_integer(x.dtype()) ? x.dtype() : exact_float_type(x);
}

DType exact_float_type(const Op& x) {
  return kernel::is_wide(x.dtype()) ? DType::f64 : current_result_type();
}

Op reduce(const OpDef& def, const Operand& x, const Over& over, Attributes attributes) {
  return at_line(def, x.where(), [&] {
    const Op op = as_value(x);
    const Reduction r = reduction_axes(op.axes(), over.reduction_axes, over.out_axes);
    attributes.set("reduction_axes", r.reduced);
    attributes.set("out_axes", r.kept);
    return make_op_at(def, {Operand(op, x.where())}, std::move(attributes), x.where());
  });
}

std::optional<Axes> reordered_out_axes(const Axes& axes, const Over& over) {
  if (!over.out_axes) return std::nullopt;
  const Axes in_order = axes & *over.out_axes;
  if (in_order == *over.out_axes || !in_order.is_equal_set(*over.out_axes)) return std::nullopt;
  return in_order;
}

Op reduce_in_order(const OpDef& def, const Operand& x, const Over& over, Attributes attributes) {
  const Operand op(Op(as_value(x)), x.where());
  const auto in_order = reordered_out_axes(op.op().axes(), over);
  if (!in_order) return reduce(def, op, over, std::move(attributes));
  const Op reduced = reduce(def, op, {over.reduction_axes, *in_order}, std::move(attributes));
  return axes_with_order(Operand(reduced, x.where()), *over.out_axes);
}

Over all_but_batch(const Axes& axes, const Over& over) {
  return over.reduction_axes || over.out_axes ? over : reduce_over(axes.sample_axes());
}

Reduction reduction_of(const Node& node) {
  return {node.attributes.get<Axes>("reduction_axes"), node.attributes.get<Axes>("out_axes")};
}

const OpDef sum_op = {
    .name = "sum",
    .class_name = "Sum",
    .glyph = "Σ",
    .family = Family::reduction,
    .doc =
        "The sum over the reduction axes; by default all but batch and recurrent. Gradient: d, "
        "broadcast.",
    .operands = {"x"},
    .attributes = {"reduction_axes", "out_axes", "dtype"},
    .functions = reduction_function<sum>(),
    .traits = {},
    .infer = infer_reduction,
    .evaluate = evaluate_reduction<0.0, plus>,
    .evaluate_integers = reduce_integers<kernel::Combine::add>,
    .adjoint =
        [](AdjointContext& c) { c.add(0, broadcast(Op(c.delta), c.operand(0).axes()).value()); },
    .lower = LowerKind::reduce,
    .combine = kernel::Combine::add,
    .flops = flops_reduction,
};

const OpDef max_op = {
    .name = "max",
    .class_name = "Max",
    .glyph = "⌈⌉",
    .family = Family::reduction,
    .doc =
        "The largest element over the reduction axes; NaN propagates. Gradient: d to every "
        "element that equals the maximum; by ties equal parts (share) or d to the first along one "
        "axis "
        "(first).",
    .operands = {"x"},
    .attributes = {"reduction_axes", "out_axes", "ties", "dtype"},
    .functions = extreme_function<max_op>(),
    .traits = {.exact = true},
    .infer = infer_extreme,
    .evaluate = evaluate_reduction<-infinity, larger>,
    .evaluate_integers = reduce_integers<kernel::Combine::maximum>,
    .rounds_once = true,
    .adjoint = adjoint_extreme<argmax>,
    .lower = LowerKind::reduce,
    .combine = kernel::Combine::maximum,
    .flops = flops_reduction,
};

const OpDef min_op = {
    .name = "min",
    .class_name = "Min",
    .glyph = "⌊⌋",
    .family = Family::reduction,
    .doc =
        "The smallest element over the reduction axes; NaN propagates. Gradient: d to every "
        "element that equals the minimum; by ties equal parts (share) or d to the first along one "
        "axis "
        "(first).",
    .operands = {"x"},
    .attributes = {"reduction_axes", "out_axes", "ties", "dtype"},
    .functions = extreme_function<min_op>(),
    .traits = {.exact = true},
    .infer = infer_extreme,
    .evaluate = evaluate_reduction<infinity, smaller>,
    .evaluate_integers = reduce_integers<kernel::Combine::minimum>,
    .rounds_once = true,
    .adjoint = adjoint_extreme<argmin>,
    .lower = LowerKind::reduce,
    .combine = kernel::Combine::minimum,
    .flops = flops_reduction,
};

const OpDef mean_op = {
    .name = "mean",
    .class_name = "Mean",
    .glyph = "x̄",
    .family = Family::reduction,
    .doc =
        "The sum over the reduction axes, divided by the number of elements summed. Gradient: "
        "d over that number, broadcast.",
    .operands = {"x"},
    .attributes = {"reduction_axes", "out_axes", "dtype"},
    .functions = reduction_function<mean>(),
    .traits = {},
    .infer = infer_reduction,
    .evaluate = evaluate_mean,
    .adjoint = adjoint_mean,
    .lower = LowerKind::composite,
    .decompose = decompose_mean,
    .flops = flops_reduction,
};

const OpDef tensor_size_op = {
    .name = "tensor_size",
    .class_name = "TensorSizeOp",
    .glyph = "#el",
    .family = Family::view,
    .doc =
        "The number of elements over the reduction axes, by default all but batch: a scalar. No "
        "gradient.",
    .operands = {"x"},
    .attributes = {"reduction_axes", "out_axes", "dtype"},
    .functions = reduction_function<tensor_size>(),
    .traits = {.exact = true, .counts = true},
    .infer = infer_count,
    .evaluate = evaluate_tensor_size,
    .lower = LowerKind::composite,
    .decompose =
        [](const Node& node) {
          const Axes reduced = reduction_of(node).reduced;
          return constant(Tensor(static_cast<double>(reduced.element_count()))).value();
        },
    .flops = no_flops,
};

const OpDef batch_size_op = {
    .name = "batch_size",
    .class_name = "BatchSizeOp",
    .glyph = "#N",
    .family = Family::view,
    .doc = "The length of the batch axis, 1 without one: a scalar. No gradient.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {.exact = true, .counts = true},
    .infer = infer_count,
    .evaluate = evaluate_batch_size,
    .lower = LowerKind::composite,
    .decompose =
        [](const Node& node) {
          const auto batch = node.operands[0].axes().batch_axis();
          return constant(Tensor(batch ? static_cast<double>(batch->length()) : 1.0)).value();
        },
    .flops = no_flops,
};

Op sum(const Operand& x, const Over& over) {
  return reduce_in_order(sum_op, x, over);
}
Op max(const Operand& x, const Over& over) {
  return reduce_in_order(max_op, x, over);
}
Op min(const Operand& x, const Over& over) {
  return reduce_in_order(min_op, x, over);
}
Op max(const Operand& x, const Over& over, const std::string& ties) {
  return reduce_in_order(max_op, x, over, {{"ties", ties}});
}
Op min(const Operand& x, const Over& over, const std::string& ties) {
  return reduce_in_order(min_op, x, over, {{"ties", ties}});
}
Op mean(const Operand& x, const Over& over) {
  return reduce_in_order(mean_op, x, over);
}
Op batch_size(const Operand& x) {
  return make_op(batch_size_op, {x});
}

Op tensor_size(const Operand& x, const Over& over) {
  const Op op = as_value(x);
  Over in_order = over;
  // A count has no axes of its own, so the order of the kept axes does not matter.
  if (over.out_axes && over.out_axes->is_sub_set(op.axes())) {
    in_order.out_axes = op.axes() & *over.out_axes;
  }
  return reduce(tensor_size_op, Operand(op, x.where()), all_but_batch(op.axes(), in_order));
}

}  // namespace ng
