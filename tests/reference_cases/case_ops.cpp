// SPDX-License-Identifier: Apache-2.0
#include "tests/reference_cases/case_ops.h"

namespace ng::cases {
namespace {

using A = const Arguments&;

template <Op (*F)(const Operand&)>
Built unary(A a) {
  return F(a.operand(0));
}

template <Op (*F)(const Operand&, const Operand&)>
Built binary(A a) {
  return F(a.operand(0), a.operand(1));
}

template <Op (*F)(const Operand&, const Operand&)>
Built swapped(A a) {
  return F(a.operand(1), a.operand(0));
}

template <Op (*F)(const Operand&, const Over&)>
Built reduction(A a) {
  return F(a.operand(0), a.over());
}

Built make_constant(A a) {
  Tensor value = a.as_tensor(a.at(0, "const"));
  if (a.has("dtype")) {
    const Shape shape = value.shape;
    value = broadcast_to(value, a.dtype(9), shape, "a constant");
  }
  const auto axes = a.optional_axes(1);
  return axes ? constant(value, *axes) : constant(value);
}

Built make_deriv(A a) {
  if (!a.has(2, "error")) return deriv(a.operand(0), a.operand(1));
  return deriv(a.operand(0), a.operand(1), a.op(2, "error"));
}

Built make_softmax(A a) {
  return softmax(a.operand(0), a.optional_axes(1, "normalization_axes"));
}

Built make_cross_entropy_multi(A a) {
  return cross_entropy_multi(a.operand(0), a.operand(1), a.over(), a.flag("usebits", false));
}

Built make_cross_entropy_binary(A a) {
  return cross_entropy_binary(a.operand(0), a.operand(1), a.over(), a.flag("usebits", false));
}

// Builds the assign and hands back the tensor, as `x[...] = v` does.
Built set_all(A a) {
  assign(a.operand(0), a.operand(1));
  return a.op(0);
}

Built make_rng(A a) {
  const Json& parameters = a.dictionary(1);
  const bool normal_one = a.text(0) == "normal";
  return random_samples(a.text(0), a.operand(2), parameters.value(normal_one ? "loc" : "low", 0.0),
                        parameters.value(normal_one ? "scale" : "high", 1.0));
}

Built nth(A a) {
  return a.ops(0).at(static_cast<std::size_t>(a.integer(1, "", 0)));
}

Built same(A a) {
  return a.op(0);
}

constexpr CaseOp rows[] = {
    {"make_axis",
     [](A a) -> Built {
       make_axis(a.integer(0, "length", 0), a.text(1));
       return {};
     }},
    {"placeholder", [](A a) -> Built { return placeholder(a.axes(0), a.dtype(1)); }},
    {"variable", [](A a) -> Built { return variable(a.axes(0), a.initial(), a.dtype(9)); }},
    {"persistent_tensor",
     [](A a) -> Built { return persistent_tensor(a.axes(0), a.initial(), a.dtype(9)); }},
    {"constant", make_constant},
    {"value", same},
    {"item", nth},
    {"variables", [](A a) -> Built { return a.op(0).variables(); }},
    {"placeholders", [](A a) -> Built { return a.op(0).placeholders(); }},
    {"negative", unary<negative>},
    {"absolute", unary<absolute>},
    {"exp", unary<exp>},
    {"log", unary<log>},
    {"tanh", unary<tanh>},
    {"sigmoid", unary<sigmoid>},
    {"square", unary<square>},
    {"sqrt", unary<sqrt>},
    {"reciprocal", unary<reciprocal>},
    {"sin", unary<sin>},
    {"cos", unary<cos>},
    {"sign", unary<sign>},
    {"safelog", [](A a) -> Built { return safelog(a.operand(0), a.number(1, "limit", -50)); }},
    {"value_of", [](A a) -> Built { return value_of(a.operand(0)); }},
    {"add", binary<add>},
    {"subtract", binary<subtract>},
    {"multiply", binary<multiply>},
    {"divide", binary<divide>},
    {"maximum", binary<maximum>},
    {"minimum", binary<minimum>},
    {"floordivide", binary<floordivide>},
    {"mod", binary<mod>},
    {"power", binary<power>},
    {"py.floordiv", binary<floordivide>},
    {"py.mod", binary<mod>},
    {"py.pow", binary<power>},
    {"py.rpow", swapped<power>},
    {"equal", binary<equal>},
    {"not_equal", binary<not_equal>},
    {"less", binary<less>},
    {"less_equal", binary<less_equal>},
    {"greater", binary<greater>},
    {"greater_equal", binary<greater_equal>},
    {"py.neg", unary<negative>},
    {"py.pos", same},
    {"py.abs", unary<absolute>},
    {"py.add", binary<add>},
    {"py.radd", swapped<add>},
    {"py.sub", binary<subtract>},
    {"py.rsub", swapped<subtract>},
    {"py.mul", binary<multiply>},
    {"py.rmul", swapped<multiply>},
    {"py.truediv", binary<divide>},
    {"py.rtruediv", swapped<divide>},
    {"py.lt", binary<less>},
    {"py.gt", binary<greater>},
    {"py.le", binary<less_equal>},
    {"py.ge", binary<greater_equal>},
    {"py.setitem", set_all},
    {"sum", reduction<sum>},
    {"max", reduction<max>},
    {"min", reduction<min>},
    {"prod", reduction<prod>},
    {"argmax", reduction<argmax>},
    {"argmin", reduction<argmin>},
    {"mean", reduction<mean>},
    {"variance", reduction<variance>},
    {"squared_L2", reduction<squared_L2>},
    {"L1_norm", reduction<L1_norm>},
    {"L2_norm",
     [](A a) -> Built { return L2_norm(a.operand(0), a.over(), a.number(1, "eps", 1e-8)); }},
    {"tensor_size", reduction<tensor_size>},
    {"batch_size", unary<batch_size>},
    {"uniform",
     [](A a) -> Built {
       return uniform(a.operand(0), a.number(1, "low", 0), a.number(2, "high", 1));
     }},
    {"normal",
     [](A a) -> Built {
       return normal(a.operand(0), a.number(1, "loc", 0), a.number(2, "scale", 1));
     }},
    {"RngOp", make_rng},
    {"dot", binary<dot>},
    {"broadcast", [](A a) -> Built { return broadcast(a.operand(0), a.axes(1)); }},
    {"axes_with_order", [](A a) -> Built { return axes_with_order(a.operand(0), a.axes(1)); }},
    {"cast_axes", [](A a) -> Built { return cast_axes(a.operand(0), a.axes(1)); }},
    {"softmax", make_softmax},
    {"cross_entropy_multi", make_cross_entropy_multi},
    {"cross_entropy_binary", make_cross_entropy_binary},
    {"cross_entropy_binary_inner", binary<cross_entropy_binary_inner>},
    {"assign", [](A a) -> Built { return assign(a.operand(0), a.operand(1)); }},
    {"sequential", [](A a) -> Built { return sequential(a.ops(0)); }},
    {"doall", [](A a) -> Built { return doall(a.ops(0)); }},
    {"deriv", make_deriv},
};

const CaseOp* find(const std::string& name) {
  for (const CaseOp& row : rows) {
    if (row.name == name) return &row;
  }
  for (const CaseOp& row : neural_rows()) {
    if (row.name == name) return &row;
  }
  for (const CaseOp& row : view_rows()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace

Built build_node(const CaseScope& scope, const CaseNode& node) {
  const CaseOp* row = find(node.op);
  if (!row) throw MissingOp(node.op);
  const ScopedMetadata metadata(node.metadata.get<Metadata>());
  const Built built = row->build(Arguments(scope, node));
  if (!node.name.empty()) std::get<Op>(built).named(node.name);
  return built;
}

}  // namespace ng::cases
