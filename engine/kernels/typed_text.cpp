// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/typed_text.h"

#include "engine/kernels/c_text.h"

namespace ng::kernel {

std::string combined(Combine combine, const std::string& x, const std::string& y) {
  const FnRow& fn = row(function_of(combine));
  return fn.name.empty() ? x + " " + std::string(fn.infix) + " " + y
                         : std::string(fn.name) + "(" + x + ", " + y + ")";
}

bool is_infix(Combine combine) {
  return row(function_of(combine)).name.empty();
}

TypedText::TypedText(const Kernel& kernel)
    : kernel_(kernel), locals_(local_types(kernel)), plain_(is_plain(kernel)) {}

DType TypedText::compute(const Statement& statement) const {
  const bool accumulates =
      statement.kind == Statement::Kind::declare || statement.kind == Statement::Kind::accumulate;
  if (accumulates) return locals_[static_cast<std::size_t>(statement.local)].held;
  return compute_type(kernel_, statement, locals_);
}

std::string TypedText::local_type(const Statement& statement) const {
  return c_type(locals_[static_cast<std::size_t>(statement.local)].held);
}

std::string TypedText::declared(const Statement& statement) const {
  return local_type(statement) + " " + local_name(statement.local) + " = ";
}

std::string TypedText::start(const Statement& statement) const {
  return c_constant(identity(statement.combine), compute(statement));
}

std::string TypedText::local(int local, DType compute) const {
  const LocalType& type = locals_[static_cast<std::size_t>(local)];
  std::string text = local_name(local);
  if (type.held != type.dtype) text = rounded(text, type.held, type.dtype);
  return element(text, type.dtype, compute);
}

std::string TypedText::element(const std::string& element, DType dtype, DType compute) const {
  return dtype == compute ? element : "(" + c_type(compute) + ")" + element;
}

std::string TypedText::rounded(const std::string& value, DType compute, DType dtype) const {
  if (compute == dtype) return value;
  if (is_float(dtype) || dtype == DType::bool_) return "(" + c_type(dtype) + ")(" + value + ")";
  return "ng_whole<" + c_type(dtype) + ">(" + value + ")";
}

bool TypedText::moves(const Statement& statement) const {
  if (plain_ || statement.kind == Statement::Kind::accumulate) return false;
  const Expr& expr = statement.expr;
  if (expr->kind == ExprNode::Kind::load) {
    const DType from = kernel_.parameters[static_cast<std::size_t>(expr->buffer)].dtype;
    return expr->guards.empty() && from == statement.dtype;
  }
  if (expr->kind != ExprNode::Kind::local) return false;
  const LocalType& local = locals_[static_cast<std::size_t>(expr->local)];
  return local.held == statement.dtype && local.dtype == statement.dtype;
}

}  // namespace ng::kernel
