// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/pass_through.h"

#include "engine/base/tensor.h"
#include "engine/ops/make_op.h"
#include "engine/ops/op_functions.h"
#include "engine/runtime/print_sink.h"
#include "engine/runtime/step.h"

namespace ng {
namespace {

template <const OpDef& def>
std::vector<TensorType> infer_same(std::span<const Value> operands, const Attributes&) {
  require_values(def, operands, 1);
  return {operands[0].type()};
}

template <class T>
void evaluate_same(const Node&, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  out[0].values = in[0].values;
}

Value operand_itself(const Node& node) {
  return node.operands[0];
}

void adjoint_same(AdjointContext& c) {
  c.add(0, c.delta);
}

template <class T>
void evaluate_print(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  print_line(print_step_of(node)->prefix, Tensor::from(node.results[0].dtype, in[0].axes.lengths(),
                                                       std::span<const T>(in[0].values)));
  out[0].values = in[0].values;
}

kernel::Expr same_element(const Node&, std::span<const kernel::Expr> args) {
  return args[0];
}

}  // namespace

const OpDef stop_gradient_op = {
    .name = "stop_gradient",
    .class_name = "StopGradient",
    .glyph = "⊣",
    .family = Family::view,
    .doc = "x without gradient: differentiation treats it as a constant.",
    .operands = {"x"},
    .attributes = {},
    .functions = unary_function(),
    .traits = {.cheap = true, .exact = true},
    .infer = infer_same<stop_gradient_op>,
    .evaluate = evaluate_same<double>,
    .evaluate_integers = evaluate_same<Integer>,
    .lower = LowerKind::composite,
    .decompose = operand_itself,
    .flops = no_flops,
};

const OpDef contiguous_op = {
    .name = "contiguous",
    .class_name = "ContiguousOp",
    .glyph = "▩",
    .family = Family::view,
    .doc =
        "x as a contiguous tensor, row-major over its axes; all values are contiguous, so nothing "
        "is done. Gradient: d.",
    .operands = {"x"},
    .attributes = {},
    .functions = unary_function(),
    .traits = {.view = ViewKind::relabel, .cheap = true, .exact = true},
    .infer = infer_same<contiguous_op>,
    .evaluate = evaluate_same<double>,
    .evaluate_integers = evaluate_same<Integer>,
    .adjoint = adjoint_same,
    .lower = LowerKind::composite,
    .decompose = operand_itself,
    .flops = no_flops,
};

const OpDef print_op = {
    .name = "print",
    .class_name = "PrintOp",
    .glyph = "⎙",
    .family = Family::effect,
    .doc = "x unchanged; every run prints the prefix and the value as one line. Gradient: d.",
    .operands = {"x"},
    .attributes = {"prefix"},
    .functions = {{{{"x"}, {"prefix", ParameterKind::text, "None"}},
                   [](const OpArguments& a) {
                     return print_value(a.operand("x"),
                                        a.has("prefix") ? a.text("prefix") : "None");
                   },
                   "print_value"}},
    .traits = {.exact = true},
    .infer = infer_same<print_op>,
    .evaluate = evaluate_print<double>,
    .evaluate_integers = evaluate_print<Integer>,
    .adjoint = adjoint_same,
    .scalar = same_element,
    .flops = no_flops,
    .loops = [](const Node&) { return std::vector<OpLoop>(); },  // the whole value, as one line
};

Op stop_gradient(const Operand& x) {
  return make_op(stop_gradient_op, {x});
}
Op contiguous(const Operand& x) {
  return make_op(contiguous_op, {x});
}

Op print_value(const Operand& x, const std::string& prefix) {
  return make_op(print_op, {x}, {{"prefix", prefix}});
}

std::optional<PrintStep> print_step_of(const Node& node) {
  if (node.def != &print_op) return std::nullopt;
  return PrintStep{node.attributes.get<std::string>("prefix")};
}

}  // namespace ng
