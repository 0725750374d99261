// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/kernel.h"

#include <algorithm>

namespace ng::kernel {

std::int64_t Kernel::parallel_extent() const {
  return parallel ? loops[static_cast<std::size_t>(*parallel_loop())].extent : 0;
}

std::int64_t Kernel::parallel_unit() const {
  return parallel && parallel_loop() == vector_loop ? lanes : 1;
}

std::int64_t Kernel::parallel_units() const {
  return (parallel_extent() + parallel_unit() - 1) / parallel_unit();
}

OuterNest outer_nest(const Kernel& kernel) {
  OuterNest outer{{}, &kernel.body};
  while (kernel.parallel && outer.block->size() == 1 &&
         outer.block->front().kind == Statement::Kind::loop) {
    outer.loops.push_back(outer.block->front().loop);
    outer.block = &outer.block->front().body;
  }
  return outer;
}

void for_each_load_node(const Expr& expr, const std::function<void(const ExprNode&)>& each) {
  if (!expr) return;
  if (expr->kind == ExprNode::Kind::load) each(*expr);
  for (const Expr& arg : expr->args) for_each_load_node(arg, each);
}

void for_each_load(const Expr& expr, const std::function<void(int, const Index&)>& each) {
  for_each_load_node(expr, [&each](const ExprNode& load) { each(load.buffer, load.index); });
}

void for_each_position(const Expr& expr, const std::function<void(const Index&)>& each) {
  if (!expr) return;
  if (expr->kind == ExprNode::Kind::position) each(expr->index);
  for (const Guard& guard : expr->guards) each(guard.index);
  for (const Expr& arg : expr->args) for_each_position(arg, each);
}

namespace {

void collect_loops(const std::vector<Statement>& statements, int depth,
                   std::vector<std::pair<int, int>>& found) {
  for (const Statement& statement : statements) {
    if (statement.kind != Statement::Kind::loop) continue;
    const auto known = std::find_if(found.begin(), found.end(), [&statement](const auto& entry) {
      return entry.second == statement.loop;
    });
    if (known == found.end()) found.emplace_back(depth, statement.loop);
    collect_loops(statement.body, depth + 1, found);
  }
}

}  // namespace

std::string loops_text(const Kernel& kernel) {
  std::vector<std::pair<int, int>> found;
  collect_loops(kernel.body, 0, found);
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string text;
  for (const auto& [depth, index] : found) {
    const Loop& loop = kernel.loops[static_cast<std::size_t>(index)];
    text += (text.empty() ? "" : " ▸ ") + loop.name + " " + std::to_string(loop.extent);
    if (index == kernel.vector_loop) text += " (" + std::to_string(kernel.lanes) + " lanes)";
  }
  return text.empty() ? "one element" : text;
}

}  // namespace ng::kernel
