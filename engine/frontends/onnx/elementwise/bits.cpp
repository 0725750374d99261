// SPDX-License-Identifier: Apache-2.0
// Bitwise ops of integers.
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

using Combine = Op (*)(const Operand& x, const Operand& y);

template <Combine combine>
void bitwise(NodeContext& n) {
  const Aligned all = align(n, {n.op(0), n.op(1)});
  n.result(over(combine(all.ops[0], all.ops[1]), all.axes));
}

void complement(NodeContext& n) {
  n.result(bitwise_not(n.op(0)));
}

void shifted(NodeContext& n) {
  const Aligned all = align(n, {n.op(0), n.op(1)});
  const bool left = n.choice("direction", "", {"LEFT", "RIGHT"}) == "LEFT";
  const Op &x = all.ops[0], &by = all.ops[1];
  n.result(over(left ? left_shift(x, by) : right_shift(x, by), all.axes));
}

// The same bits as another type. Those of floats are read at import only.
void bit_cast(NodeContext& n) {
  const auto asked = static_cast<ElementType>(n.integer("to", 0));
  const auto type = dtype_of(asked);
  if (!type || narrow_bits(asked) != 0 || n.narrow(0) != ElementType::undefined ||
      size_of(*type) != size_of(n.dtype())) {
    NodeContext::refuse("it casts the bits of " + std::string(name(n.dtype())) + " to " +
                        describe(asked));
  }
  if (!is_float(*type) && !is_float(n.dtype())) return n.result(value_of(n.op(0), *type));
  if (n.item(0).weight) NodeContext::refuse("it casts the bits of a weight");
  ng::Tensor made = n.need_known(0, "its input, whose bits are those of a float,");
  made.dtype = *type;
  n.result(std::move(made));
}

constexpr OpRow rows[] = {
    {"BitCast", 26, 0, bit_cast},
    {"BitShift", 11, 0, shifted},
    {"BitwiseAnd", 18, 0, bitwise<bitwise_and>},
    {"BitwiseNot", 18, 0, complement},
    {"BitwiseOr", 18, 0, bitwise<bitwise_or>},
    {"BitwiseXor", 18, 0, bitwise<bitwise_xor>},
};

}  // namespace

std::span<const OpRow> bit_rows() {
  return rows;
}

}  // namespace ng::onnx
