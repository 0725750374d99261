// SPDX-License-Identifier: Apache-2.0
// Integers that a program computes from the lengths of its inputs.
#include <cmath>

#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {
namespace {

void length(NodeContext& n) {
  const ItemPtr x = need_tensor(n, "self");
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), 0);
  give(n, integer(x->shape().at(static_cast<std::size_t>(dim))));
}

void elements(NodeContext& n) {
  give(n, integer(element_count(need_tensor(n, "self")->shape())));
}

// The operands are the first two arguments, whatever their names are.
double operand_at(const NodeContext& n, const char* name, const char* other) {
  if (has(n, name)) return real_of(n, name, 0);
  if (has(n, other)) return real_of(n, other, 0);
  NodeContext::refuse("an operand is absent");
}
double first(const NodeContext& n) {
  return operand_at(n, "a", "x");
}
double second(const NodeContext& n) {
  return operand_at(n, "b", "y");
}

void give_integer(NodeContext& n, double value) {
  if (!(std::abs(value) < 9e15)) NodeContext::refuse("its result is not an integer of 53 bits");
  give(n, integer(static_cast<std::int64_t>(value)));
}

// Python keeps a real number real, also where it is whole.
bool is_real(const NodeContext& n) {
  for (const char* name : {"a", "x", "b", "y"})
    if (has(n, name) && is_float(need_operand(n, name)->dtype())) return true;
  return false;
}

void give_number(NodeContext& n, double value) {
  if (is_real(n) || value != std::floor(value)) return give(n, number(value, DType::f64));
  give_integer(n, value);
}

void add(NodeContext& n) {
  give_number(n, first(n) + second(n));
}
void subtract(NodeContext& n) {
  give_number(n, first(n) - second(n));
}
void multiply(NodeContext& n) {
  give_number(n, first(n) * second(n));
}
void negate(NodeContext& n) {
  give_number(n, -first(n));
}
void floor_divide(NodeContext& n) {
  if (second(n) == 0) NodeContext::refuse("it divides by 0");
  give_number(n, std::floor(first(n) / second(n)));
}
void modulo(NodeContext& n) {
  if (second(n) == 0) NodeContext::refuse("it divides by 0");
  give_number(n, first(n) - std::floor(first(n) / second(n)) * second(n));
}
void power(NodeContext& n) {
  give_number(n, std::pow(first(n), second(n)));
}
void true_divide(NodeContext& n) {
  if (second(n) == 0) NodeContext::refuse("it divides by 0");
  give(n, number(first(n) / second(n), DType::f64));
}
void largest(NodeContext& n) {
  give_number(n, std::max(first(n), second(n)));
}
void smallest(NodeContext& n) {
  give_number(n, std::min(first(n), second(n)));
}
void round_up(NodeContext& n) {
  give_integer(n, std::ceil(first(n)));
}
void round_down(NodeContext& n) {
  give_integer(n, std::floor(first(n)));
}
void truncate(NodeContext& n) {
  give_integer(n, std::trunc(first(n)));
}
void as_float(NodeContext& n) {
  give(n, number(first(n), DType::f64));
}

void give_truth(NodeContext& n, bool value) {
  give(n, number(value ? 1 : 0, DType::bool_));
}

void item(NodeContext& n) {
  give(n, need_tensor(n, "self"));
}

constexpr OpRow rows[] = {
    {"_local_scalar_dense", 1, 0, item},
    {"item", 1, 0, item},
    {"math.ceil", 1, 0, round_up},
    {"math.floor", 1, 0, round_down},
    {"math.trunc", 1, 0, truncate},
    {"operator.add", 1, 0, add},
    {"operator.eq", 1, 0, [](NodeContext& n) { give_truth(n, first(n) == second(n)); }},
    {"operator.floordiv", 1, 0, floor_divide},
    {"operator.ge", 1, 0, [](NodeContext& n) { give_truth(n, first(n) >= second(n)); }},
    {"operator.gt", 1, 0, [](NodeContext& n) { give_truth(n, first(n) > second(n)); }},
    {"operator.le", 1, 0, [](NodeContext& n) { give_truth(n, first(n) <= second(n)); }},
    {"operator.lt", 1, 0, [](NodeContext& n) { give_truth(n, first(n) < second(n)); }},
    {"operator.mod", 1, 0, modulo},
    {"operator.mul", 1, 0, multiply},
    {"operator.ne", 1, 0, [](NodeContext& n) { give_truth(n, first(n) != second(n)); }},
    {"operator.neg", 1, 0, negate},
    {"operator.pow", 1, 0, power},
    {"operator.sub", 1, 0, subtract},
    {"operator.truediv", 1, 0, true_divide},
    {"sym_numel", 1, 0, elements},
    {"sym_size", 1, 0, length},
    {"torch.sym_float", 1, 0, as_float},
    {"torch.sym_int", 1, 0, truncate},
    {"torch.sym_max", 1, 0, largest},
    {"torch.sym_min", 1, 0, smallest},
};

}  // namespace

std::span<const OpRow> symbol_rows() {
  return rows;
}

}  // namespace ng::pytorch
