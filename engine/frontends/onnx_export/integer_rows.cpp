// SPDX-License-Identifier: Apache-2.0
// Quotients, remainders and powers, in integers and floats, and the bits of integers. Divisors of 0
// and -1 are replaced, because runtimes leave them to the processor, which stops the program.
#include "engine/base/integer.h"
#include "engine/frontends/onnx_export/arithmetic.h"
#include "engine/frontends/onnx_export/export_rows.h"
#include "engine/graph/evaluate.h"
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

Written equal_to(ExportContext& c, const Written& x, double value, const std::string& part) {
  return c.graph.add("Equal", {x, number_like(c.graph, x, value)}, x.axes, DType::bool_,
                     c.name + part);
}

// 1 where x and y have different signs and neither is 0, as `type`.
Written of_other_sign(ExportContext& c, const Written& x, const Written& y, DType type) {
  const Written product =
      c.add("Mul", {c.add("Sign", {x}, x.dtype, ".sign"), c.add("Sign", {y}, y.dtype, ".sign")},
            x.dtype, ".signs");
  const Written negative =
      c.add("Less", {product, number_like(c.graph, product, 0)}, DType::bool_, ".negative");
  return c.graph.cast(negative, type);
}

// May the elements of an operand be this value?
bool may_be(const Value& operand, double value) {
  const TensorPtr known = constant_value(operand);
  if (!known) return true;
  for (std::int64_t i = 0; i < known->size(); ++i) {
    if (known->at(i) == value) return true;
  }
  return false;
}

// Integers x / y for any y: `divided` by a y that is neither 0 nor -1, -x or 0 by -1, and 0 by 0.
struct IntegerDivision {
  ExportContext& c;
  DType type;  // int64, or uint64
  Written x, y, safe;

  explicit IntegerDivision(ExportContext& context)
      : c(context), type(computed_in(c.node) == DType::u64 ? DType::u64 : DType::i64) {
    x = c.alike(0, type);
    y = safe = c.alike(1, type);
    const Written one = number_like(c.graph, y, 1);
    if (type == DType::u64) {
      if (may_be(c.node.operands[1], 0))
        safe = c.graph.add("Max", {y, one}, y.axes, type, c.name + ".divisor");
      return;
    }
    for (const double value : {0.0, -1.0}) {
      if (may_be(c.node.operands[1], value))
        safe = chosen(c.graph, equal_to(c, y, value, ".unsafe"), one, safe);
    }
  }

  Written quotient() const { return c.add("Div", {x, safe}, type, ".quotient"); }
  // With the sign of y.
  Written rest() const { return c.add("Mod", {x, safe}, type, ".rest"); }

  Written result(Written made, const Written& by_minus_one) const {
    made = c.graph.cast(made, DType::i64);
    if (type == DType::i64 && may_be(c.node.operands[1], -1))
      made = chosen(c.graph, equal_to(c, y, -1, ".by_minus_one"), by_minus_one, made);
    if (may_be(c.node.operands[1], 0)) {
      const Written zero = number_like(c.graph, made, 0);
      made = chosen(c.graph, equal_to(c, y, 0, ".by_zero"), zero, made);
    }
    return c.graph.cast(made, c.dtype());
  }
  Written negated() const { return type == DType::u64 ? x : c.add("Neg", {x}, type, ".negated"); }
};

Written integer_floor(const IntegerDivision& division) {
  ExportContext& c = division.c;
  const Written quotient = division.quotient();
  if (division.type == DType::u64) return quotient;
  const Written down = of_other_sign(c, division.x, division.rest(), division.type);
  return c.add("Sub", {quotient, down}, division.type, ".floor");
}

Written divide(ExportContext& c, std::string_view) {
  if (computes_integers(c.node)) {
    const IntegerDivision division(c);
    return division.result(division.quotient(), division.negated());
  }
  const DType type = computed_in(c.node);
  return c.result(c.add("Div", c.alike(type), type));
}

// With the sign of x.
Written float_rest(ExportContext& c, const std::vector<Written>& xy, DType type) {
  return c.add("Mod", xy, type, ".rest", {integer_attribute("fmod", 1)});
}

Written mod(ExportContext& c, std::string_view) {
  if (computes_integers(c.node)) {
    const IntegerDivision division(c);
    const Written rest = division.rest();
    return division.result(rest, number_like(c.graph, rest, 0));
  }
  const DType type = computed_in(c.node);
  const std::vector<Written> xy = c.alike(type);
  const Written rest = float_rest(c, xy, type);
  const Written other = of_other_sign(c, rest, xy[1], DType::bool_);
  const Written moved = c.add("Add", {rest, xy[1]}, type, ".moved");
  return c.result(c.add("Where", {other, moved, rest}, type));
}

// As in NumPy: exact also if x / y would round up to the next integer.
Written floor_division(ExportContext& c, std::string_view) {
  if (computes_integers(c.node)) {
    const IntegerDivision division(c);
    return division.result(integer_floor(division), division.negated());
  }
  const DType type = computed_in(c.node);
  const std::vector<Written> xy = c.alike(type);
  const Written rest = float_rest(c, xy, type);
  const Written even = c.add("Sub", {xy[0], rest}, type, ".even");
  const Written whole =
      c.add("Round", {c.add("Div", {even, xy[1]}, type, ".ratio")}, type, ".whole");
  const Written floor = c.add("Sub", {whole, of_other_sign(c, rest, xy[1], type)}, type, ".floor");
  if (!may_be(c.node.operands[1], 0)) return c.result(floor);
  const Written by_zero = c.add("Div", xy, type, ".by_zero");
  return c.result(c.add("Where", {equal_to(c, xy[1], 0, ".zero"), by_zero, floor}, type));
}

constexpr std::int64_t most_multiplied = 64;

// By multiplication, because runtimes compute powers of integers in double.
Written integer_power(ExportContext& c) {
  const TensorPtr exponent = constant_value(c.node.operands[1]);
  if (!exponent || exponent->size() != 1 || exponent->item() < 1 ||
      exponent->item() > most_multiplied)
    c.refuse("its exponent of integers is not one constant from 1 to 64");
  const DType type = modular_type(c.node);
  Written factor = c.alike(0, type);
  std::optional<Written> product;
  for (auto left = static_cast<std::int64_t>(exponent->item()); left > 0; left /= 2) {
    if (left % 2 == 1)
      product = product ? c.add("Mul", {*product, factor}, type, ".product") : factor;
    if (left > 1) factor = c.add("Mul", {factor, factor}, type, ".square");
  }
  return c.graph.expanded(c.graph.cast(*product, c.dtype()), c.axes());
}

Written power(ExportContext& c, std::string_view) {
  if (computes_integers(c.node)) return integer_power(c);
  const DType type = computed_in(c.node);
  return c.result(c.add("Pow", c.alike(type), type));
}

Written bits(ExportContext& c, std::string_view onnx) {
  // Of bools, logic.
  if (c.dtype() != DType::bool_) return c.add(std::string(onnx), c.alike(c.dtype()), c.dtype());
  static const std::pair<std::string_view, const char*> logic[] = {
      {"BitwiseAnd", "And"}, {"BitwiseOr", "Or"}, {"BitwiseXor", "Xor"}, {"BitwiseNot", "Not"}};
  for (const auto& [bitwise, logical] : logic) {
    if (bitwise == onnx) return c.add(logical, c.alike(DType::bool_), DType::bool_);
  }
  c.refuse("it shifts bools");
}

// ONNX shifts integers without sign, by less than their bits.
struct Shift {
  ExportContext& c;
  bool wide = size_of(c.dtype()) == 8;
  DType type = wide ? DType::u64 : DType::u32;
  DType held = wide ? DType::i64 : DType::i32;  // the same bits, which runtimes choose and compare
  Written by, valid;

  explicit Shift(ExportContext& context) : c(context) {
    const Written places = c.alike(1, held);
    const double bits = 8.0 * static_cast<double>(size_of(c.dtype()));
    const Written least = c.graph.add("GreaterOrEqual", {places, number_like(c.graph, places, 0)},
                                      places.axes, DType::bool_, c.name + ".least");
    const Written most = c.graph.add("Less", {places, number_like(c.graph, places, bits)},
                                     places.axes, DType::bool_, c.name + ".most");
    valid = c.graph.add("And", {least, most}, places.axes, DType::bool_, c.name + ".valid");
    by = c.graph.cast(chosen(c.graph, valid, places, number_like(c.graph, places, 0)), type);
  }

  // 0 where the number of places is not valid.
  Written shifted(const Written& x, const char* direction) const {
    const Written made = c.add("BitShift", {c.graph.cast(x, type), by}, type, ".shifted",
                               {text_attribute("direction", direction)});
    const Written whole = c.graph.cast(made, held);
    return c.add("Where", {valid, whole, number_like(c.graph, whole, 0)}, held, ".kept");
  }
};

Written left_shift(ExportContext& c, std::string_view) {
  const Shift shift(c);
  return c.graph.cast(shift.shifted(c.alike(0, c.dtype()), "LEFT"), c.dtype());
}

// Of a negative x the complement is shifted, so that ones move in.
Written right_shift(ExportContext& c, std::string_view) {
  const Shift shift(c);
  const Written x = c.alike(0, c.dtype());
  if (!has_sign(c.dtype())) return c.graph.cast(shift.shifted(x, "RIGHT"), c.dtype());
  const Written wide = c.graph.cast(x, shift.held);
  const Written negative =
      c.add("Less", {wide, number_like(c.graph, wide, 0)}, DType::bool_, ".negative");
  const auto complemented = [&](const Written& value) {
    const Written other = c.add("BitwiseNot", {value}, shift.held, ".complement");
    return c.add("Where", {negative, other, value}, shift.held, ".sided");
  };
  return c.graph.cast(complemented(shift.shifted(complemented(wide), "RIGHT")), c.dtype());
}

constexpr ExportRow rows[] = {
    {"bitwise_and", "BitwiseAnd", bits},
    {"bitwise_not", "BitwiseNot", bits},
    {"bitwise_or", "BitwiseOr", bits},
    {"bitwise_xor", "BitwiseXor", bits},
    {"divide", "", divide},
    {"floordivide", "", floor_division},
    {"left_shift", "", left_shift},
    {"mod", "", mod},
    {"remainder", "", mod},
    {"power", "", power},
    {"right_shift", "", right_shift},
};

}  // namespace

std::span<const ExportRow> integer_export_rows() {
  return rows;
}

}  // namespace ng::onnx
