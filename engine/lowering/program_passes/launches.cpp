// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/launches.h"

#include <algorithm>
#include <optional>

namespace ng {
namespace {

bool is_small(const Program& program, const Step& step) {
  if (step.is<CopyStep>()) {
    return program.buffers[static_cast<std::size_t>(step.writes[0])].bytes < shared_out_cost;
  }
  const auto* work = step.as<KernelStep>();
  return work && !program.kernels[static_cast<std::size_t>(work->kernel)].shared_out;
}

// Checks that each iteration of the kernel's parallel loop loads from one row only of parameter
// `buffer` (`rows` x `columns`). Returns the number of iterations per row: 1, or `columns` if rows
// and columns are collapsed into one loop; 0 if the check fails.
std::int64_t iterations_per_row(const kernel::Kernel& kernel, int buffer, std::int64_t rows,
                                std::int64_t columns) {
  if (!kernel.parallel) return 0;
  const int outer = *kernel.parallel_loop();
  const bool lanes = outer == kernel.vector_loop;
  const std::int64_t extent = kernel.parallel_extent();
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

// The result of a step that computes it by rows, each at once.
struct ResultRows {
  std::int64_t rows, columns, flops;
};

// Rows of a matmul, or channels of a convolution of bytes (of each image, if the batch is first).
std::optional<ResultRows> result_rows(const Step& step) {
  const auto* matmul = step.as<Matmul>();
  if (matmul && matmul->batch.empty()) return ResultRows{matmul->m, matmul->n, matmul->flops()};
  const auto* window = step.as<WindowStep>();
  const auto* convolution = window ? std::get_if<Convolution>(window) : nullptr;
  if (!convolution || !convolution->bytes) return std::nullopt;
  const Convolution each = convolution->each_image();
  return ResultRows{convolution->batch / each.batch * each.out_channels,
                    each.positions() * each.batch, cost_of(*window).flops};
}

// Step::iterations_per_row if the kernel of `epilogue` may run on finished rows while `step`
// computes others; else 0.
std::int64_t epilogue_iterations_per_row(const Program& program, const Step& step,
                                         const Step& epilogue) {
  const auto rows = result_rows(step);
  const auto* work = epilogue.as<KernelStep>();
  if (!rows || !work) return 0;
  if (rows->flops < shared_out_flops || meet(epilogue.writes, step.reads) ||
      meet(epilogue.writes, step.writes))
    return 0;
  const auto at = std::find(epilogue.reads.begin(), epilogue.reads.end(), step.writes[0]);
  if (at == epilogue.reads.end()) return 0;
  return iterations_per_row(program.kernels[static_cast<std::size_t>(work->kernel)],
                            static_cast<int>(at - epilogue.reads.begin()), rows->rows,
                            rows->columns);
}

void group_steps(Program& program) {
  std::vector<Step>& steps = program.steps;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    if (i + 1 == program.once) continue;
    Step &step = steps[i], &next = steps[i + 1];
    next.iterations_per_row = epilogue_iterations_per_row(program, step, next);
    const bool any_kernel = step.is<KernelStep>() || next.is<KernelStep>();
    const bool small = step.iterations_per_row == 0 && any_kernel && is_small(program, step) &&
                       is_small(program, next);
    if (next.iterations_per_row == 0 && !small) continue;
    if (!step.launch) step.launch = static_cast<int>(i);
    next.launch = step.launch;
  }
}

}  // namespace

void set_launches(Program& program) {
  for_each_program(program, group_steps);
}

bool makes_rows(const Step& step) {
  return result_rows(step).has_value();
}

int last_reading_step(const Program& program, int step) {
  const auto next = static_cast<std::size_t>(step) + 1;
  const bool ended = next < program.steps.size() && program.steps[next].iterations_per_row > 0;
  return ended ? step + 1 : step;
}

}  // namespace ng
