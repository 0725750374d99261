// SPDX-License-Identifier: Apache-2.0
// Scalar expressions of kernels. Immutable and shared.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/integer.h"
#include "engine/kernels/combine.h"

namespace ng::kernel {

enum class Fn {
  negative,
  absolute,
  exp,
  log,
  tanh,
  sigmoid,
  sqrt,
  reciprocal,  // one argument
  add,
  subtract,
  multiply,
  divide,
  maximum,
  minimum,  // two
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,  // two; 1 or 0
  select,         // x != 0 ? y : z
  sign,
  sin,
  cos,  // one
  power,
  floordivide,
  mod,  // two; NumPy's edge cases
  random_uniform,
  random_normal,  // seed, count, position: integers (philox.h)
  floor,
  ceil,
  round,
  erf,  // one; round: half to even
  bit_and,
  bit_or,
  bit_xor,
  shift_left,
  shift_right,  // two, of integers only
};

Fn function_of(Combine combine);

struct FnRow {
  std::string_view name;   // function in kernel text: "ng_exp"; empty: an operator
  std::string_view infix;  // operator: "+"
  int arity;
  std::string_view of_integers = {};  // function of integers in kernel text, if not `name`
};
const FnRow& row(Fn fn);

// Position of an element in a buffer: offset + sum of stride * loop counter, in elements.
struct Index {
  std::int64_t offset = 0;
  std::vector<std::pair<int, std::int64_t>> terms;  // (loop, stride), stride != 0, sorted by loop
  std::int64_t stride(int loop) const;
  auto operator<=>(const Index&) const = default;
};

// Bounds check: true if low <= index < high.
struct Guard {
  Index index;
  std::int64_t low = 0, high = 0;
  bool operator==(const Guard&) const = default;
};

struct ExprNode;
using Expr = std::shared_ptr<const ExprNode>;

struct ExprNode {
  enum class Kind {
    constant,
    load,  // an element of a buffer; 0 if a guard is false
    local,
    apply,
    position,  // the index itself, as a number
    within     // 1 if all guards hold, else 0
  };
  Kind kind = Kind::constant;
  double constant = 0;
  Integer integer = 0;        // constant: its exact value, if it is an integer
  bool whole = false;         // constant: is it an integer?
  int buffer = 0;             // load: index of the kernel's parameter
  Index index;                // load, position
  std::vector<Guard> guards;  // load, within
  int local = 0;              // local: number of a local defined before
  Fn fn = Fn::add;            // apply
  std::vector<Expr> args;
};

// The constructors simplify: they fold constants, x-0, x*1 and --x, but nothing that would change
// the handling of NaN or infinity.
// A number of the op itself: an integer in arithmetic with integers if it has no fraction.
Expr constant(double value);
Expr integer_constant(Integer value);
// A number of a float type: arithmetic with it is in float or double.
Expr real_constant(double value);
Expr load(int buffer, Index index, std::vector<Guard> guards = {});
Expr position(Index index);
Expr within(Index index, std::int64_t low, std::int64_t high);
Expr local(int id);
Expr apply(Fn fn, std::span<const Expr> args);
Expr apply(Fn fn, Expr x);
Expr apply(Fn fn, Expr x, Expr y);
Expr apply(Fn fn, Expr x, Expr y, Expr z);

// Are the function's arguments integers, written without a cast?
bool takes_whole_numbers(Fn fn);

// The function's value in double, for constant folding, the interpreter and tests.
double evaluate(Fn fn, double x, double y = 0, double z = 0);

}  // namespace ng::kernel
