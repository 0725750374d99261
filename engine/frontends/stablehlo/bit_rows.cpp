// SPDX-License-Identifier: Apache-2.0
// Logic and bits of integers.
#include <cmath>

#include "engine/frontends/stablehlo/float_bits.h"

namespace ng::stablehlo {
namespace {

void combine(NodeContext& n, const char* truth, const char* bits) {
  const ItemPtr a = operand(n, 0), b = operand(n, 1);
  give(n, step(n, is_truth(a) ? truth : bits, {a, b}));
}
void conjunction(NodeContext& n) {
  combine(n, "And", "BitwiseAnd");
}
void disjunction(NodeContext& n) {
  combine(n, "Or", "BitwiseOr");
}

void complement(NodeContext& n) {
  const ItemPtr x = operand(n, 0);
  give(n, step(n, is_truth(x) ? "Not" : "BitwiseNot", {x}));
}

// Bits move out of the value; `fill` is what is left if all do.
ItemPtr shifted(NodeContext& n, const ItemPtr& x, const ItemPtr& by, const char* direction,
                const ItemPtr& fill) {
  const ItemPtr made = step(n, "BitShift", {x, by}, {attribute("direction", direction)});
  const ItemPtr inside = step(n, "Less", {by, like(by, bits_of(x))});
  return step(n, "Where", {inside, made, fill});
}

void shift_logical(NodeContext& n, const char* direction) {
  const ItemPtr given = operand(n, 0);
  const DType type = unsigned_type(given->dtype());
  const ItemPtr x = bits_as(n, given, type), by = bits_as(n, operand(n, 1), type);
  give(n, bits_as(n, shifted(n, x, by, direction, like(x, 0)), given->dtype()));
}

// The sign of a negative value moves in: ~(~x >> by).
void shift_arithmetic(NodeContext& n) {
  const ItemPtr given = operand(n, 0);
  const DType type = unsigned_type(given->dtype());
  const ItemPtr x = bits_as(n, given, type), by = bits_as(n, operand(n, 1), type);
  const ItemPtr negative = step(n, "GreaterOrEqual", {x, like(x, std::exp2(bits_of(x) - 1))});
  const ItemPtr magnitude = step(n, "Where", {negative, step(n, "BitwiseNot", {x}), x});
  const ItemPtr made = shifted(n, magnitude, by, "RIGHT", like(x, 0));
  const ItemPtr signed_again = step(n, "Where", {negative, step(n, "BitwiseNot", {made}), made});
  give(n, bits_as(n, signed_again, given->dtype()));
}

void bit_cast(NodeContext& n) {
  const ItemPtr x = operand(n, 0);
  const DType type = result_type(n);
  if (size_of(type) != size_of(x->dtype()))
    NodeContext::refuse("it changes the number of bits of an element");
  give(n, bits_as(n, x, type));
}

// The next number from x toward y: its bits as an integer plus or minus 1.
void next_after(NodeContext& n) {
  const ItemPtr x = operand(n, 0), y = operand(n, 1), zero = like(x, 0);
  const ItemPtr bits = bits_as(n, x, unsigned_type(x->dtype())), one = like(bits, 1);
  const ItemPtr positive = step(n, "Greater", {x, zero}), up = step(n, "Greater", {y, x});
  const ItemPtr grows = step(n, "Equal", {positive, up});
  const ItemPtr moved =
      step(n, "Where", {grows, step(n, "Add", {bits, one}), step(n, "Sub", {bits, one})});
  const ItemPtr below = like(bits, std::exp2(bits_of(bits) - 1) + 1);
  const ItemPtr least = step(n, "Where", {step(n, "Less", {y, zero}), below, one});
  const ItemPtr next = step(n, "Where", {step(n, "Equal", {x, zero}), least, moved});
  const ItemPtr ends = step(n, "Or", {step(n, "Equal", {x, y}), step(n, "IsNaN", {y})});
  give(n, step(n, "Where", {ends, y, bits_as(n, next, x->dtype())}));
}

ItemPtr right(NodeContext& n, const ItemPtr& x, double by) {
  return step(n, "BitShift", {x, like(x, by)}, {attribute("direction", "RIGHT")});
}

// The number of set bits of an unsigned integer: sums of neighbours, of pairs, of bytes.
ItemPtr set_bits(NodeContext& n, ItemPtr x) {
  // Every second bit, two of four bits, four of eight, the lowest of each byte.
  const ItemPtr all = step(n, "BitwiseNot", {like(x, 0)});
  const auto mask = [&](double divisor) { return step(n, "Div", {all, like(x, divisor)}); };
  const auto masked = [&](const ItemPtr& value, double divisor) {
    return step(n, "BitwiseAnd", {value, mask(divisor)});
  };
  x = step(n, "Sub", {x, masked(right(n, x, 1), 3)});
  x = step(n, "Add", {masked(x, 5), masked(right(n, x, 2), 5)});
  x = masked(step(n, "Add", {x, right(n, x, 4)}), 17);
  return right(n, step(n, "Mul", {x, mask(255)}), bits_of(x) - 8);
}

void count_set(NodeContext& n) {
  const ItemPtr given = operand(n, 0);
  const DType type = given->dtype();
  give(n, bits_as(n, set_bits(n, bits_as(n, given, unsigned_type(type))), type));
}

// All bits below the highest one are set.
void count_leading_zeros(NodeContext& n) {
  const ItemPtr given = operand(n, 0);
  ItemPtr x = bits_as(n, given, unsigned_type(given->dtype()));
  const double all = bits_of(x);
  for (double by = 1; by < all; by *= 2) x = step(n, "BitwiseOr", {x, right(n, x, by)});
  give(n, bits_as(n, step(n, "Sub", {like(x, all), set_bits(n, x)}), given->dtype()));
}

constexpr OpRow rows[] = {
    {"and", 1, 0, conjunction},
    {"bitcast_convert", 1, 0, bit_cast},
    {"chlo.broadcast_and", 1, 0, broadcast<conjunction>},
    {"chlo.broadcast_next_after", 1, 0, broadcast<next_after>},
    {"chlo.broadcast_or", 1, 0, broadcast<disjunction>},
    {"chlo.next_after", 1, 0, next_after},
    {"count_leading_zeros", 1, 0, count_leading_zeros},
    {"not", 1, 0, complement},
    {"or", 1, 0, disjunction},
    {"popcnt", 1, 0, count_set},
    {"shift_left", 1, 0, [](NodeContext& n) { shift_logical(n, "LEFT"); }},
    {"shift_right_arithmetic", 1, 0, shift_arithmetic},
    {"shift_right_logical", 1, 0, [](NodeContext& n) { shift_logical(n, "RIGHT"); }},
    {"xor", 1, 0, [](NodeContext& n) { combine(n, "Xor", "BitwiseXor"); }},
};

}  // namespace

std::span<const OpRow> bit_rows() {
  return rows;
}

}  // namespace ng::stablehlo
