// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparisons and logic by element.
#include <array>

#include "engine/frontends/onnx/elementwise/error_function.h"
#include "engine/frontends/onnx/elementwise/gamma_function.h"
#include "engine/frontends/onnx/elementwise/inverse_error.h"
#include "engine/frontends/onnx/elementwise/near_zero.h"
#include "engine/frontends/tensorflow/number_steps.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"

namespace ng::tensorflow {
namespace {

// Ops that ONNX has with the same inputs and no attributes.
struct Equal {
  std::string_view name;
  const char* onnx;
};
constexpr Equal equals[] = {
    {"Abs", "Abs"},
    {"Acos", "Acos"},
    {"Acosh", "Acosh"},
    {"Add", "Add"},
    {"AddN", "Sum"},
    {"AddV2", "Add"},
    {"Asin", "Asin"},
    {"Asinh", "Asinh"},
    {"Atan", "Atan"},
    {"Atanh", "Atanh"},
    {"BitwiseAnd", "BitwiseAnd"},
    {"BitwiseOr", "BitwiseOr"},
    {"BitwiseXor", "BitwiseXor"},
    {"Ceil", "Ceil"},
    {"Cos", "Cos"},
    {"Cosh", "Cosh"},
    {"Div", "Div"},
    {"Equal", "Equal"},
    {"Erf", "Erf"},
    {"Exp", "Exp"},
    {"Floor", "Floor"},
    {"Greater", "Greater"},
    {"GreaterEqual", "GreaterOrEqual"},
    {"Inv", "Reciprocal"},
    {"Invert", "BitwiseNot"},
    {"IsInf", "IsInf"},
    {"IsNan", "IsNaN"},
    {"Less", "Less"},
    {"LessEqual", "LessOrEqual"},
    {"Log", "Log"},
    {"LogicalAnd", "And"},
    {"LogicalNot", "Not"},
    {"LogicalOr", "Or"},
    {"Mul", "Mul"},
    {"Neg", "Neg"},
    {"Pow", "Pow"},
    {"RealDiv", "Div"},
    {"Reciprocal", "Reciprocal"},
    {"Rint", "Round"},
    {"Round", "Round"},
    {"Sign", "Sign"},
    {"Sin", "Sin"},
    {"Sinh", "Sinh"},
    {"Sqrt", "Sqrt"},
    {"Sub", "Sub"},
    {"Tan", "Tan"},
    {"Tanh", "Tanh"},
};

std::vector<ItemPtr> all_inputs(const NodeContext& n) {
  std::vector<ItemPtr> inputs;
  for (std::size_t i = 0; i < n.count(); ++i) inputs.push_back(n.shared(i));
  return inputs;
}

void equal_op(NodeContext& n) {
  for (const Equal& row : equals) {
    if (row.name == n.node.op_type) return give(n, step(n, row.onnx, all_inputs(n)));
  }
}

void square(NodeContext& n) {
  give(n, step(n, "Mul", {n.shared(0), n.shared(0)}));
}

void squared_difference(NodeContext& n) {
  const ItemPtr difference = step(n, "Sub", {n.shared(0), n.shared(1)});
  give(n, step(n, "Mul", {difference, difference}));
}

void rsqrt(NodeContext& n) {
  give(n, step(n, "Reciprocal", {step(n, "Sqrt", {n.shared(0)})}));
}

template <Op (*function)(const Op&)>
void apply(NodeContext& n) {
  give(n, applied(n, function, n.shared(0)));
}

void not_equal(NodeContext& n) {
  give(n, step(n, "Not", {step(n, "Equal", {n.shared(0), n.shared(1)})}));
}

void is_finite(NodeContext& n) {
  const ItemPtr x = n.shared(0);
  give(n, step(n, "Not", {step(n, "Or", {step(n, "IsInf", {x}), step(n, "IsNaN", {x})})}));
}

// Rounded toward minus infinity.
void floor_div(NodeContext& n) {
  const ItemPtr x = n.shared(0), y = n.shared(1);
  if (is_float(n.dtype())) return give(n, step(n, "Floor", {step(n, "Div", {x, y})}));
  give(n, floor_of_integers(n, x, y));
}

void floor_mod(NodeContext& n) {
  give(n, step(n, "Mod", {n.shared(0), n.shared(1)}));
}

// The remainder has the sign of the dividend.
void truncate_mod(NodeContext& n) {
  give(n, truncated_rest(n, n.shared(0), n.shared(1)));
}

void truncate_div(NodeContext& n) {
  give(n, step(n, "Div", {n.shared(0), n.shared(1)}));
}

// 0 where the divisor is 0.
void div_no_nan(NodeContext& n) {
  const ItemPtr y = n.shared(1), none = step(n, "Equal", {y, number(0, n.dtype(1))});
  const ItemPtr divisor = step(n, "Where", {none, number(1, n.dtype(1)), y});
  const ItemPtr quotient = step(n, "Div", {n.shared(0), divisor});
  give(n, step(n, "Where", {none, number(0, n.dtype()), quotient}));
}

// x / y, 0 where x is 0.
void quotient_or_zero(NodeContext& n) {
  const ItemPtr x = n.shared(0), y = n.shared(1), none = step(n, "Equal", {x, like(x, 0)});
  give(n, step(n, "Div", {x, step(n, "Where", {none, like(y, 1), y})}));
}

void shift(NodeContext& n, const char* direction) {
  give(n, step(n, "BitShift", {n.shared(0), n.shared(1)}, {attribute("direction", direction)}));
}

// 0 where the factor y is 0, even if x is infinite. The gradient by y is x d there.
void mul_no_nan(NodeContext& n) {
  const ItemPtr x = n.shared(0), y = n.shared(1), none = step(n, "Equal", {y, like(y, 0)});
  const ItemPtr endless = step(n, "Or", {step(n, "IsInf", {x}), step(n, "IsNaN", {x})});
  const ItemPtr finite =
      step(n, "Where", {step(n, "And", {none, endless}), number(0, n.dtype()), x});
  give(n, step(n, "Mul", {finite, y}));
}

// x log(y), or x log(1 + y); 0 where x is 0.
void logarithm_times(NodeContext& n, bool one_more) {
  const ItemPtr x = n.shared(0), y = n.shared(1), none = step(n, "Equal", {x, like(x, 0)});
  const ItemPtr safe = step(n, "Where", {none, like(x, one_more ? 0 : 1), y});
  const ItemPtr made = one_more ? applied(n, onnx::log_one_plus, safe) : step(n, "Log", {safe});
  give(n, step(n, "Mul", {x, made}));
}

void atan2(NodeContext& n) {
  give(n, arctangent(n, n.shared(0), n.shared(1)));
}

// The gradient of equal operands goes to the first one; here and in a clip.
void extreme(NodeContext& n) {
  const char* op = n.node.op_type == "Maximum" ? "Max" : "Min";
  give(n, step(n, op, {n.shared(0), n.shared(1)}, {attribute("ties", "first")}));
}

void clip_by_value(NodeContext& n) {
  const auto with_ties = [&](const char* op, const ItemPtr& x, std::size_t bound) {
    return step(n, op, {x, n.shared(bound)}, {attribute("ties", "first")});
  };
  give(n, with_ties("Min", with_ties("Max", n.shared(0), 1), 2));
}

void cast_row(NodeContext& n) {
  give(n, cast(n, n.shared(0), type_of(n, "DstT", n.dtype())));
}

// The condition chooses by element; Select's may have one element per row of the operands.
void select(NodeContext& n) {
  ItemPtr condition = n.shared(0);
  const std::int64_t rank = n.rank(1);
  if (n.node.op_type == "Select" && rank_of(condition) == 1 && rank > 1) {
    std::vector<std::int64_t> ones;
    for (std::int64_t i = 1; i < rank; ++i) ones.push_back(i);
    condition = unsqueezed(n, condition, ones);
  }
  give(n, step(n, "Where", {condition, n.shared(1), n.shared(2)}));
}

// Each count of `equals` gets a row.
template <std::size_t... i>
constexpr auto rows_of_equals(std::index_sequence<i...>) {
  return std::array<OpRow, sizeof...(i)>{OpRow{equals[i].name, 1, 0, equal_op}...};
}
constexpr auto equal_rows = rows_of_equals(std::make_index_sequence<std::size(equals)>());

constexpr OpRow rows[] = {
    {"Atan2", 1, 0, atan2},
    {"Cast", 1, 0, cast_row},
    {"ClipByValue", 1, 0, clip_by_value},
    {"DivNoNan", 1, 0, div_no_nan},
    {"Erfc", 1, 0, apply<onnx::complementary_error>},
    {"Erfinv", 1, 0, apply<onnx::inverse_error>},
    {"Expm1", 1, 0, apply<onnx::exp_minus_one>},
    {"FloorDiv", 1, 0, floor_div},
    {"FloorMod", 1, 0, floor_mod},
    {"IsFinite", 1, 0, is_finite},
    {"LeftShift", 1, 0, [](NodeContext& n) { shift(n, "LEFT"); }},
    {"Lgamma", 1, 0, apply<onnx::log_gamma>},
    {"Log1p", 1, 0, apply<onnx::log_one_plus>},
    {"Maximum", 1, 0, extreme},
    {"Minimum", 1, 0, extreme},
    {"Mod", 1, 0, truncate_mod},
    {"MulNoNan", 1, 0, mul_no_nan},
    {"NotEqual", 1, 0, not_equal},
    {"RightShift", 1, 0, [](NodeContext& n) { shift(n, "RIGHT"); }},
    {"Rsqrt", 1, 0, rsqrt},
    {"Select", 1, 0, select},
    {"SelectV2", 1, 0, select},
    {"Square", 1, 0, square},
    {"SquaredDifference", 1, 0, squared_difference},
    {"TruncateDiv", 1, 0, truncate_div},
    {"TruncateMod", 1, 0, truncate_mod},
    {"Xdivy", 1, 0, quotient_or_zero},
    {"Xlog1py", 1, 0, [](NodeContext& n) { logarithm_times(n, true); }},
    {"Xlogy", 1, 0, [](NodeContext& n) { logarithm_times(n, false); }},
};

}  // namespace

std::span<const OpRow> arithmetic_rows() {
  static const std::vector<OpRow> all = [] {
    std::vector<OpRow> joined(equal_rows.begin(), equal_rows.end());
    joined.insert(joined.end(), std::begin(rows), std::end(rows));
    return joined;
  }();
  return all;
}

}  // namespace ng::tensorflow
