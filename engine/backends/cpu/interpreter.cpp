// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/interpreter.h"

#include <algorithm>

#include "engine/kernels/local_types.h"

namespace ng {
namespace {

using kernel::Expr;
using kernel::ExprNode;
using kernel::Statement;

class Interpreter {
 public:
  Interpreter(const kernel::Kernel& kernel, std::byte* const* memory)
      : kernel_(kernel), types_(kernel::local_types(kernel)), memory_(memory) {
    locals_.resize(static_cast<std::size_t>(kernel.locals));
    places_.resize(kernel.loops.size());
  }

  void run(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) run(statement);
  }

 private:
  void run(const Statement& statement) {
    double& local = locals_.empty() ? none_ : locals_[static_cast<std::size_t>(statement.local)];
    switch (statement.kind) {
      case Statement::Kind::define: local = round_to(statement.dtype, value(statement.expr)); break;
      case Statement::Kind::declare: local = kernel::identity(statement.combine); break;
      // Accumulates in double, so that a single accumulator suffices.
      case Statement::Kind::accumulate:
        local =
            kernel::evaluate(kernel::function_of(statement.combine), local, value(statement.expr));
        break;
      case Statement::Kind::store: {
        const auto buffer = static_cast<std::size_t>(statement.buffer);
        store(kernel_.parameters[buffer].dtype, memory_[buffer], place(statement.index),
              value(statement.expr));
        break;
      }
      case Statement::Kind::loop: {
        std::int64_t& at = places_[static_cast<std::size_t>(statement.loop)];
        const std::int64_t end = end_of(kernel_.loops[static_cast<std::size_t>(statement.loop)]);
        for (at = 0; at < end; ++at) run(statement.body);
        break;
      }
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

  double value(const Expr& expr) const {
    switch (expr->kind) {
      case ExprNode::Kind::constant: return expr->constant;
      case ExprNode::Kind::local: {
        const auto local = static_cast<std::size_t>(expr->local);
        return round_to(types_[local].dtype, locals_[local]);
      }
      case ExprNode::Kind::position: return static_cast<double>(place(expr->index));
      case ExprNode::Kind::within: return holds(expr->guards);
      case ExprNode::Kind::load: {
        if (!holds(expr->guards)) return 0;
        const auto buffer = static_cast<std::size_t>(expr->buffer);
        return load(kernel_.parameters[buffer].dtype, memory_[buffer], place(expr->index));
      }
      case ExprNode::Kind::apply: break;
    }
    return kernel::evaluate(expr->fn, value(expr->args[0]),
                            expr->args.size() > 1 ? value(expr->args[1]) : 0,
                            expr->args.size() > 2 ? value(expr->args[2]) : 0);
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
  std::vector<double> locals_;
  std::vector<std::int64_t> places_;
  double none_ = 0;
};

}  // namespace

void interpret(const kernel::Kernel& kernel, std::byte* const* memory) {
  Interpreter(kernel, memory).run(kernel.body);
}

}  // namespace ng
