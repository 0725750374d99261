// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/matmul_chain.h"

#include <algorithm>

namespace ng {
namespace {

using Distance = std::int64_t Matmul::Batch::*;

// Do the matrices (`rows` x `columns`) of a batch lie one after the other?
bool are_contiguous(const Matmul& p, Distance distance, std::int64_t rows, std::int64_t stored,
                    std::int64_t columns) {
  if (stored != 0 && stored != columns) return false;
  std::int64_t apart = rows * columns;
  for (auto axis = p.batch.rbegin(); axis != p.batch.rend(); apart *= axis++->count)
    if ((*axis).*distance != apart && axis->count > 1) return false;
  return true;
}

bool has(const std::vector<int>& some, int buffer) {
  return std::find(some.begin(), some.end(), buffer) != some.end();
}

// A temporary that step `reader` alone reads.
bool is_passed_on(const Program& program, int buffer, std::size_t reader) {
  if (program.buffers[static_cast<std::size_t>(buffer)].kind != BufferKind::temporary) return false;
  for (std::size_t i = 0; i < program.steps.size(); ++i)
    if (i != reader && has(program.steps[i].reads, buffer)) return false;
  return !has(program.results, buffer) && !has(program.kept, buffer) &&
         !has(program.parameters, buffer);
}

bool is_batch(const Matmul* p) {
  return p && !p->batch.empty() && !p->transpose_a && !p->accumulate && p->dtype == DType::f32;
}

}  // namespace

bool has_contiguous_results(const Matmul& p) {
  return are_contiguous(p, &Matmul::Batch::c, p.m, p.ldc, p.n);
}

std::optional<MatmulChain> matmul_chain_at(const Program& program, std::size_t step) {
  if (step + 2 >= program.steps.size() || (step < program.once && step + 2 >= program.once))
    return std::nullopt;
  const Step &scores = program.steps[step], &rows = program.steps[step + 1],
             &values = program.steps[step + 2];
  const auto *first = scores.as<Matmul>(), *second = values.as<Matmul>();
  const auto* work = rows.as<KernelStep>();
  if (!is_batch(first) || !is_batch(second) || !work || rows.writes.size() != 1 ||
      values.reads[0] != rows.writes[0] || values.reads[1] == rows.writes[0])
    return std::nullopt;
  // The last step writes its first rows while the others still read.
  if (has(scores.reads, values.writes[0]) || has(rows.reads, values.writes[0])) return std::nullopt;
  const bool fits = second->m == first->m && second->k == first->n &&
                    second->products() == first->products() && has_contiguous_results(*first) &&
                    are_contiguous(*second, &Matmul::Batch::a, second->m, second->lda, second->k);
  const auto place = static_cast<std::size_t>(
      std::find(rows.reads.begin(), rows.reads.end(), scores.writes[0]) - rows.reads.begin());
  if (!fits || place == rows.reads.size() || !is_passed_on(program, scores.writes[0], step + 1) ||
      !is_passed_on(program, rows.writes[0], step + 2))
    return std::nullopt;
  const kernel::Kernel& kernel = program.kernels[static_cast<std::size_t>(work->kernel)];
  const auto iterations = [&](std::size_t parameter) {
    return row_iterations(kernel, static_cast<int>(parameter), first->products() * first->m,
                          first->n);
  };
  const auto read = iterations(place);
  const bool same = read && read == iterations(rows.reads.size()) && first->m % read->rows == 0;
  if (!same) return std::nullopt;
  return MatmulChain{*read, place};
}

}  // namespace ng
