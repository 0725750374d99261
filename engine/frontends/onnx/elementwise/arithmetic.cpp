// SPDX-License-Identifier: Apache-2.0
// Elementwise ops: arithmetic, comparisons, logic, casts.
#include <cmath>
#include <numbers>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/elementwise/near_zero.h"
#include "engine/frontends/onnx/elementwise/odd.h"
#include "engine/frontends/onnx/elementwise/small_floats.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/remainder.h"
#include "engine/ops/result_type.h"
#include "engine/ops/ties.h"

namespace ng::onnx {
namespace {

using Unary = Op (*)(const Op&);
using Binary = Op (*)(const Op&, const Op&);

template <Unary f>
void unary(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  n.result(f(n.op(0)));
}

template <Unary f>
void test(NodeContext& n) {
  const ScopedResultType type(DType::bool_);
  n.result(f(n.op(0)));
}

// x modulo 2^bits, in the range of integers of that many bits.
Op wrapped(const Op& x, DType to, int bits) {
  const bool has_sign = to == DType::i8;
  const double range = std::ldexp(1.0, bits), low = has_sign ? -range / 2 : 0;
  const ScopedResultType type(DType::i64);
  return value_of(mod(x - low, range) + low, to);
}

template <Binary f>
void arithmetic(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Aligned all = align(n, {n.op(0), n.op(1)});
  n.result(over(f(all.ops[0], all.ops[1]), all.axes));
}

template <Binary f>
void comparison(NodeContext& n) {
  const ScopedResultType type(DType::bool_);
  const Aligned all = align(n, {n.op(0), n.op(1)});
  n.result(over(f(all.ops[0], all.ops[1]), all.axes));
}

// Any number of operands.
template <class F>
void combined(NodeContext& n, const F& f, bool mean = false) {
  const ScopedResultType type(n.widened());
  std::vector<Op> operands;
  for (std::size_t i = 0; i < n.count(); ++i) operands.push_back(n.op(i));
  if (operands.empty()) NodeContext::refuse("it has no input");
  const Aligned all = align(n, operands);
  Op total = all.ops[0];
  for (std::size_t i = 1; i < all.ops.size(); ++i) total = f(total, all.ops[i]);
  if (mean) total = total * (1.0 / static_cast<double>(operands.size()));
  n.result(operands.size() == 1 ? value_of(total) : over(total, all.axes));
}

template <Binary f, bool mean = false>
void variadic(NodeContext& n) {
  combined(n, f, mean);
}

// Other frontends say who has the gradient at ties; ONNX has none.
template <Op (*f)(const Operand&, const Operand&),
          Op (*with_ties)(const Operand&, const Operand&, const std::string&)>
void extreme(NodeContext& n) {
  const std::string ties = n.text("ties", "");
  combined(
      n, [&](const Op& x, const Op& y) { return ties.empty() ? f(x, y) : with_ties(x, y, ties); });
}

Op both(const Op& x, const Op& y) {
  return not_equal(x, 0) * not_equal(y, 0);
}
Op either(const Op& x, const Op& y) {
  return maximum(not_equal(x, 0), not_equal(y, 0));
}
Op one_of(const Op& x, const Op& y) {
  return not_equal(not_equal(x, 0), not_equal(y, 0));
}

// The remainder with x's sign.
Op c_remainder(const Op& x, const Op& y) {
  if (!is_float(x.dtype())) return x - y * divide(x, y);
  return odd(x, [&y](const Op& size) { return remainder(size, absolute(y)); });
}

void modulo(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Aligned all = align(n, {n.op(0), n.op(1)});
  const Op &x = all.ops[0], &y = all.ops[1];
  const bool like_c = n.integer("fmod", 0) != 0;
  n.result(over(like_c ? c_remainder(x, y) : remainder(x, y), all.axes));
}

void raised(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Aligned all = align(n, {n.op(0), n.op(1)});
  n.result(over(power(all.ops[0], all.ops[1]), all.axes));
}

void choice(NodeContext& n) {
  const ScopedResultType type(n.dtype(1));
  const Aligned all = align(n, {n.op(0), n.op(1), n.op(2)});
  n.result(over(where(all.ops[0], all.ops[1], all.ops[2]), all.axes));
}

// To integers shorter than a byte: toward zero, then wrapped.
Op cast_narrow(const Op& x, ElementType type) {
  return wrapped(is_float(x.dtype()) ? value_of(x, DType::i64) : x, *dtype_of(type),
                 narrow_bits(type));
}

Op cast_power(const NodeContext& n) {
  const std::string mode = n.choice("round_mode", "up", {"up", "down", "nearest"});
  const Rounding rounding = mode == "up"     ? Rounding::up
                            : mode == "down" ? Rounding::down
                                             : Rounding::nearest;
  return rounded_to_power(n.op(0), rounding, n.integer("saturate", 1) != 0);
}

// Floats become integers toward zero, integers wrap in the new type.
void cast_by(NodeContext& n, ElementType type) {
  const auto to = dtype_of(type);
  if (!to) NodeContext::refuse("it casts to " + describe(type));
  const bool power = type == ElementType::f8e8m0;
  n.result(narrow_bits(type) != 0 ? cast_narrow(n.op(0), type)
           : power                ? cast_power(n)
           : is_small_float(type) ? rounded_to(n.op(0), type, n.integer("saturate", 1) != 0)
                                  : value_of(n.op(0), *to));
  n.set_narrow(type);
}

void cast_to(NodeContext& n) {
  if (!n.given("to")) NodeContext::refuse("its attribute 'to' is absent");
  cast_by(n, static_cast<ElementType>(n.integer("to", 0)));
}

void cast_like(NodeContext& n) {
  const ElementType narrow = n.narrow(1);
  cast_by(n, narrow != ElementType::undefined ? narrow : element_type(n.dtype(1)));
}

void infinite(NodeContext& n) {
  const ScopedResultType type(DType::bool_);
  const Op x = n.op(0);
  constexpr double infinity = HUGE_VAL;
  Op found = number(0, DType::bool_);
  if (n.integer("detect_positive", 1)) found = maximum(found, equal(x, infinity));
  if (n.integer("detect_negative", 1)) found = maximum(found, equal(x, -infinity));
  n.result(over(found, x.axes()));
}

// arctan of t = x or 1 / x, which is at most 1: three times atan(t) = 2 atan(t / (1 + sqrt(1 +
// t²))) makes it so small that eight terms of the series suffice. The limit keeps x² finite.
Op arc_tangent(const Op& x) {
  const Op limited = maximum(minimum(x, 1e18), -1e18);
  Op t = limited / maximum(limited * limited, 1);
  for (int i = 0; i < 3; ++i) t = t / (sqrt(t * t + 1) + 1);
  const Op square = t * t;
  Op series = square * (-1.0 / 15) + 1.0 / 13;
  for (int k = 11; k > 0; k -= 2) series = series * square + ((k + 1) % 4 == 0 ? -1.0 : 1.0) / k;
  const Op angle = series * t * 8;
  const Op inverted = sign(x) * (std::numbers::pi / 2) - angle;
  const Op made = where(greater(absolute(x), 1), inverted, angle);
  return where(not_equal(x, x), x, made);  // NaN stays
}
// Near 1, 1 - x² would lose its digits.
Op arc_sine(const Op& x) {
  return arc_tangent(x / sqrt((Op(-x) + 1) * (x + 1)));
}
Op arc_cosine(const Op& x) {
  return arc_tangent(sqrt((Op(-x) + 1) / (x + 1))) * 2;
}

template <Unary f>
void widened(NodeContext& n) {
  const ScopedResultType type(n.widened());
  n.result(f(n.op(0)));
}

#define UNARY(f) unary<+[](const Op& x) -> Op { return f; }>
#define BINARY(f) +[](const Op& x, const Op& y) -> Op { return f; }

constexpr OpRow rows[] = {
    {"Abs", 1, 0, UNARY(absolute(x))},
    {"Acos", 7, 0, widened<arc_cosine>},
    {"Acosh", 9, 0, widened<acosh>},
    {"Add", 7, 0, arithmetic<BINARY(x + y)>},
    {"And", 7, 0, comparison<both>},
    {"Asin", 7, 0, widened<arc_sine>},
    {"Asinh", 9, 0, widened<asinh>},
    {"Atan", 7, 0, widened<arc_tangent>},
    {"Atanh", 9, 0, widened<atanh>},
    {"Cast", 6, 0, cast_to},
    {"CastLike", 15, 0, cast_like},
    {"Ceil", 1, 0, UNARY(ceil(x))},
    {"Cos", 7, 0, UNARY(cos(x))},
    {"Cosh", 9, 0, widened<cosh>},
    {"Div", 7, 0, arithmetic<BINARY(divide(x, y))>},
    {"Equal", 7, 0, comparison<BINARY(equal(x, y))>},
    {"Erf", 9, 0, UNARY(erf(x))},
    {"Exp", 1, 0, UNARY(exp(x))},
    {"Floor", 1, 0, UNARY(floor(x))},
    {"Greater", 7, 0, comparison<BINARY(greater(x, y))>},
    {"GreaterOrEqual", 12, 0, comparison<BINARY(greater_equal(x, y))>},
    {"IsInf", 10, 0, infinite},
    {"IsNaN", 9, 0, test<+[](const Op& x) { return not_equal(x, x); }>},
    {"Less", 7, 0, comparison<BINARY(less(x, y))>},
    {"LessOrEqual", 12, 0, comparison<BINARY(less_equal(x, y))>},
    {"Log", 1, 0, UNARY(log(x))},
    {"Max", 6, 0, extreme<maximum, maximum>},
    {"Mean", 6, 0, variadic<BINARY(x + y), true>},
    {"Min", 6, 0, extreme<minimum, minimum>},
    {"Mod", 10, 0, modulo},
    {"Mul", 7, 0, arithmetic<BINARY(x* y)>},
    {"Neg", 1, 0, UNARY(negative(x))},
    {"Not", 1, 0, test<+[](const Op& x) { return equal(x, 0); }>},
    {"Or", 7, 0, comparison<either>},
    {"Pow", 7, 0, raised},
    {"Reciprocal", 1, 0, UNARY(reciprocal(x))},
    {"Round", 11, 0, UNARY(round(x))},
    {"Sigmoid", 1, 0, UNARY(sigmoid(x))},
    {"Sign", 9, 0, UNARY(sign(x))},
    {"Sin", 7, 0, UNARY(sin(x))},
    {"Sinh", 9, 0, widened<sinh>},
    {"Sqrt", 1, 0, UNARY(sqrt(x))},
    {"Sub", 7, 0, arithmetic<BINARY(x - y)>},
    {"Sum", 6, 0, variadic<BINARY(x + y)>},
    {"Tan", 7, 0, UNARY(sin(x) / cos(x))},
    {"Tanh", 1, 0, UNARY(tanh(x))},
    {"Where", 9, 0, choice},
    {"Xor", 7, 0, comparison<one_of>},
};

#undef UNARY
#undef BINARY

}  // namespace

std::span<const OpRow> arithmetic_rows() {
  return rows;
}

}  // namespace ng::onnx
