// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparisons and logic by element.
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/frontends/onnx/elementwise/error_function.h"
#include "engine/frontends/onnx/elementwise/gamma_function.h"
#include "engine/frontends/onnx/elementwise/inverse_error.h"
#include "engine/frontends/onnx/elementwise/near_zero.h"
#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {
namespace {

// A tensor or a number.
ItemPtr self_operand(const NodeContext& n) {
  return need_operand(n, "self");
}

struct Same {
  std::string_view name;
  const char* onnx;
};

std::string_view base_name(const NodeContext& n) {
  std::string_view name = n.node.op_type;
  name = name.substr(name.find('.') + 1);
  return name.substr(0, name.find('.'));
}

template <std::size_t count>
const char* onnx_op(const NodeContext& n, const Same (&table)[count]) {
  for (const Same& row : table)
    if (row.name == base_name(n)) return row.onnx;
  NodeContext::refuse("this op is not imported");
}

// Of floats; integers become float32.
constexpr Same unary[] = {
    {"acos", "Acos"}, {"acosh", "Acosh"}, {"asin", "Asin"},   {"asinh", "Asinh"},
    {"atan", "Atan"}, {"atanh", "Atanh"}, {"cos", "Cos"},     {"cosh", "Cosh"},
    {"erf", "Erf"},   {"exp", "Exp"},     {"log", "Log"},     {"reciprocal", "Reciprocal"},
    {"sin", "Sin"},   {"sinh", "Sinh"},   {"sqrt", "Sqrt"},   {"tan", "Tan"},
    {"tanh", "Tanh"}, {"arctan", "Atan"}, {"arcsin", "Asin"}, {"arccos", "Acos"},
};

void unary_op(NodeContext& n) {
  give(n, step(n, onnx_op(n, unary), {as_floats(n, self_operand(n))}));
}

// Of numbers of any type.
constexpr Same plain[] = {
    {"_neg_view", "Neg"}, {"abs", "Abs"}, {"absolute", "Abs"}, {"neg", "Neg"}};

void plain_op(NodeContext& n) {
  give(n, step(n, onnx_op(n, plain), {self_operand(n)}));
}

// 0 of NaN.
void sign(NodeContext& n) {
  const ItemPtr x = self_operand(n), made = step(n, "Sign", {x});
  if (!is_float(x->dtype())) return give(n, made);
  give(n, step(n, "Where", {step(n, "IsNaN", {x}), like(x, 0), made}));
}

// Integers are as they are.
constexpr Same rounding[] = {{"ceil", "Ceil"}, {"floor", "Floor"}};

void rounding_op(NodeContext& n) {
  const ItemPtr x = self_operand(n);
  give(n, is_float(x->dtype()) ? step(n, onnx_op(n, rounding), {x}) : x);
}

ItemPtr truncated(NodeContext& n, const ItemPtr& x) {
  const ItemPtr down = step(n, "Floor", {x}), up = step(n, "Ceil", {x});
  return step(n, "Where", {step(n, "Less", {x, like(x, 0)}), up, down});
}

void trunc(NodeContext& n) {
  const ItemPtr x = self_operand(n);
  give(n, is_float(x->dtype()) ? truncated(n, x) : x);
}

void round_row(NodeContext& n) {
  const ItemPtr x = self_operand(n);
  const std::int64_t decimals = int_of(n, "decimals", 0);
  if (!is_float(x->dtype())) return give(n, x);
  if (decimals == 0) return give(n, step(n, "Round", {x}));
  const ItemPtr scale = like(x, std::pow(10.0, static_cast<double>(decimals)));
  give(n, step(n, "Div", {step(n, "Round", {step(n, "Mul", {x, scale})}), scale}));
}

constexpr Same comparisons[] = {
    {"eq", "Equal"},       {"ge", "GreaterOrEqual"}, {"gt", "Greater"}, {"greater", "Greater"},
    {"le", "LessOrEqual"}, {"less", "Less"},         {"lt", "Less"},
};

void compare(NodeContext& n) {
  const auto [a, b] = both_operands(n, "self", "other");
  give(n, step(n, onnx_op(n, comparisons), {a, b}));
}

void not_equal(NodeContext& n) {
  const auto [a, b] = both_operands(n, "self", "other");
  give(n, step(n, "Not", {step(n, "Equal", {a, b})}));
}

constexpr Same binary[] = {{"maximum", "Max"}, {"minimum", "Min"}, {"max", "Max"}, {"min", "Min"}};

ItemPtr extreme(NodeContext& n, const char* op, const ItemPtr& a, const ItemPtr& b, bool shares) {
  if (!shares) return step(n, op, {a, b});
  return step(n, op, {a, b}, {attribute("ties", "share")});
}

void binary_op(NodeContext& n) {
  const auto [a, b] = both_operands(n, "self", "other");
  give(n, extreme(n, onnx_op(n, binary), a, b, true));
}

void multiply(NodeContext& n) {
  const auto [a, b] = both_operands(n, "self", "other");
  give(n, step(n, a->dtype() == DType::bool_ ? "And" : "Mul", {a, b}));
}

// a ± alpha × b.
void add_scaled(NodeContext& n, const char* op, const char* first, const char* second) {
  auto [a, b] = both_operands(n, first, second);
  const double alpha = real_of(n, "alpha", 1);
  if (alpha != 1) b = step(n, "Mul", {b, like(b, alpha)});
  const bool truth = a->dtype() == DType::bool_;
  if (truth && op == std::string_view("Sub")) NodeContext::refuse("it subtracts truth values");
  give(n, step(n, truth ? "Or" : op, {a, b}));
}

void add(NodeContext& n) {
  add_scaled(n, "Add", "self", "other");
}
void subtract(NodeContext& n) {
  add_scaled(n, "Sub", "self", "other");
}
void subtract_from(NodeContext& n) {
  add_scaled(n, "Sub", "other", "self");
}

// Exact, with the sign of the divisor.
ItemPtr float_remainder(NodeContext& n, const ItemPtr& a, const ItemPtr& b) {
  const ItemPtr rest = truncated_rest(n, a, b);
  return step(n, "Where", {is_opposite(n, rest, b), step(n, "Add", {rest, b}), rest});
}

// Rounded toward minus infinity, of the exact quotient.
ItemPtr floor_quotient(NodeContext& n, const ItemPtr& a, const ItemPtr& b) {
  if (!is_float(a->dtype())) return floor_of_integers(n, a, b);
  const ItemPtr rest = truncated_rest(n, a, b), more = cast(n, is_opposite(n, rest, b), a->dtype());
  const ItemPtr whole = step(n, "Round", {step(n, "Div", {step(n, "Sub", {a, rest}), b})});
  const ItemPtr by_zero = step(n, "Equal", {b, like(b, 0)});
  return step(n, "Where", {by_zero, step(n, "Div", {a, b}), step(n, "Sub", {whole, more})});
}

void divide(NodeContext& n) {
  auto [a, b] = both_operands(n, "self", "other");
  const std::string mode = n.choice("rounding_mode", "", {"", "trunc", "floor"});
  if (mode == "floor") return give(n, floor_quotient(n, a, b));
  const bool floats = is_float(a->dtype());
  if (mode == "trunc" && !floats) return give(n, step(n, "Div", {a, b}));
  const ItemPtr made = step(n, "Div", {as_floats(n, a), as_floats(n, b)});
  give(n, mode == "trunc" ? truncated(n, made) : made);
}

void floor_divide(NodeContext& n) {
  const auto [a, b] = both_operands(n, "self", "other");
  give(n, floor_quotient(n, a, b));
}

// The remainder has the sign of the divisor.
void remainder(NodeContext& n) {
  const auto [a, b] = both_operands(n, "self", "other");
  if (!is_float(a->dtype())) return give(n, step(n, "Mod", {a, b}));
  give(n, float_remainder(n, a, b));
}

// The remainder has the sign of the dividend.
void fmod(NodeContext& n) {
  const auto [a, b] = both_operands(n, "self", "other");
  give(n, truncated_rest(n, a, b));
}

void power(NodeContext& n) {
  const auto [a, b] = both_operands(n, "self", "exponent");
  give(n, step(n, "Pow", {a, b}));
}

void rsqrt(NodeContext& n) {
  give(n, step(n, "Reciprocal", {step(n, "Sqrt", {as_floats(n, self_operand(n))})}));
}

void square(NodeContext& n) {
  const ItemPtr x = self_operand(n);
  give(n, step(n, "Mul", {x, x}));
}

void scaled_log(NodeContext& n, double base) {
  const ItemPtr made = step(n, "Log", {as_floats(n, self_operand(n))});
  give(n, step(n, "Div", {made, like(made, std::log(base))}));
}

void exp2(NodeContext& n) {
  const ItemPtr x = as_floats(n, self_operand(n));
  give(n, step(n, "Exp", {step(n, "Mul", {x, like(x, std::log(2.0))})}));
}

// self × 2^other.
void ldexp(NodeContext& n) {
  const auto [a, b] = both_operands(n, "self", "other");
  const ItemPtr x = as_floats(n, a);
  give(n, step(n, "Mul", {x, step(n, "Pow", {like(x, 2), cast(n, b, x->dtype())})}));
}

template <Op (*function)(const Op&)>
void apply(NodeContext& n) {
  give(n, tensorflow::applied(n, function, as_floats(n, self_operand(n))));
}

void frac(NodeContext& n) {
  const ItemPtr x = self_operand(n);
  give(n, step(n, "Sub", {x, truncated(n, x)}));
}

void logit(NodeContext& n) {
  ItemPtr x = as_floats(n, self_operand(n));
  if (has(n, "eps")) {
    const double eps = real_of(n, "eps", 0);
    x = step(n, "Clip", {x, like(x, eps), like(x, 1 - eps)});
  }
  give(n, step(n, "Log", {step(n, "Div", {x, step(n, "Sub", {like(x, 1), x})})}));
}

void atan2(NodeContext& n) {
  const auto [a, b] = both_operands(n, "self", "other");
  give(n, arctangent(n, as_floats(n, a), as_floats(n, b)));
}

// Of a real number: 0 or π.
void angle(NodeContext& n) {
  const ItemPtr x = as_floats(n, self_operand(n)), negative = step(n, "Less", {x, like(x, 0)});
  const ItemPtr made = step(n, "Where", {negative, like(x, std::numbers::pi), like(x, 0)});
  give(n, step(n, "Where", {step(n, "IsNaN", {x}), x, made}));
}

void sign_bit(NodeContext& n) {
  give(n, is_negative(n, self_operand(n)));
}

void positive(NodeContext& n) {
  give(n, self_operand(n));
}

// Of numbers: NaN only where both operands are.
void extreme_number(NodeContext& n, const char* op) {
  const auto [a, b] = both_operands(n, "self", "other");
  const ItemPtr made = extreme(n, op, a, b, true);
  if (!is_float(a->dtype())) return give(n, made);
  const ItemPtr first = step(n, "Where", {step(n, "IsNaN", {b}), a, made});
  give(n, step(n, "Where", {step(n, "IsNaN", {a}), b, first}));
}

// log(base^a + base^b), from the larger operand on so that no power overflows.
void log_of_powers(NodeContext& n, double base) {
  const auto [a, b] = both_operands(n, "self", "other");
  const ItemPtr p = wide(n, as_floats(n, a)), q = wide(n, as_floats(n, b));
  const ItemPtr is_first = step(n, "GreaterOrEqual", {p, q});
  const ItemPtr larger = step(n, "Where", {is_first, p, q});
  const ItemPtr apart = step(n, "Sub", {step(n, "Where", {is_first, q, p}), larger});
  // Infinities of one sign have no difference. Others do where they are equal: its derivative
  // counts.
  const ItemPtr infinite = step(n, "And", {step(n, "Equal", {p, q}), step(n, "IsInf", {p})});
  const ItemPtr below =
      step(n, "Mul", {step(n, "Where", {infinite, like(p, 0), apart}), like(p, std::log(base))});
  const ItemPtr more = step(n, "Div", {step(n, "Softplus", {below}), like(p, std::log(base))});
  give(n, cast(n, step(n, "Add", {larger, more}), as_floats(n, a)->dtype()));
}

void copy_sign(NodeContext& n) {
  const auto [a, b] = both_operands(n, "self", "other");
  const ItemPtr size = step(n, "Abs", {as_floats(n, a)});
  give(n, step(n, "Where", {is_negative(n, b), step(n, "Neg", {size}), size}));
}

void hypot(NodeContext& n) {
  const auto [a, b] = both_operands(n, "self", "other");
  give(n, hypotenuse(n, a, b));
}

// At a bound that is a number the gradient is 0.
void clamp(NodeContext& n) {
  ItemPtr x = self_operand(n);
  for (const auto& [name, op] : {std::pair{"min", "Max"}, std::pair{"max", "Min"}}) {
    const ItemPtr bound = operand(n, name);
    if (!bound) continue;
    const DType type = promoted_with(n, x, name);
    x = extreme(n, op, cast(n, x, type), operand_as(n, name, type), tensor(n, name) != nullptr);
  }
  give(n, x);
}

// self + value × a × b, or a / b.
void add_combined(NodeContext& n, const char* op) {
  const ItemPtr x = self_operand(n), a = need_tensor(n, "tensor1"), b = need_tensor(n, "tensor2");
  const auto [p, q] = promoted_operands(n, a, b);
  ItemPtr made = step(n, op, {p, q});
  const double value = real_of(n, "value", 1);
  if (value != 1) made = step(n, "Mul", {made, like(made, value)});
  give(n, step(n, "Add", {x, made}));
}

// start + weight × (end - start).
void lerp(NodeContext& n) {
  const ItemPtr x = self_operand(n), end = need_tensor(n, "end");
  const ItemPtr weight = operand_as(n, "weight", x->dtype());
  give(n, step(n, "Add", {x, step(n, "Mul", {weight, step(n, "Sub", {end, x})})}));
}

ItemPtr as_truth(NodeContext& n, const ItemPtr& x) {
  return cast(n, x, DType::bool_);
}

constexpr Same logic[] = {{"logical_and", "And"}, {"logical_or", "Or"}, {"logical_xor", "Xor"}};

void logic_op(NodeContext& n) {
  give(n, step(n, onnx_op(n, logic),
               {as_truth(n, self_operand(n)), as_truth(n, need_operand(n, "other"))}));
}

void logical_not(NodeContext& n) {
  give(n, step(n, "Not", {as_truth(n, self_operand(n))}));
}

struct Bits {
  std::string_view name;
  const char *truth, *integer;
};
constexpr Bits bits[] = {
    {"bitwise_and", "And", "BitwiseAnd"}, {"bitwise_or", "Or", "BitwiseOr"},
    {"bitwise_xor", "Xor", "BitwiseXor"}, {"__and__", "And", "BitwiseAnd"},
    {"__or__", "Or", "BitwiseOr"},        {"__xor__", "Xor", "BitwiseXor"},
};

void bitwise(NodeContext& n) {
  const auto [a, b] = both_operands(n, "self", "other");
  for (const Bits& row : bits)
    if (row.name == base_name(n))
      return give(n, step(n, a->dtype() == DType::bool_ ? row.truth : row.integer, {a, b}));
}

void shift(NodeContext& n, const char* direction) {
  const auto [a, b] = both_operands(n, "self", "other");
  if (is_float(a->dtype())) NodeContext::refuse("it shifts the bits of floats");
  give(n, step(n, "BitShift", {a, b}, {attribute("direction", direction)}));
}
constexpr auto shift_left = [](NodeContext& n) { shift(n, "LEFT"); };
constexpr auto shift_right = [](NodeContext& n) { shift(n, "RIGHT"); };
void bitwise_not(NodeContext& n) {
  const ItemPtr x = self_operand(n);
  give(n, step(n, x->dtype() == DType::bool_ ? "Not" : "BitwiseNot", {x}));
}

void is_nan(NodeContext& n) {
  give(n, step(n, "IsNaN", {as_floats(n, self_operand(n))}));
}
void is_inf(NodeContext& n) {
  give(n, step(n, "IsInf", {as_floats(n, self_operand(n))}));
}

void is_finite(NodeContext& n) {
  const ItemPtr x = as_floats(n, self_operand(n));
  give(n, step(n, "Not", {step(n, "Or", {step(n, "IsInf", {x}), step(n, "IsNaN", {x})})}));
}

void where(NodeContext& n) {
  const auto [a, b] = both_operands(n, "self", "other");
  give(n, step(n, "Where", {as_truth(n, need_tensor(n, "condition")), a, b}));
}

void masked_fill(NodeContext& n) {
  const ItemPtr x = self_operand(n), value = operand_as(n, "value", x->dtype());
  give(n, step(n, "Where", {as_truth(n, need_tensor(n, "mask")), value, x}));
}

void nan_to_num(NodeContext& n) {
  const ItemPtr x = self_operand(n);
  const double most = x->dtype() == DType::f64    ? 1.7976931348623157e308
                      : x->dtype() == DType::f16  ? 65504.0
                      : x->dtype() == DType::bf16 ? 3.3895313892515355e38
                                                  : 3.4028234663852886e38;
  const ItemPtr above = like(x, real_of(n, "posinf", most)),
                below = like(x, real_of(n, "neginf", -most));
  ItemPtr made = step(n, "Where", {step(n, "IsNaN", {x}), like(x, real_of(n, "nan", 0)), x});
  made = step(n, "Where", {step(n, "Equal", {x, like(x, HUGE_VAL)}), above, made});
  give(n, step(n, "Where", {step(n, "Equal", {x, like(x, -HUGE_VAL)}), below, made}));
}

// x log(y), 0 where x is 0 and y is a number. By x, its gradient is log(y) where that is finite.
void xlogy(NodeContext& n) {
  const auto [a, b] = both_operands(n, "self", "other");
  const ItemPtr x = as_floats(n, a), y = as_floats(n, b);
  const ItemPtr finite = step(
      n, "And", {step(n, "Greater", {y, like(y, 0)}), step(n, "Less", {y, like(y, HUGE_VAL)})});
  const ItemPtr other = step(n, "Not", {step(n, "Or", {finite, step(n, "IsNaN", {y})})});
  const ItemPtr none = step(n, "And", {step(n, "Equal", {x, like(x, 0)}), other});
  const ItemPtr made =
      step(n, "Mul", {x, step(n, "Log", {step(n, "Where", {none, like(y, 1), y})})});
  give(n, made);
}

template <std::size_t count, std::size_t... i>
constexpr auto rows_of(const Same (&table)[count], void (*build)(NodeContext&),
                       std::index_sequence<i...>) {
  return std::array<OpRow, count>{OpRow{table[i].name, 1, 0, build}...};
}
template <std::size_t count>
constexpr auto rows_of(const Same (&table)[count], void (*build)(NodeContext&)) {
  return rows_of(table, build, std::make_index_sequence<count>());
}
constexpr auto unary_rows = rows_of(unary, unary_op);
constexpr auto comparison_rows = rows_of(comparisons, compare);

constexpr OpRow rows[] = {
    {"__and__", 1, 0, bitwise},
    {"__lshift__", 1, 0, shift_left},
    {"__or__", 1, 0, bitwise},
    {"__rshift__", 1, 0, shift_right},
    {"__xor__", 1, 0, bitwise},
    {"_neg_view", 1, 0, plain_op},
    {"abs", 1, 0, plain_op},
    {"absolute", 1, 0, plain_op},
    {"add", 1, 0, add},
    {"addcdiv", 1, 0, [](NodeContext& n) { add_combined(n, "Div"); }},
    {"addcmul", 1, 0, [](NodeContext& n) { add_combined(n, "Mul"); }},
    {"angle", 1, 0, angle},
    {"atan2", 1, 0, atan2},
    {"bitwise_and", 1, 0, bitwise},
    {"bitwise_left_shift", 1, 0, shift_left},
    {"bitwise_not", 1, 0, bitwise_not},
    {"bitwise_or", 1, 0, bitwise},
    {"bitwise_right_shift", 1, 0, shift_right},
    {"bitwise_xor", 1, 0, bitwise},
    {"ceil", 1, 0, rounding_op},
    {"clamp", 1, 0, clamp},
    {"clamp_max", 1, 0, clamp},
    {"clamp_min", 1, 0, clamp},
    {"clip", 1, 0, clamp},
    {"copysign", 1, 0, copy_sign},
    {"div", 1, 0, divide},
    {"erfc", 1, 0, apply<onnx::complementary_error>},
    {"erfinv", 1, 0, apply<onnx::inverse_error>},
    {"exp2", 1, 0, exp2},
    {"expm1", 1, 0, apply<onnx::exp_minus_one>},
    {"floor", 1, 0, rounding_op},
    {"floor_divide", 1, 0, floor_divide},
    {"fmax", 1, 0, [](NodeContext& n) { extreme_number(n, "Max"); }},
    {"fmin", 1, 0, [](NodeContext& n) { extreme_number(n, "Min"); }},
    {"fmod", 1, 0, fmod},
    {"frac", 1, 0, frac},
    {"hypot", 1, 0, hypot},
    {"isfinite", 1, 0, is_finite},
    {"isinf", 1, 0, is_inf},
    {"isnan", 1, 0, is_nan},
    {"ldexp", 1, 0, ldexp},
    {"lerp", 1, 0, lerp},
    {"lgamma", 1, 0, apply<onnx::log_gamma>},
    {"log10", 1, 0, [](NodeContext& n) { scaled_log(n, 10); }},
    {"log1p", 1, 0, apply<onnx::log_one_plus>},
    {"log2", 1, 0, [](NodeContext& n) { scaled_log(n, 2); }},
    {"logaddexp", 1, 0, [](NodeContext& n) { log_of_powers(n, std::numbers::e); }},
    {"logaddexp2", 1, 0, [](NodeContext& n) { log_of_powers(n, 2); }},
    {"logical_and", 1, 0, logic_op},
    {"logical_not", 1, 0, logical_not},
    {"logical_or", 1, 0, logic_op},
    {"logical_xor", 1, 0, logic_op},
    {"logit", 1, 0, logit},
    {"masked_fill", 1, 0, masked_fill},
    {"max.other", 1, 0, binary_op},
    {"maximum", 1, 0, binary_op},
    {"min.other", 1, 0, binary_op},
    {"minimum", 1, 0, binary_op},
    {"mul", 1, 0, multiply},
    {"nan_to_num", 1, 0, nan_to_num},
    {"ne", 1, 0, not_equal},
    {"neg", 1, 0, plain_op},
    {"positive", 1, 0, positive},
    {"pow", 1, 0, power},
    {"remainder", 1, 0, remainder},
    {"round", 1, 0, round_row},
    {"rsqrt", 1, 0, rsqrt},
    {"rsub", 1, 0, subtract_from},
    {"sgn", 1, 0, sign},
    {"sign", 1, 0, sign},
    {"sinc", 1, 0, apply<onnx::sinc>},
    {"signbit", 1, 0, sign_bit},
    {"special_erfinv", 1, 0, apply<onnx::inverse_error>},
    {"special_gammaln", 1, 0, apply<onnx::log_gamma>},
    {"square", 1, 0, square},
    {"sub", 1, 0, subtract},
    {"true_divide", 1, 0, divide},
    {"trunc", 1, 0, trunc},
    {"where", 1, 0, where},
    {"xlogy", 1, 0, xlogy},
};

}  // namespace

std::span<const OpRow> arithmetic_rows() {
  static const std::vector<OpRow> all = [] {
    std::vector<OpRow> joined(std::begin(rows), std::end(rows));
    joined.insert(joined.end(), unary_rows.begin(), unary_rows.end());
    joined.insert(joined.end(), comparison_rows.begin(), comparison_rows.end());
    return joined;
  }();
  return all;
}

}  // namespace ng::pytorch
