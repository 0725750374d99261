// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/c_like/expr_writer.h"

#include "engine/kernels/c_text.h"
#include "engine/kernels/integer_functions.h"

namespace ng::kernel {
namespace {

bool keeps_integers(Fn fn) {
  return fn == Fn::floor || fn == Fn::ceil || fn == Fn::round;
}

}  // namespace

ExprWriter::ExprWriter(const Kernel& kernel)
    : kernel_(kernel), names_(c_names(kernel)), types_(kernel) {}

std::string ExprWriter::element(int buffer, const Index& index) const {
  return names_[static_cast<std::size_t>(buffer)] + "[" + index_text(kernel_, index) + "]";
}

std::string ExprWriter::address(int buffer, const Index& index) const {
  return names_[static_cast<std::size_t>(buffer)] + " + " + index_text(kernel_, index);
}

std::string ExprWriter::loaded(const ExprNode& load) const {
  return element(load.buffer, load.index);
}

std::string ExprWriter::value_text(const Statement& statement) const {
  const ExprNode& expr = *statement.expr;
  const bool lanes = in_lanes(expr), moves = types_.moves(statement);
  if (moves && !lanes)
    return expr.kind == ExprNode::Kind::local ? types_.own(expr.local) : loaded(expr);
  const std::string value = text(statement.expr, types_.compute(statement));
  if (!lanes) return types_.rounded(value, statement);
  const bool rounds = statement.kind == Statement::Kind::define && !moves;
  return rounds ? types_.rounded_lanes(value, statement.dtype) : value;
}

std::string ExprWriter::text(const Expr& expr, DType compute) const {
  switch (expr->kind) {
    case ExprNode::Kind::constant: return constant_text(*expr, compute);
    case ExprNode::Kind::load: return load_text(*expr, compute);
    case ExprNode::Kind::local:
      return in_lanes(*expr) ? types_.local_lanes(expr->local) : types_.local(expr->local, compute);
    case ExprNode::Kind::position: return position_text(kernel_, *expr, compute);
    case ExprNode::Kind::within: return within_text(kernel_, *expr, compute);
    case ExprNode::Kind::apply: break;
  }
  const auto integers =
      is_float(compute) && is_comparison(expr->fn) ? types_.integer_type(expr) : std::nullopt;
  if (integers) return "(" + c_type(compute) + ")" + applied(expr, *integers);
  if (!is_float(compute) && expr->fn == Fn::select) return chosen(expr, compute);
  if (!is_float(compute) && keeps_integers(expr->fn)) return text(expr->args[0], compute);
  return applied(expr, compute);
}

std::string ExprWriter::load_text(const ExprNode& load, DType compute) const {
  const DType dtype = kernel_.parameters[static_cast<std::size_t>(load.buffer)].dtype;
  const bool lanes = in_lanes(load);
  const std::string place = loaded(load);
  const std::string element = lanes ? place : types_.element(place, dtype, compute);
  if (load.guards.empty()) return element;
  const std::string zero = number_text(0, compute);
  return "(" + guards_text(kernel_, load.guards) + " ? " + element + " : " +
         (lanes ? splat(zero) : zero) + ")";
}

std::string ExprWriter::applied(const Expr& expr, DType compute) const {
  const FnRow& fn = row(expr->fn);
  const std::string_view name = function_name(fn, compute);
  if (name.empty()) {
    const std::string infix(fn.infix);
    return fn.arity == 1
               ? infix + operand(expr, 0, compute)
               : operand(expr, 0, compute) + " " + infix + " " + operand(expr, 1, compute);
  }
  std::string arguments;
  for (std::size_t i = 0; i < expr->args.size(); ++i)
    arguments += (i == 0 ? "" : ", ") + argument(expr, i, compute);
  return std::string(name) + "(" + arguments + ")";
}

std::string ExprWriter::argument(const Expr& call, std::size_t index, DType compute) const {
  const Expr& expr = call->args[index];
  if (takes_whole_numbers(call->fn)) return whole_text(kernel_, *expr);
  const std::string value = text(expr, compute);
  return in_lanes(*call) && !in_lanes(*expr) ? splat(value) : value;
}

// Of an operator: in parentheses if it has an operator too.
std::string ExprWriter::operand(const Expr& call, std::size_t index, DType compute) const {
  const Expr& expr = call->args[index];
  const std::string value = argument(call, index, compute);
  const bool is_call = in_lanes(*call) && !in_lanes(*expr);
  const bool compound = expr->kind == ExprNode::Kind::apply && row(expr->fn).name.empty();
  return !is_call && (compound || value[0] == '-') ? "(" + value + ")" : value;
}

std::string ExprWriter::chosen(const Expr& expr, DType compute) const {
  const Expr& condition = expr->args[0];
  const DType type = types_.integer_type(condition).value_or(DType::f64);
  const std::string holds = condition->kind == ExprNode::Kind::within
                                ? guards_text(kernel_, condition->guards)
                                : text(condition, type) + " != 0";
  return "(" + holds + " ? " + text(expr->args[1], compute) + " : " + text(expr->args[2], compute) +
         ")";
}

}  // namespace ng::kernel
