// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/functions.h"

#include "engine/ops/dot.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/lookup.h"
#include "engine/ops/one_hot.h"
#include "engine/ops/pass_through.h"
#include "engine/ops/random.h"
#include "engine/ops/reductions/ctc.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/reductions/softmax.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/shapes/join.h"
#include "engine/ops/shapes/pad.h"
#include "engine/ops/shapes/reshape.h"
#include "engine/ops/shapes/set_item.h"
#include "engine/ops/shapes/slice.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"
#include "engine/ops/windows/convolution.h"
#include "engine/ops/windows/pooling.h"

namespace ng::editing {
namespace {

using A = const Arguments&;

template <Op (*function)(const Operand&)>
Function unary(const char* name, const OpDef& op) {
  return {name, &op, {{"x", Kind::operand}}, [](A a) { return function(a.operand("x")); }};
}

template <Op (*function)(const Operand&, const Operand&)>
Function binary(const char* name, const OpDef& op, const char* x = "x", const char* y = "y") {
  return {name,
          &op,
          {{x, Kind::operand}, {y, Kind::operand}},
          // Bound by position, since parameter names differ between ops.
          [](A a) { return function(a.operand("0"), a.operand("1")); }};
}

Over over(A a) {
  return {a.optional_axes("reduction_axes"), a.optional_axes("out_axes")};
}

template <Op (*function)(const Operand&, const Over&)>
Function reduction(const char* name, const OpDef& op) {
  return {name,
          &op,
          {{"x", Kind::operand},
           {"reduction_axes", Kind::axes, false},
           {"out_axes", Kind::axes, false}},
          [](A a) { return function(a.operand("x"), over(a)); }};
}

// The original's parameter order, with out_axes before reduction_axes.
template <Op (*function)(const Operand&, const Over&)>
Function norm(const char* name, const OpDef& op) {
  Function made = reduction<function>(name, op);
  std::swap(made.parameters[1], made.parameters[2]);
  return made;
}

Initial initial(A a) {
  const char* const name = a.has("initial") ? "initial" : "initial_value";
  const auto value = a.array(name, a.dtype("dtype"));
  if (!value) return {};
  return *value;
}

std::vector<Function> storage() {
  const std::vector<Parameter> state = {{"axes", Kind::axes},
                                        {"dtype", Kind::text, false},
                                        {"initial_value", Kind::array, false},
                                        {"initial", Kind::array, false}};
  const std::vector<Parameter> plain = {{"axes", Kind::axes}, {"dtype", Kind::text, false}};
  return {
      {"placeholder", &placeholder_op, plain,
       [](A a) { return placeholder(a.axes("axes"), a.dtype("dtype")); }},
      {"variable", &variable_op, state,
       [](A a) { return variable(a.axes("axes"), initial(a), a.dtype("dtype")); }},
      {"persistent_tensor", &persistent_tensor_op, state,
       [](A a) { return persistent_tensor(a.axes("axes"), initial(a), a.dtype("dtype")); }},
      {"temporary", &temporary_op, plain,
       [](A a) { return temporary(a.axes("axes"), a.dtype("dtype")); }},
      {"constant",
       &constant_op,
       {{"const", Kind::array}, {"axes", Kind::axes, false}, {"dtype", Kind::text, false}},
       [](A a) {
         const Tensor value = a.array("const", a.dtype("dtype")).value_or(Tensor(0.0));
         const auto axes = a.optional_axes("axes");
         return axes ? constant(value, *axes) : constant(value);
       }},
  };
}

std::vector<Function> elementwise() {
  return {
      unary<negative>("negative", negative_op),
      unary<absolute>("absolute", absolute_op),
      unary<exp>("exp", exp_op),
      unary<log>("log", log_op),
      unary<tanh>("tanh", tanh_op),
      unary<sigmoid>("sigmoid", sigmoid_op),
      unary<square>("square", square_op),
      unary<sqrt>("sqrt", sqrt_op),
      unary<reciprocal>("reciprocal", reciprocal_op),
      unary<sin>("sin", sin_op),
      unary<cos>("cos", cos_op),
      unary<sign>("sign", sign_op),
      {"safelog",
       &safelog_op,
       {{"x", Kind::operand}, {"limit", Kind::number, false, "-50"}},
       [](A a) { return safelog(a.operand("x"), a.number("limit", -50)); }},
      {"value_of",
       &value_of_op,
       {{"tensor", Kind::operand}, {"dtype", Kind::text, false}},
       [](A a) {
         return a.has("dtype") ? value_of(a.operand("tensor"), a.dtype("dtype"))
                               : value_of(a.operand("tensor"));
       }},
      binary<add>("add", add_op),
      binary<subtract>("subtract", subtract_op),
      binary<multiply>("multiply", multiply_op),
      binary<divide>("divide", divide_op),
      binary<maximum>("maximum", maximum_op),
      binary<minimum>("minimum", minimum_op),
      binary<floordivide>("floordivide", floordivide_op),
      binary<mod>("mod", mod_op),
      binary<power>("power", power_op),
      binary<equal>("equal", equal_op),
      binary<not_equal>("not_equal", not_equal_op),
      binary<less>("less", less_op),
      binary<less_equal>("less_equal", less_equal_op),
      binary<greater>("greater", greater_op),
      binary<greater_equal>("greater_equal", greater_equal_op),
  };
}

std::vector<Function> reductions() {
  return {
      reduction<sum>("sum", sum_op),
      reduction<max>("max", max_op),
      reduction<min>("min", min_op),
      reduction<mean>("mean", mean_op),
      reduction<prod>("prod", prod_op),
      norm<variance>("variance", variance_op),
      reduction<argmax>("argmax", argmax_op),
      reduction<argmin>("argmin", argmin_op),
      norm<squared_L2>("squared_L2", squared_L2_op),
      norm<L1_norm>("L1_norm", L1_norm_op),
      {"L2_norm",
       &L2_norm_op,
       {{"x", Kind::operand},
        {"eps", Kind::number, false, "1e-8"},
        {"out_axes", Kind::axes, false},
        {"reduction_axes", Kind::axes, false}},
       [](A a) { return L2_norm(a.operand("x"), over(a), a.number("eps", 1e-8)); }},
      reduction<tensor_size>("tensor_size", tensor_size_op),
      unary<batch_size>("batch_size", batch_size_op),
  };
}

std::vector<Function> neural() {
  return {
      binary<dot>("dot", dot_op),
      {"softmax",
       &softmax_op,
       {{"x", Kind::operand}, {"normalization_axes", Kind::axes, false}},
       [](A a) { return softmax(a.operand("x"), a.optional_axes("normalization_axes")); }},
      {"cross_entropy_multi",
       &cross_entropy_multi_op,
       {{"y", Kind::operand},
        {"t", Kind::operand},
        {"usebits", Kind::flag, false, "False"},
        {"out_axes", Kind::axes, false},
        {"reduction_axes", Kind::axes, false}},
       [](A a) {
         return cross_entropy_multi(a.operand("y"), a.operand("t"), over(a),
                                    a.flag("usebits", false));
       }},
      {"cross_entropy_binary",
       &cross_entropy_binary_inner_op,
       {{"y", Kind::operand},
        {"t", Kind::operand},
        {"usebits", Kind::flag, false, "False"},
        {"out_axes", Kind::axes, false}},
       [](A a) {
         return cross_entropy_binary(a.operand("y"), a.operand("t"), over(a),
                                     a.flag("usebits", false));
       }},
      binary<cross_entropy_binary_inner>("cross_entropy_binary_inner",
                                         cross_entropy_binary_inner_op, "y", "t"),
      {"convolution",
       &convolution_op,
       {{"conv_params", Kind::dict},
        {"inputs", Kind::operand},
        {"filters", Kind::operand},
        {"axes", Kind::axes, false}},
       [](A a) {
         return convolution(a.wholes("conv_params"), a.operand("inputs"), a.operand("filters"),
                            a.optional_axes("axes"));
       }},
      {"pooling",
       &pooling_op,
       {{"pool_params", Kind::dict}, {"inputs", Kind::operand}, {"axes", Kind::axes, false}},
       [](A a) {
         return pooling(a.entry("pool_params", "op"), a.wholes("pool_params"),
                        a.operand("inputs"), a.optional_axes("axes"));
       }},
      {"lookuptable",
       &lookuptable_op,
       {{"lut", Kind::operand},
        {"idx", Kind::operand},
        {"axes", Kind::axes},
        {"update", Kind::flag, false, "True"},
        {"pad_idx", Kind::whole, false}},
       [](A a) {
         return lookuptable(a.operand("lut"), a.operand("idx"), a.axes("axes"),
                            {a.flag("update", true), a.optional_whole("pad_idx")});
       }},
      {"ctc",
       &ctc_op,
       {{"activations", Kind::operand},
        {"labels", Kind::operand},
        {"activation_lens", Kind::operand},
        {"label_lens", Kind::operand},
        {"axes", Kind::axes, false}},
       [](A a) {
         return ctc(a.operand("activations"), a.operand("labels"), a.operand("activation_lens"),
                    a.operand("label_lens"), a.optional_axes("axes"));
       }},
      {"uniform",
       &uniform_op,
       {{"x", Kind::operand},
        {"low", Kind::number, false, "0"},
        {"high", Kind::number, false, "1"}},
       [](A a) { return uniform(a.operand("x"), a.number("low", 0), a.number("high", 1)); }},
      {"normal",
       &normal_op,
       {{"x", Kind::operand},
        {"loc", Kind::number, false, "0"},
        {"scale", Kind::number, false, "1"}},
       [](A a) { return normal(a.operand("x"), a.number("loc", 0), a.number("scale", 1)); }},
      {"one_hot",
       &one_hot_op,
       {{"x", Kind::operand}, {"axis", Kind::axis}},
       [](A a) { return one_hot(a.operand("x"), a.axis("axis")); }},
  };
}

std::vector<Function> views() {
  const std::vector<Parameter> to_axes = {{"x", Kind::operand}, {"axes", Kind::axes}};
  const std::vector<Parameter> tensor_to_axes = {{"tensor", Kind::operand}, {"axes", Kind::axes}};
  return {
      {"broadcast", &broadcast_op, to_axes,
       [](A a) { return broadcast(a.operand("x"), a.axes("axes")); }},
      {"axes_with_order", &axes_with_order_op, to_axes,
       [](A a) { return axes_with_order(a.operand("x"), a.axes("axes")); }},
      {"cast_axes", &cast_axes_op, tensor_to_axes,
       [](A a) { return cast_axes(a.operand("tensor"), a.axes("axes")); }},
      {"cast_role", &cast_role_op, tensor_to_axes,
       [](A a) { return cast_role(a.operand("tensor"), a.axes("axes")); }},
      {"flatten",
       &flatten_op,
       {{"x", Kind::operand}, {"axes", Kind::axes, false}},
       [](A a) {
         const auto axes = a.optional_axes("axes");
         return axes ? flatten(a.operand("x"), *axes) : flatten(a.operand("x"));
       }},
      {"unflatten",
       &unflatten_op,
       {{"x", Kind::operand}, {"axes", Kind::axes, false}},
       [](A a) { return unflatten(a.operand("x"), a.optional_axes("axes")); }},
      {"expand_dims",
       &expand_dims_op,
       {{"x", Kind::operand}, {"axis", Kind::axis}, {"dim", Kind::whole}},
       [](A a) { return expand_dims(a.operand("x"), a.axis("axis"), a.whole("dim", 0)); }},
      unary<transpose>("transpose", transpose_op),
      {"tensor_slice",
       &tensor_slice_op,
       {{"x", Kind::operand}, {"slices", Kind::slices}, {"axes", Kind::axes, false}},
       [](A a) {
         return tensor_slice(a.operand("x"), a.slices("slices"), a.optional_axes("axes"));
       }},
      {"slice_along_axis",
       &tensor_slice_op,
       {{"x", Kind::operand}, {"axis", Kind::axis}, {"idx", Kind::whole}},
       [](A a) { return slice_along_axis(a.operand("x"), a.axis("axis"), a.whole("idx", 0)); }},
      {"pad",
       &pad_op,
       {{"x", Kind::operand}, {"paddings", Kind::array}, {"axes", Kind::axes, false}},
       [](A a) {
         std::vector<std::int64_t> paddings;
         for (const double each : a.numbers("paddings"))
           paddings.push_back(static_cast<std::int64_t>(each));
         return pad(a.operand("x"), paddings, a.optional_axes("axes"));
       }},
      {"stack",
       &stack_op,
       {{"x_list", Kind::operands}, {"axis", Kind::axis}, {"pos", Kind::whole, false, "0"}},
       [](A a) { return stack(a.operands("x_list"), a.axis("axis"), a.whole("pos", 0)); }},
      {"concat_along_axis",
       &concat_along_axis_op,
       {{"x_list", Kind::operands}, {"axis", Kind::axis}},
       [](A a) { return concat_along_axis(a.operands("x_list"), a.axis("axis")); }},
      unary<stop_gradient>("stop_gradient", stop_gradient_op),
      unary<contiguous>("contiguous", contiguous_op),
      {"print_value",
       &print_op,
       {{"x", Kind::operand}, {"prefix", Kind::text, false}},
       [](A a) { return print_value(a.operand("x"), a.text("prefix", "None")); }},
  };
}

std::vector<Function> order() {
  return {
      binary<assign>("assign", assign_op, "lvalue", "rvalue"),
      binary<fill>("fill", fill_op, "x", "scalar"),
      {"deriv",
       &deriv_op,
       {{"dependent", Kind::operand},
        {"independent", Kind::operand},
        {"error", Kind::operand, false}},
       [](A a) {
         return deriv(a.operand("dependent"), a.operand("independent"), a.optional_op("error"));
       }},
      {"sequential",
       &sequential_op,
       {{"ops", Kind::operands}},
       [](A a) { return sequential(a.operands("ops")); }},
      {"doall",
       &doall_op,
       {{"all", Kind::operands}},
       [](A a) { return doall(a.operands("all")); }},
  };
}

std::vector<Function> all_functions() {
  std::vector<Function> all;
  for (auto part : {storage, elementwise, reductions, neural, views, order}) {
    for (Function& each : part()) all.push_back(std::move(each));
  }
  return all;
}

}  // namespace

bool Function::takes_list() const {
  return !parameters.empty() && parameters[0].kind == Kind::operands;
}

std::size_t Function::operands() const {
  std::size_t count = 0;
  for (const Parameter& each : parameters) count += each.kind == Kind::operand && each.required;
  return count;
}

std::span<const Function> function_table() {
  static const std::vector<Function> rows = all_functions();
  return rows;
}

const Function* find_function(std::string_view name) {
  for (const Function& row : function_table()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

std::string signature(const Function& function) {
  std::string text;
  for (const Parameter& each : function.parameters) {
    if (std::string_view(each.name) == "initial") continue;  // alias of initial_value
    text += (text.empty() ? "" : ", ") + std::string(each.name);
    if (!each.required) text += "=" + std::string(each.default_text);
  }
  return std::string(function.name) + "(" + text + ")";
}

}  // namespace ng::editing
