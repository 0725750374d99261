// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/local_types.h"

namespace ng::kernel {

bool is_wide(DType dtype) {
  switch (dtype) {
    case DType::f64:
    case DType::i32:
    case DType::i64:
    case DType::u32:
    case DType::u64: return true;
    default: return false;
  }
}

namespace {

bool reads_wide(const Kernel& kernel, const Expr& expr, const std::vector<LocalType>& locals) {
  if (!expr) return false;
  if (expr->kind == ExprNode::Kind::load) {
    return is_wide(kernel.parameters[static_cast<std::size_t>(expr->buffer)].dtype);
  }
  if (expr->kind == ExprNode::Kind::local) {
    return is_wide(locals[static_cast<std::size_t>(expr->local)].dtype);
  }
  if (expr->kind == ExprNode::Kind::apply && takes_whole_numbers(expr->fn)) return false;
  for (const Expr& arg : expr->args) {
    if (reads_wide(kernel, arg, locals)) return true;
  }
  return false;
}

DType arithmetic_type(DType dtype) {
  return is_float(dtype) && dtype != DType::f64 ? DType::f32 : DType::f64;
}

}  // namespace

DType compute_type(const Kernel& kernel, const Statement& statement,
                   const std::vector<LocalType>& locals) {
  if (reads_wide(kernel, statement.expr, locals)) return DType::f64;
  return arithmetic_type(statement.dtype);
}

std::vector<LocalType> local_types(const Kernel& kernel) {
  std::vector<LocalType> locals(static_cast<std::size_t>(kernel.locals));
  for_each_statement(kernel.body, [&](const Statement& statement) {
    LocalType* local =
        locals.empty() ? nullptr : &locals[static_cast<std::size_t>(statement.local)];
    switch (statement.kind) {
      case Statement::Kind::define: *local = {statement.dtype, statement.dtype}; break;
      case Statement::Kind::declare:
        *local = {statement.dtype, arithmetic_type(statement.dtype)};
        break;
      case Statement::Kind::accumulate:
        if (compute_type(kernel, statement, locals) == DType::f64) local->held = DType::f64;
        break;
      case Statement::Kind::store:
      case Statement::Kind::loop: break;
    }
  });
  return locals;
}

bool is_plain(const Kernel& kernel) {
  const DType first = kernel.parameters[0].dtype;
  bool plain = first == DType::f32 || first == DType::f64;
  for (const Parameter& parameter : kernel.parameters) plain &= parameter.dtype == first;
  for_each_statement(kernel.body, [&](const Statement& statement) {
    if (statement.kind != Statement::Kind::loop) plain &= statement.dtype == first;
  });
  return plain;
}

}  // namespace ng::kernel
