// SPDX-License-Identifier: Apache-2.0
// Loop collapsing: for a: for b: x[a*B + b] -> for ab: x[ab]
#include <algorithm>

#include "engine/kernels/kernel.h"

namespace ng::kernel {
namespace {

// Is every access contiguous in both loops, or independent of both? A loop of one iteration has no
// strides.
bool contiguous(Kernel& kernel, int a, int b) {
  if (kernel.loops[static_cast<std::size_t>(a)].extent == 1) return true;
  const std::int64_t extent = kernel.loops[static_cast<std::size_t>(b)].extent;
  bool holds = true;
  auto see = [&](int, const Index& index) { holds &= index.stride(a) == index.stride(b) * extent; };
  for_each_statement(kernel.body, [&](Statement& statement) {
    for_each_load(statement.expr, see);
    for_each_position(statement.expr, [&](const Index& index) { see(0, index); });
    if (statement.kind == Statement::Kind::store) see(statement.buffer, statement.index);
  });
  return holds;
}

Index without(const Index& index, int loop) {
  Index result = index;
  std::erase_if(result.terms, [loop](const auto& term) { return term.first == loop; });
  return result;
}

Expr without(const Expr& expr, int loop) {
  if (!expr || expr->kind == ExprNode::Kind::constant || expr->kind == ExprNode::Kind::local) {
    return expr;
  }
  auto copy = std::make_shared<ExprNode>(*expr);
  copy->index = without(copy->index, loop);
  for (Guard& guard : copy->guards) guard.index = without(guard.index, loop);
  for (Expr& arg : copy->args) arg = without(arg, loop);
  return copy;
}

// A loop of several nests (the stages of a softmax) is not collapsed.
bool in_one_nest(Kernel& kernel, int loop) {
  int nests = 0;
  for_each_statement(kernel.body, [&](Statement& statement) {
    nests += statement.kind == Statement::Kind::loop && statement.loop == loop;
  });
  return nests == 1;
}

bool join(Kernel& kernel, Statement& outer) {
  if (outer.kind != Statement::Kind::loop || outer.body.size() != 1) return false;
  Statement& inner = outer.body[0];
  if (inner.kind != Statement::Kind::loop || !contiguous(kernel, outer.loop, inner.loop) ||
      !in_one_nest(kernel, outer.loop) || !in_one_nest(kernel, inner.loop))
    return false;
  const int gone = outer.loop, stays = inner.loop;
  Loop& loop = kernel.loops[static_cast<std::size_t>(stays)];
  const Loop& other = kernel.loops[static_cast<std::size_t>(gone)];
  loop.name = other.name + "·" + loop.name;
  loop.extent *= other.extent;
  std::vector<Statement> body = std::move(inner.body);
  outer.loop = stays;
  outer.body = std::move(body);
  for_each_statement(kernel.body, [gone](Statement& statement) {
    statement.expr = without(statement.expr, gone);
    statement.index = without(statement.index, gone);
  });
  return true;
}

bool join_any(Kernel& kernel, std::vector<Statement>& statements) {
  for (Statement& statement : statements) {
    if (join(kernel, statement) || join_any(kernel, statement.body)) return true;
  }
  return false;
}

}  // namespace

void collapse_loops(Kernel& kernel) {
  while (join_any(kernel, kernel.body)) {
  }
}

}  // namespace ng::kernel
