// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/launches.h"

#include <algorithm>
#include <optional>

#include "engine/runtime/matmul_chain.h"
#include "engine/runtime/row_iterations.h"

namespace ng {
namespace {

bool is_small(const Program& program, const Step& step) {
  if (step.is<CopyStep>()) {
    return program.buffers[static_cast<std::size_t>(step.writes[0])].bytes < shared_out_cost;
  }
  const auto* work = step.as<KernelStep>();
  return work && !program.kernels[static_cast<std::size_t>(work->kernel)].shared_out;
}

bool meet(const std::vector<int>& a, const std::vector<int>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&b](int buffer) { return std::find(b.begin(), b.end(), buffer) != b.end(); });
}

// The result of a step that computes it by rows, each at once.
struct ResultRows {
  std::int64_t rows, columns, flops;
};

// Rows of a matmul, of all products of a batch, or channels of a convolution of bytes (of each
// image, if the batch is first).
std::optional<ResultRows> result_rows(const Step& step) {
  const auto* matmul = step.as<Matmul>();
  if (matmul && has_contiguous_results(*matmul))
    return ResultRows{matmul->m * matmul->products(), matmul->n, matmul->flops()};
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
  const auto found =
      row_iterations(program.kernels[static_cast<std::size_t>(work->kernel)],
                     static_cast<int>(at - epilogue.reads.begin()), rows->rows, rows->columns);
  return found && found->rows == 1 ? found->iterations : 0;
}

void group_steps(Program& program) {
  std::vector<Step>& steps = program.steps;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    if (i + 1 == program.once) continue;
    Step &step = steps[i], &next = steps[i + 1];
    if (device_of(program, step) != device_of(program, next)) continue;
    if (crosses_devices(program, step) || crosses_devices(program, next)) continue;
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
  const auto now = static_cast<std::size_t>(step), next = now + 1;
  if (matmul_chain_at(program, now)) return step + 2;
  if (step > 0 && matmul_chain_at(program, now - 1)) return step + 1;
  const bool ended = next < program.steps.size() && program.steps[next].iterations_per_row > 0;
  return ended ? step + 1 : step;
}

}  // namespace ng
