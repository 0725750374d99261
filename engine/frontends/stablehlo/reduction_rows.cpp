// SPDX-License-Identifier: Apache-2.0
// Reductions of whole dimensions by the functions that region_functions.h finds.
#include <algorithm>
#include <limits>

#include "engine/frontends/stablehlo/op_context.h"

namespace ng::stablehlo {
namespace {

struct Function {
  std::string_view name;
  const char *reduction, *step;  // of ONNX, and of two values
};

constexpr Function functions[] = {
    {"add", "ReduceSum", "Add"},     {"and", "ReduceMin", "And"}, {"maximum", "ReduceMax", "Max"},
    {"minimum", "ReduceMin", "Min"}, {"or", "ReduceMax", "Or"},   {"multiply", "ReduceProd", "Mul"},
};

// Does the initial value change nothing?
bool is_neutral(const Function& function, const ItemPtr& initial) {
  if (!initial->known || initial->known->size() != 1) return false;
  const double value = initial->known->item();
  if (function.name == "add" || function.name == "or") return value == 0;
  if (function.name == "multiply" || function.name == "and") return value == 1;
  const double sign = function.name == "maximum" ? -1 : 1;
  return is_float(initial->dtype()) && value == sign * std::numeric_limits<double>::infinity();
}

struct BitFunction {
  std::string_view name;
  const char *truth, *bits;
};
constexpr BitFunction bit_functions[] = {
    {"and", "And", "BitwiseAnd"}, {"or", "Or", "BitwiseOr"}, {"xor", "Xor", "BitwiseXor"}};

// The bits of all elements combined: halves are joined until one element is left.
void reduce_bits(NodeContext& n, const BitFunction& function) {
  const ItemPtr given = operand(n, 0);
  const char* op = is_truth(given) ? function.truth : function.bits;
  const Integers dims = n.list("dimensions"), lengths = shape_of(given);
  Integers order, shape;
  std::int64_t count = 1;
  for (std::int64_t i = 0; i < rank_of(given); ++i) {
    const std::int64_t length = lengths[static_cast<std::size_t>(i)];
    const bool reduced = std::find(dims.begin(), dims.end(), i) != dims.end();
    if (reduced) count *= length;
    if (reduced) continue;
    order.push_back(i);
    shape.push_back(length);
  }
  const std::int64_t last = std::ssize(order);
  order.insert(order.end(), dims.begin(), dims.end());
  shape.push_back(count);
  ItemPtr x = reshaped(n, transposed(n, given, order), shape), rest;
  for (; count > 1; count /= 2) {
    const std::int64_t half = count / 2;
    const ItemPtr odd = count % 2 == 0 ? nullptr : sliced(n, x, last, 2 * half, count);
    if (odd) rest = rest ? step(n, op, {rest, odd}) : odd;
    x = step(n, op, {sliced(n, x, last, 0, half), sliced(n, x, last, half, 2 * half)});
  }
  if (rest) x = step(n, op, {x, rest});
  give(n, step(n, op, {squeezed(n, x, {last}), reshaped(n, operand(n, 1), {})}));
}

ItemPtr over(NodeContext& n, const char* op, const ItemPtr& x, const Integers& dims) {
  Attributes attributes = {attribute("keepdims", std::int64_t{0})};
  const bool extreme = op == std::string_view("ReduceMax") || op == std::string_view("ReduceMin");
  if (extreme && is_float(x->dtype())) attributes.push_back(attribute("ties", "share"));
  return step(n, op, {x, integers(dims)}, std::move(attributes));
}

void reduce_by(NodeContext& n, const Function& function) {
  ItemPtr x = operand(n, 0);
  const ItemPtr initial = operand(n, 1);
  const DType type = x->dtype();
  const Integers dims = n.list("dimensions");
  const bool truth = type == DType::bool_;
  if (truth) x = cast(n, x, DType::i32);
  const char* op = function.reduction;
  if (truth && function.name == "add") op = "ReduceMax";
  if (truth && function.name == "multiply") op = "ReduceMin";
  ItemPtr made = dims.empty() ? x : over(n, op, x, dims);
  if (!is_neutral(function, initial)) {
    const char* join = truth && op == std::string_view("ReduceMax")   ? "Max"
                       : truth && op == std::string_view("ReduceMin") ? "Min"
                                                                      : function.step;
    made = step(n, join, {made, cast(n, reshaped(n, initial, {}), made->dtype())});
  }
  give(n, cast(n, made, type));
}

// The values and positions of the extremes along one dimension.
void reduce_positions(NodeContext& n, bool largest) {
  const Integers dims = n.list("dimensions");
  if (dims.size() != 1) NodeContext::refuse("it finds positions along several dimensions");
  ItemPtr x = operand(n, 0);
  const ItemPtr places = operand(n, 1);
  if (x->dtype() == DType::bool_) x = cast(n, x, DType::i32);
  const ItemPtr at = step(n, largest ? "ArgMax" : "ArgMin", {x},
                          {attribute("axis", dims[0]), attribute("keepdims", std::int64_t{1})});
  const auto taken = [&](const ItemPtr& from) {
    const ItemPtr one = step(n, "GatherElements", {from, at}, {attribute("axis", dims[0])});
    return squeezed(n, one, dims);
  };
  if (n.wants(0)) give(n, cast(n, taken(x), operand(n, 0)->dtype()));
  if (n.wants(1)) give(n, taken(places), 1);
}

// Is a dimension that it reduces empty?
bool reduces_nothing(const NodeContext& n) {
  const Integers dims = n.list("dimensions"), lengths = shape_of(operand(n, 0));
  return std::any_of(dims.begin(), dims.end(), [&](std::int64_t dim) {
    return lengths.at(static_cast<std::size_t>(dim)) == 0;
  });
}

void reduce(NodeContext& n) {
  const std::string name = n.text("function", "");
  if (n.count() == 4 && (name == "argmax" || name == "argmin"))
    return reduce_positions(n, name == "argmax");
  if (n.count() != 2) NodeContext::refuse("it reduces several operands by a function of its own");
  if (reduces_nothing(n))
    return give(n, expanded(n, reshaped(n, operand(n, 1), {}), result_shape(n)));
  const bool truth = is_truth(operand(n, 0));
  for (const BitFunction& function : bit_functions)
    if (function.name == name && (!truth || name == "xor")) return reduce_bits(n, function);
  for (const Function& function : functions)
    if (function.name == name) return reduce_by(n, function);
  NodeContext::refuse(
      "its function is not a sum, product, maximum, minimum, or one of bits or truth values");
}

constexpr OpRow rows[] = {
    {"reduce", 1, 0, reduce},
};

}  // namespace

std::span<const OpRow> reduction_rows() {
  return rows;
}

}  // namespace ng::stablehlo
