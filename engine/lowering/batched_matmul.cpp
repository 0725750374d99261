// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/batched_matmul.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace ng {
namespace {

using kernel::Expr;
using kernel::ExprNode;
using kernel::Index;
using kernel::Kernel;
using kernel::Statement;
using Kind = Statement::Kind;

constexpr std::int64_t least_rows = 8, least_columns = 16, least_depth = 8;
constexpr std::int64_t most_turned = 1 << 18;  // elements of a transposed A, which is copied

struct Load {
  int buffer = 0;
  Index index;
};

// One result of a kernel of the form "for outer loops: sum over `depth` of x times y, stored at
// `result`".
struct SumOfProducts {
  std::vector<int> outer;
  int depth = 0;
  Load x, y;
  int output = 0;
  Index result;
  std::vector<std::uint64_t> ops;
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

// The block in the outer loops: accumulators, the loop that sums, and their stores.
struct Sums {
  std::vector<int> outer;
  std::size_t count = 0;
  const std::vector<Statement>* block = nullptr;
  const Statement& loop() const { return (*block)[count]; }
  const Statement& store(std::size_t i) const { return (*block)[count + 1 + i]; }
};

std::optional<Sums> sums_of(const Kernel& kernel) {
  Sums sums;
  sums.block = &kernel.body;
  for (; sums.block->size() == 1 && sums.block->front().kind == Kind::loop;
       sums.block = &sums.block->front().body)
    sums.outer.push_back(sums.block->front().loop);
  const std::vector<Statement>& block = *sums.block;
  while (sums.count < block.size() && block[sums.count].kind == Kind::declare &&
         block[sums.count].combine == kernel::Combine::add)
    ++sums.count;
  if (sums.count == 0 || block.size() != 2 * sums.count + 1) return std::nullopt;
  if (sums.loop().kind != Kind::loop) return std::nullopt;
  const std::vector<Statement>& body = sums.loop().body;
  const bool flat = std::all_of(body.begin(), body.end(), [](const Statement& each) {
    return each.kind == Kind::define || each.kind == Kind::accumulate;
  });
  const bool stores =
      std::all_of(block.end() - static_cast<std::ptrdiff_t>(sums.count), block.end(),
                  [](const Statement& each) {
                    return each.kind == Kind::store && each.expr->kind == ExprNode::Kind::local;
                  });
  return flat && stores ? std::optional(sums) : std::nullopt;
}

std::optional<SumOfProducts> sum_of_products(const Sums& sums, const Statement& store) {
  const std::vector<Statement>& body = sums.loop().body;
  const auto adds = [&](const Statement& each) {
    return each.kind == Kind::accumulate && each.local == store.expr->local;
  };
  const auto sum = std::find_if(body.begin(), body.end(), adds);
  if (std::count_if(body.begin(), body.end(), adds) != 1) return std::nullopt;
  const Expr product = resolved(sum->expr, body);
  if (product->kind != ExprNode::Kind::apply || product->fn != kernel::Fn::multiply)
    return std::nullopt;
  const auto x = load_of(product->args[0], body), y = load_of(product->args[1], body);
  if (!x || !y) return std::nullopt;
  SumOfProducts form{sums.outer, sums.loop().loop, *x, *y, store.buffer, store.index, sum->ops};
  form.ops.insert(form.ops.end(), store.ops.begin(), store.ops.end());
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
    if (rows < 0 || columns < 0) return std::nullopt;
    Matmul& p = made_.matmul;
    p.transpose_a = a(form_.depth) != 1;
    if (p.transpose_a && a(rows) != 1) return std::nullopt;
    p.m = extent(rows);
    p.n = extent(columns);
    p.k = extent(form_.depth);
    p.transpose_b = b(columns) != 1;
    if (p.transpose_b && b(form_.depth) != 1) return std::nullopt;
    p.lda = p.transpose_a ? a(form_.depth) : a(rows);
    p.ldb = p.transpose_b ? b(columns) : b(form_.depth);
    p.ldc = c(rows);
    for (const int loop : form_.outer) {
      if (loop == rows || loop == columns || extent(loop) == 1) continue;
      if (c(loop) == 0) return std::nullopt;
      p.batch.push_back({extent(loop), a(loop), b(loop), c(loop)});
    }
    const bool large = p.m >= least_rows && p.n >= least_columns && p.k >= least_depth;
    if (!large || p.batch.empty() || (p.transpose_a && p.m * p.k > most_turned))
      return std::nullopt;
    made_.a = form_.x.buffer;
    made_.b = form_.y.buffer;
    made_.c = form_.output;
    made_.ops = form_.ops;
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

std::optional<BatchedMatmul> read(const Kernel& kernel, SumOfProducts form) {
  if (auto found = Reader(kernel, form).read()) return found;
  std::swap(form.x, form.y);
  return Reader(kernel, form).read();
}

}  // namespace

std::vector<BatchedMatmul> batched_matmuls_of(const Kernel& kernel) {
  const auto sums = is_float32(kernel) ? sums_of(kernel) : std::nullopt;
  std::vector<BatchedMatmul> found;
  for (std::size_t i = 0; sums && i < sums->count; ++i) {
    const auto form = sum_of_products(*sums, sums->store(i));
    const auto matmul = form ? read(kernel, *form) : std::nullopt;
    if (!matmul) return {};
    found.push_back(*matmul);
  }
  return found;
}

}  // namespace ng
