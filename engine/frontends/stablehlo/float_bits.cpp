// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/stablehlo/float_bits.h"

#include <cmath>
#include <string>

namespace ng::stablehlo {
namespace {

// A sign, an exponent of `exponent` bits and a fraction of `fraction` bits.
struct Format {
  double exponent, fraction;

  double largest() const { return std::exp2(exponent) - 1; }    // exponent of infinity and NaN
  double least() const { return 2 - std::exp2(exponent - 1); }  // power of the smallest numbers
};

Format format_of(DType type) {
  if (type == DType::f16) return {5, 10};
  return type == DType::f64 ? Format{11, 52} : Format{8, 23};
}

ItemPtr moved(NodeContext& n, const ItemPtr& x, double by, const char* direction) {
  return step(n, "BitShift", {x, like(x, by)}, {attribute("direction", direction)});
}

// 2^x of integers, which is exact.
ItemPtr power_of_two(NodeContext& n, const ItemPtr& x) {
  return step(n, "Pow", {like(x, 2), x});
}

// The float whose bits are these: (1 + fraction) × 2^exponent, without rounding.
ItemPtr float_of_bits(NodeContext& n, const ItemPtr& bits, DType type) {
  const Format format = format_of(type);
  const auto part = [&](double first, double length) {
    const ItemPtr mask = like(bits, std::exp2(length) - 1);
    return cast(n, step(n, "BitwiseAnd", {moved(n, bits, first, "RIGHT"), mask}), DType::f64);
  };
  const ItemPtr fraction = part(0, format.fraction),
                exponent = part(format.fraction, format.exponent);
  const ItemPtr zero = like(fraction, 0), one = like(fraction, 1);
  const ItemPtr lead = step(n, "Where", {step(n, "Equal", {exponent, zero}), zero, one});
  const ItemPtr mantissa =
      step(n, "Add", {lead, step(n, "Mul", {fraction, like(one, std::exp2(-format.fraction))})});
  const ItemPtr power =
      step(n, "Add", {step(n, "Max", {exponent, one}), like(one, format.least() - 1)});
  const ItemPtr size = step(n, "Mul", {mantissa, power_of_two(n, power)});
  const ItemPtr negative = part(format.fraction + format.exponent, 1);
  const ItemPtr sign = step(n, "Sub", {one, step(n, "Mul", {negative, like(one, 2)})});
  const ItemPtr finite = cast(n, step(n, "Mul", {sign, size}), type);
  const ItemPtr infinite = step(n, "Div", {cast(n, sign, type), number(0, type)});
  const ItemPtr nan = step(n, "Sub", {infinite, infinite});
  const ItemPtr special = step(n, "Where", {step(n, "Equal", {fraction, zero}), infinite, nan});
  const ItemPtr last = step(n, "Equal", {exponent, like(one, format.largest())});
  return step(n, "Where", {last, special, finite});
}

// The upper half of a float32 is a bfloat16.
ItemPtr as_float(NodeContext& n, const ItemPtr& bits, DType type) {
  if (type != DType::bf16) return float_of_bits(n, bits, type);
  const ItemPtr wide = cast(n, bits, DType::u32);
  return cast(n, float_of_bits(n, moved(n, wide, 16, "LEFT"), DType::f32), type);
}

// A positive finite float64 as significand × 2^power: significands in 1..2, or below 1 of the
// least power.
struct Scaled {
  ItemPtr significand, power;
};

Scaled scaled(NodeContext& n, const ItemPtr& x, double least) {
  // The logarithm of a number next to a power of 2 can be rounded to that of its neighbour.
  const ItemPtr logarithm = step(n, "Mul", {step(n, "Log", {x}), like(x, 1 / std::log(2.0))});
  const ItemPtr power = step(n, "Max", {step(n, "Floor", {logarithm}), like(x, least)});
  const ItemPtr near = step(n, "Mul", {x, power_of_two(n, step(n, "Neg", {power}))});
  const ItemPtr above = step(n, "GreaterOrEqual", {near, like(x, 2)});
  const ItemPtr below = step(
      n, "And", {step(n, "Less", {near, like(x, 1)}), step(n, "Greater", {power, like(x, least)})});
  const auto chosen = [&](double more, double less, double same) {
    const ItemPtr other = step(n, "Where", {below, like(x, less), like(x, same)});
    return step(n, "Where", {above, like(x, more), other});
  };
  return {step(n, "Mul", {near, chosen(0.5, 2, 1)}), step(n, "Add", {power, chosen(1, -1, 0)})};
}

ItemPtr bits_of_float(NodeContext& n, const ItemPtr& x) {
  const Format format = format_of(x->dtype());
  const DType type = unsigned_type(x->dtype());
  const ItemPtr infinite = step(n, "IsInf", {x}), nan = step(n, "IsNaN", {x});
  const ItemPtr size = cast(n, step(n, "Abs", {x}), DType::f64);
  const ItemPtr special = step(n, "Or", {infinite, nan});
  const Scaled apart = scaled(n, step(n, "Where", {special, like(size, 1), size}), format.least());
  // The lead of a significand, which is no bit of the fraction, adds 1 to the exponent.
  const ItemPtr exponent =
      cast(n, step(n, "Add", {apart.power, like(size, -format.least())}), type);
  const ItemPtr fraction =
      cast(n, step(n, "Mul", {apart.significand, like(size, std::exp2(format.fraction))}), type);
  const ItemPtr finite = step(n, "Add", {moved(n, exponent, format.fraction, "LEFT"), fraction});
  const double largest = format.largest() * std::exp2(format.fraction);
  const ItemPtr quiet = like(finite, largest + std::exp2(format.fraction - 1));
  const ItemPtr number =
      step(n, "Where", {nan, quiet, step(n, "Where", {infinite, like(finite, largest), finite})});
  const ItemPtr sign = like(finite, std::exp2(format.exponent + format.fraction));
  const ItemPtr negative = tensorflow::is_negative(n, x);
  return step(n, "Add", {number, step(n, "Where", {negative, sign, like(finite, 0)})});
}

ItemPtr as_bits(NodeContext& n, const ItemPtr& x) {
  if (x->dtype() != DType::bf16) return bits_of_float(n, x);
  return cast(n, moved(n, bits_of_float(n, cast(n, x, DType::f32)), 16, "RIGHT"), DType::u16);
}

}  // namespace

DType unsigned_type(DType type) {
  switch (size_of(type)) {
    case 1: return type == DType::bool_ ? type : DType::u8;
    case 2: return DType::u16;
    case 4: return DType::u32;
    default: return DType::u64;
  }
}

double bits_of(const ItemPtr& x) {
  return 8.0 * static_cast<double>(size_of(x->dtype()));
}

ItemPtr bits_as(NodeContext& n, const ItemPtr& x, DType type) {
  if (x->dtype() == type) return x;
  const bool from_float = is_float(x->dtype()), to_float = is_float(type);
  if (from_float && !to_float && !x->known) return bits_as(n, as_bits(n, x), type);
  if (to_float && !from_float && !x->known)
    return as_float(n, bits_as(n, x, unsigned_type(type)), type);
  return step(n, "BitCast", {x},
              {attribute("to", static_cast<std::int64_t>(onnx::element_type(type)))});
}

}  // namespace ng::stablehlo
