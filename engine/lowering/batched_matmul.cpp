// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/batched_matmul.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ng {
namespace {

using kernel::Expr;
using kernel::ExprNode;
using kernel::Index;
using kernel::Kernel;
using kernel::Statement;
using Kind = Statement::Kind;

constexpr std::int64_t least_rows = 8, least_columns = 16, least_depth = 8;

struct Load {
  int buffer = 0;
  Index index;
};

// A kernel of the form "for outer loops: sum over `depth` of x times y, stored at `result`".
struct SumOfProducts {
  std::vector<int> outer;
  int depth = 0;
  Load x, y;
  Index result;
};

bool is_float32(const Kernel& kernel) {
  return std::all_of(kernel.parameters.begin(), kernel.parameters.end(),
                     [](const kernel::Parameter& each) { return each.dtype == DType::f32; });
}

// What `expr` is by the definitions of the block.
Expr resolved(Expr expr, const std::vector<Statement>& block) {
  while (expr->kind == ExprNode::Kind::local) {
    const auto at = std::find_if(block.begin(), block.end(), [&](const Statement& each) {
      return each.kind == Kind::define && each.local == expr->local && each.dtype == DType::f32;
    });
    if (at == block.end()) break;
    expr = at->expr;
  }
  return expr;
}

std::optional<Load> load_of(const Expr& expr, const std::vector<Statement>& block) {
  const Expr load = resolved(expr, block);
  if (load->kind != ExprNode::Kind::load || !load->guards.empty()) return std::nullopt;
  return Load{load->buffer, load->index};
}

std::optional<SumOfProducts> sum_of_products(const Kernel& kernel) {
  SumOfProducts form;
  const std::vector<Statement>* block = &kernel.body;
  for (; block->size() == 1 && block->front().kind == Kind::loop; block = &block->front().body)
    form.outer.push_back(block->front().loop);
  if (block->size() != 3) return std::nullopt;
  const Statement &sum = (*block)[0], &loop = (*block)[1], &store = (*block)[2];
  if (sum.kind != Kind::declare || sum.combine != kernel::Combine::add || loop.kind != Kind::loop ||
      store.kind != Kind::store || store.expr->kind != ExprNode::Kind::local ||
      store.expr->local != sum.local)
    return std::nullopt;
  const std::vector<Statement>& body = loop.body;
  const Statement& last = body.back();
  const bool defines = std::all_of(body.begin(), body.end() - 1,
                                   [](const Statement& each) { return each.kind == Kind::define; });
  if (!defines || last.kind != Kind::accumulate || last.local != sum.local) return std::nullopt;
  const Expr product = resolved(last.expr, body);
  if (product->kind != ExprNode::Kind::apply || product->fn != kernel::Fn::multiply)
    return std::nullopt;
  const auto x = load_of(product->args[0], body), y = load_of(product->args[1], body);
  if (!x || !y || x->buffer == y->buffer) return std::nullopt;
  form.depth = loop.loop;
  form.x = *x;
  form.y = *y;
  form.result = store.index;
  return form;
}

// Reads the form with its x as A and its y as B.
class Reader {
 public:
  Reader(const Kernel& kernel, const SumOfProducts& form) : kernel_(kernel), form_(form) {}

  std::optional<BatchedMatmul> read() {
    if (form_.x.index.offset != 0 || form_.y.index.offset != 0 || form_.result.offset != 0)
      return std::nullopt;
    const int rows = largest(form_.x.index, form_.y.index), columns = with_contiguous_results(rows);
    if (rows < 0 || columns < 0 || a(form_.depth) != 1) return std::nullopt;
    Matmul& p = made_.matmul;
    p.m = extent(rows);
    p.n = extent(columns);
    p.k = extent(form_.depth);
    p.transpose_b = b(columns) != 1;
    if (p.transpose_b && b(form_.depth) != 1) return std::nullopt;
    p.lda = a(rows);
    p.ldb = p.transpose_b ? b(columns) : b(form_.depth);
    p.ldc = c(rows);
    for (const int loop : form_.outer) {
      if (loop == rows || loop == columns || extent(loop) == 1) continue;
      if (c(loop) == 0) return std::nullopt;
      p.batch.push_back({extent(loop), a(loop), b(loop), c(loop)});
    }
    const bool large = p.m >= least_rows && p.n >= least_columns && p.k >= least_depth;
    if (!large || p.batch.empty()) return std::nullopt;
    made_.a = form_.x.buffer;
    made_.b = form_.y.buffer;
    return made_;
  }

 private:
  std::int64_t extent(int loop) const {
    return kernel_.loops[static_cast<std::size_t>(loop)].extent;
  }
  std::int64_t a(int loop) const { return form_.x.index.stride(loop); }
  std::int64_t b(int loop) const { return form_.y.index.stride(loop); }
  std::int64_t c(int loop) const { return form_.result.stride(loop); }

  // The longest loop along which `with` changes and `without` does not; -1: there is none.
  int largest(const Index& with, const Index& without) const {
    int found = -1;
    for (const int loop : form_.outer) {
      const bool fits = with.stride(loop) > 0 && without.stride(loop) == 0 && extent(loop) > 1;
      if (fits && (found < 0 || extent(loop) > extent(found))) found = loop;
    }
    return found;
  }

  int with_contiguous_results(int rows) const {
    for (const int loop : form_.outer) {
      if (loop != rows && a(loop) == 0 && b(loop) > 0 && c(loop) == 1 && extent(loop) > 1)
        return loop;
    }
    return -1;
  }

  const Kernel& kernel_;
  const SumOfProducts& form_;
  BatchedMatmul made_;
};

}  // namespace

std::optional<BatchedMatmul> batched_matmul_of(const Kernel& kernel) {
  if (kernel.parameters.size() != 3 || !is_float32(kernel)) return std::nullopt;
  auto form = sum_of_products(kernel);
  if (!form) return std::nullopt;
  if (auto found = Reader(kernel, *form).read()) return found;
  std::swap(form->x, form->y);
  return Reader(kernel, *form).read();
}

}  // namespace ng
