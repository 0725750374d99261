// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/launches.h"

#include <algorithm>

namespace ng {
namespace {

bool is_small(const Program& program, const Step& step) {
  if (step.kind == Step::Kind::copy) {
    return program.buffers[static_cast<std::size_t>(step.writes[0])].bytes < shared_out_cost;
  }
  return step.kind == Step::Kind::kernel &&
         !is_shared_out(program.kernels[static_cast<std::size_t>(step.kernel)]);
}

// Does `kernel` at each step of its parallel loop load one row of parameter `buffer` (`rows` of
// `columns`), or, where rows and columns are one loop, as many of its steps as a row has?
std::int64_t steps_of_a_row(const kernel::Kernel& kernel, int buffer, std::int64_t rows,
                            std::int64_t columns) {
  if (kernel.parallel_loop < 0) return 0;
  const int outer = kernel.parallel_loop;
  const bool lanes = outer == kernel.vector_loop;
  const std::int64_t extent = kernel.loops[static_cast<std::size_t>(outer)].extent;
  const bool joined = extent == rows * columns && rows != extent;
  if (!joined && (extent != rows || lanes)) return 0;
  if (joined && lanes && columns % kernel.lanes != 0) return 0;
  bool by_rows = true;
  kernel::for_each_statement(kernel.body, [&](const kernel::Statement& statement) {
    kernel::for_each_load(statement.expr, [&](int loaded, const kernel::Index& index) {
      if (loaded != buffer) return;
      std::int64_t low = index.offset, high = low;
      for (const auto& [loop, stride] : index.terms) {
        if (loop == outer) continue;
        const std::int64_t last = kernel.loops[static_cast<std::size_t>(loop)].extent - 1;
        (stride < 0 ? low : high) += stride * last;
      }
      by_rows &= index.stride(outer) == (joined ? 1 : columns) && low >= 0 &&
                 high < (joined ? 1 : columns);
    });
  });
  return by_rows ? (joined ? columns : 1) : 0;
}

bool meet(const std::vector<int>& a, const std::vector<int>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&b](int buffer) { return std::find(b.begin(), b.end(), buffer) != b.end(); });
}

// May the kernel of `ending` run on rows of the product while others are still being made?
bool ends(const Program& program, const Step& product, Step& ending) {
  const MatrixProduct& p = product.product;
  if (product.kind != Step::Kind::product || ending.kind != Step::Kind::kernel) return false;
  if (2 * p.m * p.n * p.k < shared_out_flops || meet(ending.writes, product.reads) ||
      meet(ending.writes, product.writes))
    return false;
  const auto at = std::find(ending.reads.begin(), ending.reads.end(), product.writes[0]);
  if (at == ending.reads.end()) return false;
  ending.steps_a_row = steps_of_a_row(program.kernels[static_cast<std::size_t>(ending.kernel)],
                                      static_cast<int>(at - ending.reads.begin()), p.m, p.n);
  return ending.steps_a_row > 0;
}

}  // namespace

void join_launches(Program& program) {
  std::vector<Step>& steps = program.steps;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    if (i + 1 == program.once) continue;
    const bool ended = steps[i].launch < 0 && ends(program, steps[i], steps[i + 1]);
    const bool in_ending = i > 0 && steps[i].steps_a_row > 0;
    const bool small =
        !in_ending && is_small(program, steps[i]) && is_small(program, steps[i + 1]) &&
        (steps[i].kind == Step::Kind::kernel || steps[i + 1].kind == Step::Kind::kernel);
    if (!ended && !small) continue;
    if (steps[i].launch < 0) steps[i].launch = static_cast<int>(i);
    steps[i + 1].launch = steps[i].launch;
  }
}

int last_reading_step(const Program& program, int step) {
  const auto next = static_cast<std::size_t>(step) + 1;
  const bool ended = next < program.steps.size() && program.steps[next].steps_a_row > 0;
  return ended ? step + 1 : step;
}

}  // namespace ng
