// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/local_types.h"

#include <limits>

#include "engine/kernels/integer_functions.h"

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

bool is_half(DType dtype) {
  return dtype == DType::f16 || dtype == DType::bf16;
}

namespace {

// Is a position beyond those that float32 represents?
bool reaches_far(const Kernel& kernel, const Index& index) {
  std::int64_t last = index.offset;
  for (const auto& [loop, stride] : index.terms)
    if (stride > 0) last += stride * (kernel.loops[static_cast<std::size_t>(loop)].extent - 1);
  return last > exact_positions;
}

bool reads_wide(const Kernel& kernel, const Expr& expr, const std::vector<LocalType>& locals) {
  if (!expr) return false;
  if (expr->kind == ExprNode::Kind::load) {
    return is_wide(kernel.parameters[static_cast<std::size_t>(expr->buffer)].dtype);
  }
  if (expr->kind == ExprNode::Kind::local) {
    return is_wide(locals[static_cast<std::size_t>(expr->local)].dtype);
  }
  if (expr->kind == ExprNode::Kind::position) return reaches_far(kernel, expr->index);
  if (expr->kind == ExprNode::Kind::apply && takes_whole_numbers(expr->fn)) return true;  // samples
  for (const Expr& arg : expr->args) {
    if (reads_wide(kernel, arg, locals)) return true;
  }
  return false;
}

constexpr DType wide_integer = DType::u64;  // computed in 128 bits

// The type of the element that the expression only copies, if it is int64 or uint64.
std::optional<DType> copied_integer(const Kernel& kernel, const Expr& expr,
                                    const std::vector<LocalType>& locals) {
  std::optional<DType> type;
  if (expr->kind == ExprNode::Kind::load)
    type = kernel.parameters[static_cast<std::size_t>(expr->buffer)].dtype;
  if (expr->kind == ExprNode::Kind::local)
    type = locals[static_cast<std::size_t>(expr->local)].dtype;
  return type == DType::i64 || type == DType::u64 ? type : std::nullopt;
}

// Does the expression only choose among integers, one of which a double may not represent? Such a
// choice is rounded to a float type once.
bool chooses_long_integers(const Kernel& kernel, const Expr& expr,
                           const std::vector<LocalType>& locals) {
  if (copied_integer(kernel, expr, locals)) return true;
  if (expr->kind != ExprNode::Kind::apply) return false;
  if (expr->fn != Fn::select && expr->fn != Fn::maximum && expr->fn != Fn::minimum) return false;
  for (std::size_t i = expr->fn == Fn::select ? 1 : 0; i < expr->args.size(); ++i) {
    if (chooses_long_integers(kernel, expr->args[i], locals)) return true;
  }
  return false;
}

bool is_extreme(Combine combine) {
  return combine == Combine::maximum || combine == Combine::minimum;
}

std::optional<DType> integer_type(DType dtype) {
  if (!is_integer(dtype)) return std::nullopt;
  return dtype == DType::u64 ? wide_integer : DType::i64;
}

std::optional<DType> type_of_constant(const ExprNode& node) {
  if (!node.whole) return std::nullopt;
  using Range = std::numeric_limits<std::int64_t>;
  return node.integer < Range::min() || node.integer > Range::max() ? wide_integer : DType::i64;
}

DType arithmetic_type(DType dtype) {
  return is_float(dtype) && dtype != DType::f64 ? DType::f32 : DType::f64;
}

}  // namespace

std::optional<DType> integer_type(const Kernel& kernel, const Expr& expr,
                                  const std::vector<LocalType>& locals) {
  switch (expr->kind) {
    case ExprNode::Kind::constant: return type_of_constant(*expr);
    case ExprNode::Kind::load:
      return integer_type(kernel.parameters[static_cast<std::size_t>(expr->buffer)].dtype);
    case ExprNode::Kind::local:
      return integer_type(locals[static_cast<std::size_t>(expr->local)].dtype);
    case ExprNode::Kind::position:
    case ExprNode::Kind::within: return DType::i64;
    case ExprNode::Kind::apply: break;
  }
  if (!takes_integers(expr->fn)) return std::nullopt;
  DType found = DType::i64;
  // A condition is compared with 0 in its own type.
  for (std::size_t i = expr->fn == Fn::select ? 1 : 0; i < expr->args.size(); ++i) {
    const auto type = integer_type(kernel, expr->args[i], locals);
    if (!type) return std::nullopt;
    if (*type == wide_integer) found = wide_integer;
  }
  return found;
}

Integer integer_identity(Combine combine, DType held) {
  using Signed = std::numeric_limits<std::int64_t>;
  using Unsigned = std::numeric_limits<std::uint64_t>;
  const bool has_sign = held == DType::i64;
  switch (combine) {
    case Combine::add: return 0;
    case Combine::multiply: return 1;
    case Combine::maximum: return has_sign ? Signed::min() : Integer{0};
    case Combine::minimum: return has_sign ? Integer{Signed::max()} : Integer{Unsigned::max()};
  }
  return 0;
}

DType compute_type(const Kernel& kernel, const Statement& statement,
                   const std::vector<LocalType>& locals) {
  const bool accumulates = statement.kind == Statement::Kind::accumulate;
  if (accumulates && is_float(statement.dtype)) {
    if (is_extreme(statement.combine))
      if (const auto type = copied_integer(kernel, statement.expr, locals)) return *type;
  } else if (is_integer(statement.dtype) || chooses_long_integers(kernel, statement.expr, locals)) {
    if (const auto type = integer_type(kernel, statement.expr, locals)) return *type;
  }
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
      case Statement::Kind::accumulate: {
        const DType computed = compute_type(kernel, statement, locals);
        if (computed == DType::f64) local->held = DType::f64;
        // The largest and the smallest are found in the operand's type, and then rounded or
        // wrapped.
        if (is_integer(computed)) {
          const auto result = integer_type(statement.dtype);
          local->held = is_extreme(statement.combine) || !result ? computed : *result;
        }
        break;
      }
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
