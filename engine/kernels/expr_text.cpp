// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/expr_text.h"

#include "engine/kernels/c_text.h"
#include "engine/kernels/integer_functions.h"

namespace ng::kernel {
namespace {

bool keeps_integers(Fn fn) {
  return fn == Fn::floor || fn == Fn::ceil || fn == Fn::round;
}

}  // namespace

std::string ExprWriter::operator()(const Expr& expr, DType compute) const {
  switch (expr->kind) {
    case ExprNode::Kind::constant: return constant_text(*expr, compute);
    case ExprNode::Kind::load: return load(*expr, compute);
    case ExprNode::Kind::local: return local(expr->local, compute);
    case ExprNode::Kind::position: return position_text(kernel, *expr, compute);
    case ExprNode::Kind::within: return within_text(kernel, *expr, compute);
    case ExprNode::Kind::apply: break;
  }
  const auto integers =
      is_float(compute) && is_comparison(expr->fn) ? types.integer_type(expr) : std::nullopt;
  if (integers) return "(" + c_type(compute) + ")" + applied(expr, *integers);
  if (!is_float(compute) && expr->fn == Fn::select) return chosen(expr, compute);
  if (!is_float(compute) && keeps_integers(expr->fn)) return (*this)(expr->args[0], compute);
  return applied(expr, compute);
}

std::string ExprWriter::applied(const Expr& expr, DType compute) const {
  const FnRow& fn = row(expr->fn);
  const std::string_view name = function_name(fn, compute);
  if (name.empty()) {
    return fn.arity == 1 ? std::string(fn.infix) + argument(expr->args[0], compute)
                         : argument(expr->args[0], compute) + " " + std::string(fn.infix) + " " +
                               argument(expr->args[1], compute);
  }
  std::string call;
  for (const Expr& arg : expr->args) {
    call += (call.empty() ? "" : ", ") +
            (takes_whole_numbers(expr->fn) ? whole_text(kernel, *arg) : (*this)(arg, compute));
  }
  return std::string(name) + "(" + call + ")";
}

// Of an operator: in parentheses if it has an operator too.
std::string ExprWriter::argument(const Expr& expr, DType compute) const {
  const std::string text = (*this)(expr, compute);
  const bool compound = expr->kind == ExprNode::Kind::apply && row(expr->fn).name.empty();
  return compound || text[0] == '-' ? "(" + text + ")" : text;
}

std::string ExprWriter::chosen(const Expr& expr, DType compute) const {
  const Expr& condition = expr->args[0];
  const DType type = types.integer_type(condition).value_or(DType::f64);
  const std::string holds = condition->kind == ExprNode::Kind::within
                                ? guards_text(kernel, condition->guards)
                                : (*this)(condition, type) + " != 0";
  return "(" + holds + " ? " + (*this)(expr->args[1], compute) + " : " +
         (*this)(expr->args[2], compute) + ")";
}

}  // namespace ng::kernel
