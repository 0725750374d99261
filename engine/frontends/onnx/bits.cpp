// SPDX-License-Identifier: Apache-2.0
// Bitwise ops of integers.
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"

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

constexpr OpRow rows[] = {
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
