// SPDX-License-Identifier: Apache-2.0
// Logic and bits of integers.
#include <cmath>

#include "engine/frontends/stablehlo/op_context.h"

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

// Of the same size.
DType unsigned_type(DType type) {
  switch (type) {
    case DType::i8: return DType::u8;
    case DType::i16: return DType::u16;
    case DType::i32: return DType::u32;
    case DType::i64: return DType::u64;
    default: return type;
  }
}

ItemPtr bits_as(NodeContext& n, const ItemPtr& x, DType type) {
  if (x->dtype() == type) return x;
  return step(n, "BitCast", {x},
              {attribute("to", static_cast<std::int64_t>(onnx::element_type(type)))});
}

double bits_of(const ItemPtr& x) {
  return 8.0 * static_cast<double>(size_of(x->dtype()));
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

// The float32 whose bits are these: (1 + fraction) × 2^exponent, without rounding.
ItemPtr float_of_bits(NodeContext& n, const ItemPtr& bits) {
  const auto part = [&](double first, double mask) {
    const ItemPtr moved =
        step(n, "BitShift", {bits, like(bits, first)}, {attribute("direction", "RIGHT")});
    return cast(n, step(n, "BitwiseAnd", {moved, like(bits, mask)}), DType::f64);
  };
  const ItemPtr fraction = part(0, 0x7fffff), exponent = part(23, 0xff);
  const ItemPtr zero = like(fraction, 0), one = like(fraction, 1);
  const ItemPtr tiny = step(n, "Equal", {exponent, zero});
  const ItemPtr lead = step(n, "Where", {tiny, zero, one});
  const ItemPtr mantissa = step(n, "Add", {lead, step(n, "Mul", {fraction, like(one, 0x1p-23)})});
  const ItemPtr power = step(n, "Sub", {step(n, "Max", {exponent, one}), like(one, 127)});
  const ItemPtr size =
      step(n, "Mul", {mantissa, step(n, "Pow", {step(n, "Add", {one, one}), power})});
  const ItemPtr sign = step(n, "Sub", {one, step(n, "Mul", {part(31, 1), like(one, 2)})});
  const ItemPtr finite = cast(n, step(n, "Mul", {sign, size}), DType::f32);
  const ItemPtr infinite = step(n, "Div", {cast(n, sign, DType::f32), number(0, DType::f32)});
  const ItemPtr nan = step(n, "Sub", {infinite, infinite});
  const ItemPtr special = step(n, "Where", {step(n, "Equal", {fraction, zero}), infinite, nan});
  return step(n, "Where", {step(n, "Equal", {exponent, like(one, 255)}), special, finite});
}

void bit_cast(NodeContext& n) {
  const ItemPtr x = operand(n, 0);
  const DType type = result_type(n);
  if (size_of(type) != size_of(x->dtype()))
    NodeContext::refuse("it changes the number of bits of an element");
  const bool computed = !x->known && !is_float(x->dtype());
  if (computed && type == DType::f32) return give(n, float_of_bits(n, bits_as(n, x, DType::u32)));
  if (computed && type == DType::bf16) {  // the upper half of a float32
    const ItemPtr wide = cast(n, bits_as(n, x, DType::u16), DType::u32);
    const ItemPtr bits =
        step(n, "BitShift", {wide, like(wide, 16)}, {attribute("direction", "LEFT")});
    return give(n, cast(n, float_of_bits(n, bits), type));
  }
  give(n, bits_as(n, x, type));
}

constexpr OpRow rows[] = {
    {"and", 1, 0, conjunction},
    {"bitcast_convert", 1, 0, bit_cast},
    {"chlo.broadcast_and", 1, 0, broadcast<conjunction>},
    {"chlo.broadcast_or", 1, 0, broadcast<disjunction>},
    {"not", 1, 0, complement},
    {"or", 1, 0, disjunction},
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
