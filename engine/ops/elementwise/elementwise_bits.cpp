// SPDX-License-Identifier: Apache-2.0
// Bits of integers, in two's complement.
#include "engine/base/error.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/elementwise_rule.h"
#include "engine/ops/op_functions.h"
#include "engine/ops/result_type.h"

namespace ng {
namespace {

using kernel::Fn;

void require_integers(std::span<const Value> operands) {
  for (const Value& operand : operands) {
    if (is_integer(operand.dtype()) && operand.dtype() == operands[0].dtype()) continue;
    Diagnostic diagnostic;
    diagnostic.what = "bits are of integers, and of one type";
    diagnostic.found = describe(operand) + " of " + std::string(name(operand.dtype()));
    diagnostic.expected = is_integer(operands[0].dtype())
                              ? std::string(name(operands[0].dtype()))
                              : std::string("int8 … int64, uint8 … uint64 or bool");
    diagnostic.action = "convert it with value_of(x, dtype)";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
}

std::vector<TensorType> infer_bits(std::span<const Value> operands, const Attributes& attributes) {
  const std::vector<TensorType> types = infer_binary(operands, attributes);
  require_integers(operands);
  return {{types[0].axes, operands[0].dtype()}};
}

std::vector<TensorType> infer_not(std::span<const Value> operands, const Attributes&) {
  require_values(bitwise_not_op, operands, 1);
  require_integers(operands);
  return {operands[0].type()};
}

// Bits are of integers only: nothing is computed in double.
void evaluate_bits(const Node&, std::span<const HostArray>, std::span<HostArray>) {
  refuse(ErrorKind::internal, "bits of real numbers");
}

// False is 0 and true is 1: the complement of a bool is the other one.
Integer all_bits(DType dtype) {
  return dtype == DType::bool_ ? 1 : -1;
}

void complement(const Node& node, std::span<const IntegerArray> in, std::span<IntegerArray> out) {
  const Integer ones = all_bits(node.results[0].dtype);
  for (std::size_t i = 0; i < out[0].values.size(); ++i) {
    out[0].values[i] = kernel::evaluate_integers(Fn::bit_xor, in[0].values[i], ones);
  }
}

kernel::Expr scalar_not(const Node& node, std::span<const kernel::Expr> args) {
  return kernel::apply(Fn::bit_xor, args[0],
                       kernel::integer_constant(all_bits(node.results[0].dtype)));
}

// A number takes the type of the other operand.
Op of_one_type(const OpDef& def, const Operand& x, const Operand& y) {
  const Operand& typed = x.is_op() ? x : y;
  const ScopedResultType type(typed.is_op() ? typed.op().dtype() : DType::i64);
  return make_op(def, {x, y});
}

template <Op (*make)(const Operand&, const Operand&)>
std::vector<OpFunction> bits_function() {
  return {{.parameters = {{"x"}, {"y"}},
           .make = [](const OpArguments& a) { return make(a.operand("x"), a.operand("y")); }}};
}

}  // namespace

const OpDef bitwise_and_op = {
    .name = "bitwise_and",
    .class_name = "BitwiseAndOp",
    .glyph = "&",
    .doc = "The bits that are set in both of two integers of one type. No gradient.",
    .operands = {"x", "y"},
    .attributes = {},
    .functions = bits_function<bitwise_and>(),
    .traits = {.commutative = true, .cheap = true, .exact = true},
    .infer = infer_bits,
    .evaluate = evaluate_bits,
    .evaluate_integers = integers_binary<Fn::bit_and>,
    .lower = LowerKind::scalar,
    .fn = Fn::bit_and,
    .flops = flops_each<1>,
};

const OpDef bitwise_or_op = {
    .name = "bitwise_or",
    .class_name = "BitwiseOrOp",
    .glyph = "|",
    .doc = "The bits that are set in at least one of two integers of one type. No gradient.",
    .operands = {"x", "y"},
    .attributes = {},
    .functions = bits_function<bitwise_or>(),
    .traits = {.commutative = true, .cheap = true, .exact = true},
    .infer = infer_bits,
    .evaluate = evaluate_bits,
    .evaluate_integers = integers_binary<Fn::bit_or>,
    .lower = LowerKind::scalar,
    .fn = Fn::bit_or,
    .flops = flops_each<1>,
};

const OpDef bitwise_xor_op = {
    .name = "bitwise_xor",
    .class_name = "BitwiseXorOp",
    .glyph = "⊕",
    .doc =
        "The bits that are set in one of two integers of one type, but not in both. No gradient.",
    .operands = {"x", "y"},
    .attributes = {},
    .functions = bits_function<bitwise_xor>(),
    .traits = {.commutative = true, .cheap = true, .exact = true},
    .infer = infer_bits,
    .evaluate = evaluate_bits,
    .evaluate_integers = integers_binary<Fn::bit_xor>,
    .lower = LowerKind::scalar,
    .fn = Fn::bit_xor,
    .flops = flops_each<1>,
};

const OpDef bitwise_not_op = {
    .name = "bitwise_not",
    .class_name = "BitwiseNotOp",
    .glyph = "~",
    .doc = "The bits that are not set in an integer: -x - 1; of a bool, its contrary. No gradient.",
    .operands = {"x"},
    .attributes = {},
    .functions = unary_function(),
    .traits = {.cheap = true, .exact = true},
    .infer = infer_not,
    .evaluate = evaluate_bits,
    .evaluate_integers = complement,
    .lower = LowerKind::scalar,
    .scalar = scalar_not,
    .flops = flops_each<1>,
};

const OpDef left_shift_op = {
    .name = "left_shift",
    .class_name = "LeftShiftOp",
    .glyph = "≪",
    .doc =
        "x with its bits moved up by y places, zeros below; 0 where y is negative or not below the "
        "number of bits. Integers of one type. No gradient.",
    .operands = {"x", "y"},
    .attributes = {},
    .functions = bits_function<left_shift>(),
    .traits = {.cheap = true, .exact = true},
    .infer = infer_bits,
    .evaluate = evaluate_bits,
    .evaluate_integers = integers_binary<Fn::shift_left>,
    .lower = LowerKind::scalar,
    .fn = Fn::shift_left,
    .flops = flops_each<1>,
};

const OpDef right_shift_op = {
    .name = "right_shift",
    .class_name = "RightShiftOp",
    .glyph = "≫",
    .doc =
        "x with its bits moved down by y places: x over 2 to the power y, rounded toward minus "
        "infinity; 0, or -1 of a negative x, where y is negative or not below the number of bits. "
        "Integers of one type. No gradient.",
    .operands = {"x", "y"},
    .attributes = {},
    .functions = bits_function<right_shift>(),
    .traits = {.cheap = true, .exact = true},
    .infer = infer_bits,
    .evaluate = evaluate_bits,
    .evaluate_integers = integers_binary<Fn::shift_right>,
    .lower = LowerKind::scalar,
    .fn = Fn::shift_right,
    .flops = flops_each<1>,
};

Op bitwise_and(const Operand& x, const Operand& y) {
  return of_one_type(bitwise_and_op, x, y);
}
Op bitwise_or(const Operand& x, const Operand& y) {
  return of_one_type(bitwise_or_op, x, y);
}
Op bitwise_xor(const Operand& x, const Operand& y) {
  return of_one_type(bitwise_xor_op, x, y);
}
Op bitwise_not(const Operand& x) {
  return make_op(bitwise_not_op, {x});
}
Op left_shift(const Operand& x, const Operand& y) {
  return of_one_type(left_shift_op, x, y);
}
Op right_shift(const Operand& x, const Operand& y) {
  return of_one_type(right_shift_op, x, y);
}

}  // namespace ng
