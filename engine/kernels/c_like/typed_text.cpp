// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/c_like/typed_text.h"

#include "engine/kernels/c_text.h"

namespace ng::kernel {

std::string combined(Combine combine, const std::string& x, const std::string& y, DType held) {
  const FnRow& fn = row(function_of(combine));
  if (is_infix(combine, held)) return x + " " + std::string(fn.infix) + " " + y;
  return std::string(function_name(fn, held)) + "(" + x + ", " + y + ")";
}

bool is_infix(Combine combine, DType held) {
  return function_name(row(function_of(combine)), held).empty();
}

TypedText::TypedText(const Kernel& kernel)
    : kernel_(kernel), locals_(local_types(kernel)), plain_(is_plain(kernel)) {}

DType TypedText::compute(const Statement& statement) const {
  const bool accumulates = statement.kind == Statement::Kind::accumulate;
  if (accumulates && is_float(held(statement))) return held(statement);
  return compute_type(kernel_, statement, locals_);
}

DType TypedText::held(const Statement& statement) const {
  return locals_[static_cast<std::size_t>(statement.local)].held;
}

std::string TypedText::local_type(const Statement& statement) const {
  return c_type(locals_[static_cast<std::size_t>(statement.local)].held);
}

std::string TypedText::declared(const Statement& statement) const {
  return local_type(statement) + " " + local_name(statement.local) + " = ";
}

std::string TypedText::start(const Statement& statement) const {
  const DType type = held(statement);
  return is_float(type) ? c_constant(identity(statement.combine), type)
                        : c_integer(integer_identity(statement.combine, type));
}

std::string TypedText::local(int local, DType compute) const {
  const LocalType& type = locals_[static_cast<std::size_t>(local)];
  return element(own(local), type.dtype, compute);
}

std::string TypedText::own(int local) const {
  const LocalType& type = locals_[static_cast<std::size_t>(local)];
  return type.held == type.dtype ? local_name(local)
                                 : rounded(local_name(local), type.held, type.dtype);
}

std::string TypedText::element(const std::string& element, DType dtype, DType compute) const {
  return dtype == compute && dtype != DType::u64 ? element
                                                 : "(" + c_computed(compute) + ")" + element;
}

std::string TypedText::rounded(const std::string& value, DType compute, DType dtype) const {
  if (compute == dtype && dtype != DType::u64) return value;
  if (is_float(dtype) && is_integer(compute))
    return "ng_nearest<" + c_type(dtype) + ">(" + value + ")";
  if (is_float(dtype) || is_integer(compute) || dtype == DType::bool_)
    return "(" + c_type(dtype) + ")(" + value + ")";
  return "ng_whole<" + c_type(dtype) + ">(" + value + ")";
}

std::string TypedText::rounded(const std::string& value, const Statement& statement) const {
  const bool accumulates = statement.kind == Statement::Kind::accumulate;
  return rounded(value, compute(statement), accumulates ? held(statement) : statement.dtype);
}

std::string TypedText::rounded_lanes(const std::string& value, DType dtype) const {
  if (dtype == DType::f16) return "ng_round_to_half(" + value + ")";
  return dtype == DType::bf16 ? "ng_round_to_bf16(" + value + ")" : value;
}

std::string TypedText::local_lanes(int local) const {
  const LocalType& type = locals_[static_cast<std::size_t>(local)];
  return type.held == type.dtype ? local_name(local) : rounded_lanes(local_name(local), type.dtype);
}

std::optional<DType> TypedText::integer_type(const Expr& expr) const {
  return kernel::integer_type(kernel_, expr, locals_);
}

bool TypedText::moves(const Statement& statement) const {
  if (plain_ || statement.kind == Statement::Kind::accumulate) return false;
  const Expr& expr = statement.expr;
  if (expr->kind == ExprNode::Kind::load) {
    const DType from = kernel_.parameters[static_cast<std::size_t>(expr->buffer)].dtype;
    return expr->guards.empty() && from == statement.dtype;
  }
  if (expr->kind != ExprNode::Kind::local) return false;
  return locals_[static_cast<std::size_t>(expr->local)].dtype == statement.dtype;
}

}  // namespace ng::kernel
