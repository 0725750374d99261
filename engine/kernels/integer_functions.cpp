// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/integer_functions.h"

#include "engine/base/error.h"

namespace ng::kernel {
namespace {

__extension__ using Unsigned = unsigned __int128;

Integer plus(Integer x, Integer y) {
  return static_cast<Integer>(static_cast<Unsigned>(x) + static_cast<Unsigned>(y));
}

Integer minus(Integer x, Integer y) {
  return static_cast<Integer>(static_cast<Unsigned>(x) - static_cast<Unsigned>(y));
}

Integer times(Integer x, Integer y) {
  return static_cast<Integer>(static_cast<Unsigned>(x) * static_cast<Unsigned>(y));
}

Integer quotient(Integer x, Integer y) {
  if (y == 0) return 0;
  return y == -1 ? minus(0, x) : x / y;
}

Integer floor_remainder(Integer x, Integer y) {
  if (y == 0 || y == -1) return 0;
  const Integer rest = x % y;
  return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

Integer floor_quotient(Integer x, Integer y) {
  const Integer near = quotient(x, y);
  return floor_remainder(x, y) != 0 && (x < 0) != (y < 0) ? near - 1 : near;
}

Integer integer_power(Integer x, Integer y) {
  if (y < 0) return x == 1 ? 1 : x == -1 ? (y % 2 == 0 ? 1 : -1) : 0;
  Integer result = 1;
  for (; y > 0; y /= 2) {
    if (y % 2 == 1) result = times(result, x);
    x = times(x, x);
  }
  return result;
}

constexpr Integer bits = 8 * sizeof(Integer);

bool is_place(Integer by) {
  return by >= 0 && by < bits;
}

Integer shifted_left(Integer x, Integer by) {
  return is_place(by) ? static_cast<Integer>(static_cast<Unsigned>(x) << by) : 0;
}

}  // namespace

bool is_comparison(Fn fn) {
  return fn >= Fn::equal && fn <= Fn::greater_equal;
}

bool takes_integers(Fn fn) {
  switch (fn) {
    case Fn::negative:
    case Fn::absolute:
    case Fn::add:
    case Fn::subtract:
    case Fn::multiply:
    case Fn::divide:
    case Fn::maximum:
    case Fn::minimum:
    case Fn::select:
    case Fn::sign:
    case Fn::power:
    case Fn::floordivide:
    case Fn::mod:
    case Fn::floor:
    case Fn::ceil:
    case Fn::round:
    case Fn::bit_and:
    case Fn::bit_or:
    case Fn::bit_xor:
    case Fn::shift_left:
    case Fn::shift_right: return true;
    default: return is_comparison(fn);
  }
}

Integer evaluate_integers(Fn fn, Integer x, Integer y, Integer z) {
  switch (fn) {
    case Fn::negative: return minus(0, x);
    case Fn::absolute: return x < 0 ? minus(0, x) : x;
    case Fn::add: return plus(x, y);
    case Fn::subtract: return minus(x, y);
    case Fn::multiply: return times(x, y);
    case Fn::divide: return quotient(x, y);
    case Fn::maximum: return x > y ? x : y;
    case Fn::minimum: return x < y ? x : y;
    case Fn::equal: return x == y;
    case Fn::not_equal: return x != y;
    case Fn::less: return x < y;
    case Fn::less_equal: return x <= y;
    case Fn::greater: return x > y;
    case Fn::greater_equal: return x >= y;
    case Fn::select: return x != 0 ? y : z;
    case Fn::sign: return (x > 0) - (x < 0);
    case Fn::power: return integer_power(x, y);
    case Fn::floordivide: return floor_quotient(x, y);
    case Fn::mod: return floor_remainder(x, y);
    case Fn::floor:
    case Fn::ceil:
    case Fn::round: return x;
    case Fn::bit_and: return x & y;
    case Fn::bit_or: return x | y;
    case Fn::bit_xor: return x ^ y;
    case Fn::shift_left: return shifted_left(x, y);
    case Fn::shift_right: return x >> (is_place(y) ? y : bits - 1);
    default: break;
  }
  refuse(ErrorKind::internal, "a function of real numbers is computed in integers");
}

}  // namespace ng::kernel
