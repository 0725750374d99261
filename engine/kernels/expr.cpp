// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/expr.h"

#include <cmath>
#include <limits>

#include "engine/kernels/integer_functions.h"
#include "engine/kernels/philox.h"

namespace ng::kernel {
namespace {

constexpr std::array<FnRow, 38> fn_rows = {{{"", "-", 1, "ng_negate"},
                                            {"ng_abs", "", 1},
                                            {"ng_exp", "", 1},
                                            {"ng_log", "", 1},
                                            {"ng_tanh", "", 1},
                                            {"ng_sigmoid", "", 1},
                                            {"ng_sqrt", "", 1},
                                            {"ng_reciprocal", "", 1},
                                            {"", "+", 2, "ng_plus"},
                                            {"", "-", 2, "ng_minus"},
                                            {"", "*", 2, "ng_times"},
                                            {"", "/", 2, "ng_quotient"},
                                            {"ng_max", "", 2},
                                            {"ng_min", "", 2},
                                            {"ng_eq", "", 2},
                                            {"ng_ne", "", 2},
                                            {"ng_lt", "", 2},
                                            {"ng_le", "", 2},
                                            {"ng_gt", "", 2},
                                            {"ng_ge", "", 2},
                                            {"ng_select", "", 3},
                                            {"ng_sign", "", 1},
                                            {"ng_sin", "", 1},
                                            {"ng_cos", "", 1},
                                            {"ng_power", "", 2},
                                            {"ng_floordivide", "", 2},
                                            {"ng_mod", "", 2},
                                            {"ng_random_uniform", "", 3},
                                            {"ng_random_normal", "", 3},
                                            {"ng_floor", "", 1},
                                            {"ng_ceil", "", 1},
                                            {"ng_rint", "", 1},
                                            {"ng_erf", "", 1},
                                            {"ng_and", "", 2},
                                            {"ng_or", "", 2},
                                            {"ng_xor", "", 2},
                                            {"ng_shift_left", "", 2},
                                            {"ng_shift_right", "", 2}}};

constexpr double whole_limit = 0x1p53;  // doubles represent all integers up to it

// Sums, products and choices of integers beyond what a double represents.
bool is_exact_in_integers(Fn fn) {
  return takes_integers(fn) && fn != Fn::divide && fn != Fn::floordivide && fn != Fn::mod &&
         fn != Fn::power;
}

// The value of a function of constants; none if an argument is not one.
Expr folded(Fn fn, std::span<const Expr> args) {
  bool whole = is_exact_in_integers(fn), large = false;
  double x[3] = {};
  Integer n[3] = {};
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (args[i]->kind != ExprNode::Kind::constant) return nullptr;
    x[i] = args[i]->constant;
    n[i] = args[i]->integer;
    whole &= args[i]->whole;
    large |= std::fabs(x[i]) > whole_limit;
  }
  const double value = evaluate(fn, x[0], x[1], x[2]);
  large |= std::fabs(value) > whole_limit;
  return whole && large ? integer_constant(evaluate_integers(fn, n[0], n[1], n[2]))
                        : constant(value);
}

bool is_constant(const Expr& expr, double value) {
  return expr->kind == ExprNode::Kind::constant && expr->whole && expr->constant == value &&
         !(value == 0 && std::signbit(expr->constant));
}

// Rounds toward minus infinity; the matching remainder has the divisor's sign.
double floor_quotient(double x, double y) {
  if (y == 0) return x / y;
  const double rest = std::fmod(x, y);
  double quotient = (x - rest) / y;
  if (rest != 0 && (y < 0) != (rest < 0)) quotient -= 1;
  return quotient == 0 ? std::copysign(0.0, x / y) : std::round(quotient);
}

double floor_rest(double x, double y) {
  const double rest = std::fmod(x, y);
  if (rest == 0) return std::copysign(0.0, y);
  return (y < 0) != (rest < 0) ? rest + y : rest;
}

// x - 0 keeps every x, but x + 0 turns -0 into 0; only the former is simplified.
Expr simplified(Fn fn, std::span<const Expr> args) {
  if (args.size() == 1) {
    const Expr& x = args[0];
    if (fn == Fn::negative && x->kind == ExprNode::Kind::apply && x->fn == Fn::negative) {
      return x->args[0];
    }
    return nullptr;
  }
  const Expr& x = args[0];
  const Expr& y = args[1];
  if (fn == Fn::select && x->kind == ExprNode::Kind::constant) {
    return x->constant != 0 ? y : args[2];
  }
  if (fn == Fn::multiply && is_constant(x, 1)) return y;
  if ((fn == Fn::multiply || fn == Fn::divide) && is_constant(y, 1)) return x;
  if (fn == Fn::subtract && is_constant(y, 0)) return x;
  if (fn == Fn::power && is_constant(y, 1)) return x;
  if (fn == Fn::power && is_constant(y, 2)) return apply(Fn::multiply, x, x);
  return nullptr;
}

}  // namespace

const FnRow& row(Fn fn) {
  return fn_rows[static_cast<std::size_t>(fn)];
}

bool takes_whole_numbers(Fn fn) {
  return fn == Fn::random_uniform || fn == Fn::random_normal;
}

double identity(Combine combine) {
  switch (combine) {
    case Combine::add: return 0;
    case Combine::multiply: return 1;
    case Combine::maximum: return -std::numeric_limits<double>::infinity();
    case Combine::minimum: return std::numeric_limits<double>::infinity();
  }
  return 0;
}

Fn function_of(Combine combine) {
  switch (combine) {
    case Combine::add: return Fn::add;
    case Combine::multiply: return Fn::multiply;
    case Combine::maximum: return Fn::maximum;
    case Combine::minimum: return Fn::minimum;
  }
  return Fn::add;
}

std::int64_t Index::stride(int loop) const {
  for (const auto& [l, s] : terms) {
    if (l == loop) return s;
  }
  return 0;
}

Expr constant(double value) {
  auto node = std::make_shared<ExprNode>();
  node->kind = ExprNode::Kind::constant;
  node->constant = value;
  node->whole = std::fabs(value) <= whole_limit && value == std::trunc(value);
  if (node->whole) node->integer = static_cast<Integer>(value);
  return node;
}

Expr integer_constant(Integer value) {
  auto node = std::make_shared<ExprNode>();
  node->kind = ExprNode::Kind::constant;
  node->constant = static_cast<double>(value);
  node->integer = value;
  node->whole = true;
  return node;
}

Expr real_constant(double value) {
  auto node = std::make_shared<ExprNode>();
  node->kind = ExprNode::Kind::constant;
  node->constant = value;
  return node;
}

Expr load(int buffer, Index index, std::vector<Guard> guards) {
  auto node = std::make_shared<ExprNode>();
  node->kind = ExprNode::Kind::load;
  node->buffer = buffer;
  node->index = std::move(index);
  node->guards = std::move(guards);
  return node;
}

Expr position(Index index) {
  if (index.terms.empty()) return constant(static_cast<double>(index.offset));
  auto node = std::make_shared<ExprNode>();
  node->kind = ExprNode::Kind::position;
  node->index = std::move(index);
  return node;
}

Expr within(Index index, std::int64_t low, std::int64_t high) {
  if (index.terms.empty()) return constant(index.offset >= low && index.offset < high);
  auto node = std::make_shared<ExprNode>();
  node->kind = ExprNode::Kind::within;
  node->guards = {{std::move(index), low, high}};
  return node;
}

Expr local(int id) {
  auto node = std::make_shared<ExprNode>();
  node->kind = ExprNode::Kind::local;
  node->local = id;
  return node;
}

Expr apply(Fn fn, std::span<const Expr> args) {
  if (Expr number = folded(fn, args)) return number;
  if (Expr shorter = simplified(fn, args)) return shorter;
  auto node = std::make_shared<ExprNode>();
  node->kind = ExprNode::Kind::apply;
  node->fn = fn;
  node->args.assign(args.begin(), args.end());
  return node;
}

Expr apply(Fn fn, Expr x) {
  const std::array<Expr, 1> args = {std::move(x)};
  return apply(fn, std::span<const Expr>(args));
}

Expr apply(Fn fn, Expr x, Expr y) {
  const std::array<Expr, 2> args = {std::move(x), std::move(y)};
  return apply(fn, std::span<const Expr>(args));
}

Expr apply(Fn fn, Expr x, Expr y, Expr z) {
  const std::array<Expr, 3> args = {std::move(x), std::move(y), std::move(z)};
  return apply(fn, std::span<const Expr>(args));
}

double evaluate(Fn fn, double x, double y, double z) {
  switch (fn) {
    case Fn::select: return x != 0 ? y : z;
    case Fn::negative: return -x;
    case Fn::absolute: return std::fabs(x);
    case Fn::exp: return std::exp(x);
    case Fn::log: return std::log(x);
    case Fn::tanh: return std::tanh(x);
    case Fn::sigmoid: return 1 / (1 + std::exp(-x));
    case Fn::sqrt: return std::sqrt(x);
    case Fn::reciprocal: return 1 / x;
    case Fn::add: return x + y;
    case Fn::subtract: return x - y;
    case Fn::multiply: return x * y;
    case Fn::divide: return x / y;
    case Fn::maximum: return std::isnan(x) || x > y ? x : y;
    case Fn::minimum: return std::isnan(x) || x < y ? x : y;
    case Fn::equal: return x == y;
    case Fn::not_equal: return x != y;
    case Fn::less: return x < y;
    case Fn::less_equal: return x <= y;
    case Fn::greater: return x > y;
    case Fn::greater_equal: return x >= y;
    case Fn::sign: return x > 0 ? 1 : x < 0 ? -1 : x - x;
    case Fn::sin: return std::sin(x);
    case Fn::cos: return std::cos(x);
    case Fn::power: return std::pow(x, y);
    case Fn::floordivide: return floor_quotient(x, y);
    case Fn::mod: return floor_rest(x, y);
    case Fn::random_uniform: return random_uniform(x, y, z);
    case Fn::random_normal: return random_normal(x, y, z);
    case Fn::floor: return std::floor(x);
    case Fn::ceil: return std::ceil(x);
    case Fn::round: return std::nearbyint(x);
    case Fn::erf: return std::erf(x);
    case Fn::bit_and:
    case Fn::bit_or:
    case Fn::bit_xor:
    case Fn::shift_left:
    case Fn::shift_right:
      return static_cast<double>(evaluate_integers(fn, truncated(x), truncated(y)));
  }
  return 0;
}

}  // namespace ng::kernel
