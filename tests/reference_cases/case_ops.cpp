// SPDX-License-Identifier: Apache-2.0
#include "tests/reference_cases/case_ops.h"

namespace ng::cases {
namespace {

using A = const Arguments&;

template <Op (*F)(const Operand&)>
Built unary(A a) {
  return F(a.operand(0, "x"));
}

// Calls `build`, with the argument dtype as the result type if there is one.
template <class F>
Op of_type(A a, std::size_t dtype, F&& build) {
  const ScopedResultType type(a.has(dtype, "dtype") ? a.dtype(dtype) : current_result_type());
  return build();
}

template <Op (*F)(const Operand&, const Operand&)>
Built binary(A a) {
  return of_type(a, 2, [&] { return F(a.operand(0, "x"), a.operand(1, "y")); });
}

template <Op (*F)(const Operand&, const Operand&)>
Built swapped(A a) {
  return F(a.operand(1), a.operand(0));
}

template <Op (*F)(const Operand&, const Over&)>
Built reduction(A a) {
  return of_type(a, 3, [&] { return F(a.operand(0, "x"), a.over(1, 2)); });
}

template <Op (*F)(const Operand&, const Over&)>
Built position(A a) {
  const Op found = F(a.operand(0, "x"), a.over(1, 2));
  return a.has(3, "dtype") ? value_of(found, a.dtype(3)) : found;
}

// Reductions whose out_axes argument comes before reduction_axes.
template <Op (*F)(const Operand&, const Over&)>
Built reduction_to(A a) {
  return F(a.operand(0, "x"), a.over(2, 1));
}

Built make_constant(A a) {
  const Tensor given = a.as_tensor(a.at(0, "const"));
  const Tensor value = broadcast_to(given, a.dtype(2), given.shape, "a constant");
  const auto axes = a.optional_axes(1);
  return axes ? constant(value, *axes) : constant(value);
}

Built make_deriv(A a) {
  if (!a.has(2, "error")) return deriv(a.operand(0, "dependent"), a.operand(1, "independent"));
  return deriv(a.operand(0, "dependent"), a.operand(1, "independent"), a.op(2, "error"));
}

Built make_softmax(A a) {
  return softmax(a.operand(0, "x"), a.optional_axes(1, "normalization_axes"));
}

// Skips the original's softmax and sigmoid shortcuts, which are a pass here with equal results.
void skip_shortcuts(A a, std::size_t i, const std::string& shortcut) {
  a.flag(i, shortcut, true);
  a.flag(i + 1, "enable_diff_opt", true);
}

template <Op (*F)(const Operand&, const Operand&, const Over&, bool)>
Built make_cross_entropy(A a) {
  skip_shortcuts(a, 4, F == cross_entropy_multi ? "enable_softmax_opt" : "enable_sig_opt");
  return F(a.operand(0, "y"), a.operand(1, "t"), {std::nullopt, a.optional_axes(3, "out_axes")},
           a.flag(2, "usebits", false));
}

Built make_cross_entropy_inner(A a) {
  skip_shortcuts(a, 2, "enable_sig_opt");
  return cross_entropy_binary_inner(a.operand(0, "y"), a.operand(1, "t"));
}

// Builds the assign and returns the tensor, as `x[...] = v` does.
Built set_all(A a) {
  assign(a.operand(0), a.operand(1));
  return a.op(0);
}

Built make_rng(A a) {
  const Json& parameters = a.dictionary(1, "params");
  const std::string distribution = a.text(0, "distribution");
  const bool normal_one = distribution == "normal";
  return random_samples(distribution, a.operand(2, "x"),
                        parameters.value(normal_one ? "loc" : "low", 0.0),
                        parameters.value(normal_one ? "scale" : "high", 1.0));
}

// An op of a list, or a part of a tensor.
Built nth(A a) {
  if (!a.is_list(0)) return getitem(a.operand(0), a.slices(1));
  const std::vector<Op> ops = a.ops(0);
  const std::int64_t i = a.integer(1, "", 0);
  return ops.at(static_cast<std::size_t>(i < 0 ? i + std::ssize(ops) : i));
}

Built same(A a) {
  return a.op(0);
}

constexpr CaseOp rows[] = {
    {"make_axis",
     [](A a) -> Built {
       Axis axis = a.has(1, "name") ? make_axis(a.text(1, "name")) : make_axis();
       if (a.has(0, "length")) axis.set_length(a.integer(0, "length", 0));
       return {};
     }},
    {"placeholder",
     [](A a) -> Built {
       a.initial(2);  // unused: every run feeds the placeholder
       return placeholder(a.axes(0), a.dtype(1));
     }},
    {"variable", [](A a) -> Built { return variable(a.axes(0), a.initial(2), a.dtype(1)); }},
    {"persistent_tensor",
     [](A a) -> Built { return persistent_tensor(a.axes(0), a.initial(2), a.dtype(1)); }},
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
    {"safelog", [](A a) -> Built { return safelog(a.operand(0, "x"), a.number(1, "limit", -50)); }},
    {"value_of", [](A a) -> Built { return value_of(a.operand(0, "tensor")); }},
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
    {"argmax", position<argmax>},
    {"argmin", position<argmin>},
    {"mean", reduction<mean>},
    {"variance", reduction_to<variance>},
    {"squared_L2", reduction_to<squared_L2>},
    {"L1_norm", reduction_to<L1_norm>},
    {"L2_norm",
     [](A a) -> Built {
       return L2_norm(a.operand(0, "x"), a.over(3, 2), a.number(1, "eps", 1e-8));
     }},
    {"tensor_size", reduction<tensor_size>},
    {"batch_size", unary<batch_size>},
    {"uniform",
     [](A a) -> Built {
       return uniform(a.operand(0, "x"), a.number(1, "low", 0), a.number(2, "high", 1));
     }},
    {"normal",
     [](A a) -> Built {
       return normal(a.operand(0, "x"), a.number(1, "loc", 0), a.number(2, "scale", 1));
     }},
    {"RngOp", make_rng},
    {"dot", binary<dot>},
    {"broadcast", [](A a) -> Built { return broadcast(a.operand(0, "x"), a.axes(1)); }},
    {"axes_with_order", [](A a) -> Built { return axes_with_order(a.operand(0, "x"), a.axes(1)); }},
    {"cast_axes", [](A a) -> Built { return cast_axes(a.operand(0, "tensor"), a.axes(1)); }},
    {"softmax", make_softmax},
    {"cross_entropy_multi", make_cross_entropy<cross_entropy_multi>},
    {"cross_entropy_binary", make_cross_entropy<cross_entropy_binary>},
    {"cross_entropy_binary_inner", make_cross_entropy_inner},
    {"assign", [](A a) -> Built { return assign(a.operand(0, "lvalue"), a.operand(1, "rvalue")); }},
    {"sequential", [](A a) -> Built { return sequential(a.ops(0, "ops")); }},
    {"doall", [](A a) -> Built { return doall(a.ops(0, "ops")); }},
    {"deriv", make_deriv},
};

const CaseOp* find(const std::string& name) {
  for (const CaseOp& row : rows) {
    if (row.name == name) return &row;
  }
  for (const CaseOp& row : neural_rows()) {
    if (row.name == name) return &row;
  }
  for (const CaseOp& row : neon_rows()) {
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
  Metadata texts;
  for (const auto& [key, value] : node.metadata.items()) {
    texts[key] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  const ScopedMetadata metadata(texts);
  const neon::InferenceMode mode(node.inference);
  const Arguments arguments(scope, node);
  const Built built = row->build(arguments);
  arguments.require_all_read();
  if (!node.name.empty()) std::get<Op>(built).named(node.name);
  return built;
}

}  // namespace ng::cases
