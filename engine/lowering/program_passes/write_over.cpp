// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/write_over.h"

#include <algorithm>

#include "engine/lowering/program_passes/element_by_element.h"

namespace ng {
namespace {

bool fits(const Buffer& operand, const Buffer& made, int step) {
  return operand.kind == BufferKind::temporary && operand.first_step < step &&
         operand.last_step == step && operand.bytes == made.bytes && operand.dtype == made.dtype;
}

// True if memory_plan already ended an operand before the step that reads it: it was overwritten.
bool is_written_over_one(const Program& program, const Step& step, const Buffer& made) {
  return std::any_of(step.reads.begin(), step.reads.end(), [&](int read) {
    const Buffer& operand = program.buffers[static_cast<std::size_t>(read)];
    return operand.kind == BufferKind::temporary && operand.last_step < made.first_step &&
           operand.offset == made.offset;
  });
}

}  // namespace

std::vector<int> operands_written_over(const Program& program) {
  std::vector<int> over(program.buffers.size(), -1);
  std::vector<bool> taken(program.buffers.size(), false);
  for (std::size_t s = 0; s < program.steps.size(); ++s) {
    const Step& step = program.steps[s];
    const auto* work = step.as<KernelStep>();
    if (!work || step.iterations_per_row > 0) continue;
    const kernel::Kernel& kernel = program.kernels[static_cast<std::size_t>(work->kernel)];
    for (std::size_t w = 0; w < step.writes.size(); ++w) {
      const auto made = static_cast<std::size_t>(step.writes[w]);
      if (program.buffers[made].kind != BufferKind::temporary ||
          is_written_over_one(program, step, program.buffers[made]))
        continue;
      for (std::size_t r = 0; r < step.reads.size() && over[made] < 0; ++r) {
        const auto read = static_cast<std::size_t>(step.reads[r]);
        const bool once = std::count(step.reads.begin(), step.reads.end(), step.reads[r]) == 1;
        if (taken[read] || !once ||
            !fits(program.buffers[read], program.buffers[made], static_cast<int>(s)) ||
            !element_by_element(kernel, static_cast<int>(r),
                                static_cast<int>(step.reads.size() + w)))
          continue;
        over[made] = step.reads[r];
        taken[read] = true;
      }
    }
  }
  return over;
}

}  // namespace ng
