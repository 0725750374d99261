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

ItemPtr over(NodeContext& n, const char* op, const ItemPtr& x, const Integers& dims) {
  return step(n, op, {x, integers(dims)}, {attribute("keepdims", std::int64_t{0})});
}

void reduce_by(NodeContext& n, const Function& function) {
  ItemPtr x = operand(n, 0);
  const ItemPtr initial = operand(n, 1);
  const DType type = x->dtype();
  const bool logical = function.name == "and" || function.name == "or";
  if (logical && type != DType::bool_) NodeContext::refuse("it combines bits of integers");
  const Integers dims = n.list("dimensions");
  const Integers lengths = shape_of(x);
  const auto is_empty = [&](std::int64_t dim) {
    return lengths.at(static_cast<std::size_t>(dim)) == 0;
  };
  if (std::any_of(dims.begin(), dims.end(), is_empty))
    return give(n, expanded(n, reshaped(n, initial, {}), result_shape(n)));
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

void reduce(NodeContext& n) {
  const std::string name = n.text("function", "");
  if (n.count() == 4 && (name == "argmax" || name == "argmin"))
    return reduce_positions(n, name == "argmax");
  if (n.count() != 2) NodeContext::refuse("it reduces several operands by a function of its own");
  for (const Function& function : functions)
    if (function.name == name) return reduce_by(n, function);
  NodeContext::refuse(
      "its function is not a sum, product, maximum, minimum, conjunction or disjunction");
}

constexpr OpRow rows[] = {
    {"reduce", 1, 0, reduce},
};

}  // namespace

std::span<const OpRow> reduction_rows() {
  return rows;
}

}  // namespace ng::stablehlo
