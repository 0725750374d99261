// SPDX-License-Identifier: Apache-2.0
// Bitwise ops of integers of up to 32 bits, bit by bit.
#include <cmath>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

using Combine = Op (*)(const Op& x, const Op& y);

bool is_signed(DType type) {
  return type == DType::i8 || type == DType::i16 || type == DType::i32 || type == DType::i64;
}

int bits_of(const NodeContext& n) {
  const DType type = n.dtype();
  if (is_float(type) || size_of(type) > 4) NodeContext::refuse("its integers have 64 bits");
  return static_cast<int>(8 * size_of(type));
}

// In two's complement: floor(x / 2^k) modulo 2 is bit k, also of negative numbers.
template <Combine combine>
void bitwise(NodeContext& n) {
  const int bits = bits_of(n);
  const ScopedResultType type(DType::f64);
  const Aligned all = align(n, {n.op(0), n.op(1)});
  Op total;
  for (int k = 0; k < bits; ++k) {
    const double weight = std::ldexp(1.0, k);
    const Op x = mod(floor(all.ops[0] / weight), 2), y = mod(floor(all.ops[1] / weight), 2);
    const bool negative = is_signed(n.dtype()) && k == bits - 1;
    const Op part = combine(x, y) * (negative ? -weight : weight);
    total = total ? total + part : part;
  }
  n.result(value_of(over(total, all.axes), n.dtype()));
}

void complement(NodeContext& n) {
  const int bits = bits_of(n);
  const ScopedResultType type(DType::f64);
  const double top = is_signed(n.dtype()) ? -1 : std::ldexp(1.0, bits) - 1;
  n.result(value_of(Op(-n.op(0)) + top, n.dtype()));
}

Op both(const Op& x, const Op& y) {
  return x * y;
}
Op either(const Op& x, const Op& y) {
  return maximum(x, y);
}
Op one_of(const Op& x, const Op& y) {
  return not_equal(x, y);
}

constexpr OpRow rows[] = {
    {"BitwiseAnd", 18, 0, bitwise<both>},
    {"BitwiseNot", 18, 0, complement},
    {"BitwiseOr", 18, 0, bitwise<either>},
    {"BitwiseXor", 18, 0, bitwise<one_of>},
};

}  // namespace

std::span<const OpRow> bit_rows() {
  return rows;
}

}  // namespace ng::onnx
