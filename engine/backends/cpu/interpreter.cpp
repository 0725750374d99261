// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/interpreter.h"

#include <algorithm>
#include <unordered_set>

#include "engine/base/number.h"
#include "engine/kernels/integer_functions.h"
#include "engine/kernels/local_types.h"

namespace ng {
namespace {

using kernel::Expr;
using kernel::ExprNode;
using kernel::Statement;

// A local, as a real number and, if its type is one of integers, exactly.
struct LocalValue {
  double real = 0;
  Integer whole = 0;
};

class Interpreter {
 public:
  Interpreter(const kernel::Kernel& kernel, std::byte* const* memory)
      : kernel_(kernel), types_(kernel::local_types(kernel)), memory_(memory) {
    locals_.resize(static_cast<std::size_t>(kernel.locals));
    places_.resize(kernel.loops.size());
    kernel::for_each_statement(kernel.body,
                               [this](const Statement& statement) { note(statement); });
  }

  void run(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) run(statement);
  }

 private:
  void run(const Statement& statement) {
    switch (statement.kind) {
      case Statement::Kind::define: local(statement) = defined(statement); break;
      case Statement::Kind::declare: local(statement) = identity(statement); break;
      case Statement::Kind::accumulate: accumulate(statement); break;
      case Statement::Kind::store: store_value(statement); break;
      case Statement::Kind::loop: {
        std::int64_t& at = places_[static_cast<std::size_t>(statement.loop)];
        const std::int64_t end = end_of(kernel_.loops[static_cast<std::size_t>(statement.loop)]);
        for (at = 0; at < end; ++at) run(statement.body);
        break;
      }
    }
  }

  LocalValue& local(const Statement& statement) {
    return locals_[static_cast<std::size_t>(statement.local)];
  }
  DType held(const Statement& statement) const {
    return types_[static_cast<std::size_t>(statement.local)].held;
  }
  bool in_integers(const Statement& statement) const { return in_integers_.contains(&statement); }

  // Once for all iterations: what is computed in integers.
  void note(const Statement& statement) {
    if (!statement.expr) return;
    if (is_integer(kernel::compute_type(kernel_, statement, types_))) {
      in_integers_.insert(&statement);
    }
    note_comparisons(statement.expr);
  }
  void note_comparisons(const Expr& expr) {
    if (expr->kind != ExprNode::Kind::apply) return;
    if (kernel::is_comparison(expr->fn) && kernel::integer_type(kernel_, expr, types_)) {
      of_integers_.insert(expr.get());
    }
    for (const Expr& arg : expr->args) note_comparisons(arg);
  }

  LocalValue defined(const Statement& statement) const {
    if (!in_integers(statement)) {
      const double real = round_to(statement.dtype, value(statement.expr));
      return {real, is_integer(statement.dtype) ? saturated(statement.dtype, truncated(real)) : 0};
    }
    if (is_float(statement.dtype)) return {nearest_in(statement.dtype, integer(statement.expr)), 0};
    const Integer whole = wrapped(statement.dtype, integer(statement.expr));
    return {static_cast<double>(whole), whole};
  }

  LocalValue identity(const Statement& statement) const {
    if (is_float(held(statement))) return {kernel::identity(statement.combine), 0};
    const Integer whole = kernel::integer_identity(statement.combine, held(statement));
    return {static_cast<double>(whole), whole};
  }

  // Accumulates in double, so that a single accumulator suffices, or in integers.
  void accumulate(const Statement& statement) {
    LocalValue& sum = local(statement);
    const kernel::Fn fn = kernel::function_of(statement.combine);
    if (is_float(held(statement))) {
      sum.real = kernel::evaluate(fn, sum.real, value(statement.expr));
      return;
    }
    sum.whole =
        wrapped(held(statement), kernel::evaluate_integers(fn, sum.whole, integer(statement.expr)));
    sum.real = static_cast<double>(sum.whole);
  }

  void store_value(const Statement& statement) const {
    const auto buffer = static_cast<std::size_t>(statement.buffer);
    const DType dtype = kernel_.parameters[buffer].dtype;
    const std::int64_t at = place(statement.index);
    if (in_integers(statement)) {
      store_integer(dtype, memory_[buffer], at, integer(statement.expr));
    } else {
      store(dtype, memory_[buffer], at, value(statement.expr));
    }
  }

  std::int64_t end_of(const kernel::Loop& loop) const {
    if (!loop.part) return loop.extent;
    const std::int64_t part = places_[static_cast<std::size_t>(*loop.part)];
    return std::min(loop.extent, loop.whole - part * loop.extent);
  }

  std::int64_t place(const kernel::Index& index) const {
    std::int64_t at = index.offset;
    for (const auto& [loop, stride] : index.terms) {
      at += places_[static_cast<std::size_t>(loop)] * stride;
    }
    return at;
  }

  // The local as statements read it: of its own type, where an accumulator is held in a wider one.
  LocalValue own(std::size_t local) const {
    const auto [dtype, held] = types_[local];
    const LocalValue& value = locals_[local];
    if (is_integer(held)) {
      if (is_float(dtype)) return {nearest_in(dtype, value.whole), 0};
      const Integer whole = wrapped(dtype, value.whole);
      return {static_cast<double>(whole), whole};
    }
    const double real = round_to(dtype, value.real);
    return {real, is_float(dtype) ? Integer{0} : saturated(dtype, truncated(real))};
  }

  double value(const Expr& expr) const {
    switch (expr->kind) {
      case ExprNode::Kind::constant: return expr->constant;
      case ExprNode::Kind::local: return own(static_cast<std::size_t>(expr->local)).real;
      case ExprNode::Kind::position: return static_cast<double>(place(expr->index));
      case ExprNode::Kind::within: return holds(expr->guards);
      case ExprNode::Kind::load: {
        if (!holds(expr->guards)) return 0;
        const auto buffer = static_cast<std::size_t>(expr->buffer);
        return load(kernel_.parameters[buffer].dtype, memory_[buffer], place(expr->index));
      }
      case ExprNode::Kind::apply: break;
    }
    if (of_integers_.contains(expr.get())) return static_cast<double>(integer(expr));
    return kernel::evaluate(expr->fn, value(expr->args[0]),
                            expr->args.size() > 1 ? value(expr->args[1]) : 0,
                            expr->args.size() > 2 ? value(expr->args[2]) : 0);
  }

  // Of an expression of integers.
  Integer integer(const Expr& expr) const {
    switch (expr->kind) {
      case ExprNode::Kind::constant: return expr->integer;
      case ExprNode::Kind::local: return own(static_cast<std::size_t>(expr->local)).whole;
      case ExprNode::Kind::position: return place(expr->index);
      case ExprNode::Kind::within: return holds(expr->guards);
      case ExprNode::Kind::load: {
        if (!holds(expr->guards)) return 0;
        const auto buffer = static_cast<std::size_t>(expr->buffer);
        return load_integer(kernel_.parameters[buffer].dtype, memory_[buffer], place(expr->index));
      }
      case ExprNode::Kind::apply: break;
    }
    if (expr->fn == kernel::Fn::select) {
      return integer(value(expr->args[0]) != 0 ? expr->args[1] : expr->args[2]);
    }
    return kernel::evaluate_integers(expr->fn, integer(expr->args[0]),
                                     expr->args.size() > 1 ? integer(expr->args[1]) : 0);
  }

  bool holds(const std::vector<kernel::Guard>& guards) const {
    for (const kernel::Guard& guard : guards) {
      const std::int64_t at = place(guard.index);
      if (at < guard.low || at >= guard.high) return false;
    }
    return true;
  }

  const kernel::Kernel& kernel_;
  std::vector<kernel::LocalType> types_;
  std::byte* const* memory_;
  std::vector<LocalValue> locals_;
  std::vector<std::int64_t> places_;
  std::unordered_set<const Statement*> in_integers_;
  std::unordered_set<const ExprNode*> of_integers_;  // comparisons
};

}  // namespace

void interpret(const kernel::Kernel& kernel, std::byte* const* memory) {
  Interpreter(kernel, memory).run(kernel.body);
}

}  // namespace ng
