// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/liveness.h"

#include <algorithm>

#include "engine/lowering/program_passes/buffer_uses.h"
#include "engine/lowering/program_passes/launches.h"

namespace ng {
namespace {

int last_step(const Program& program) {
  return std::max<int>(0, static_cast<int>(program.steps.size()) - 1);
}

std::string step_text(const Program& program, int step) {
  return "step " + std::to_string(step) + " (" +
         program.steps[static_cast<std::size_t>(step)].name + ")";
}

void reason_of_scratch(Program& program) {
  for (const Step& step : program.steps) {
    if (!step.scratch) continue;
    const int buffer = step.writes[static_cast<std::size_t>(*step.scratch)];
    program.buffers[static_cast<std::size_t>(buffer)].reason =
        "scratch of " + step.name + ": used by that step alone";
  }
}

void set_lifetimes_of(Program& program) {
  const int last = last_step(program);
  const BufferUses uses = uses_of(program);
  for (std::size_t i = 0; i < program.buffers.size(); ++i) {
    Buffer& buffer = program.buffers[i];
    const int made = uses.maker[i];
    const int read = uses.last_reader[i];
    switch (buffer.kind) {
      case BufferKind::temporary:
        buffer.first_step = std::max(made, 0);
        buffer.last_step = last_reading_step(program, std::max(read, buffer.first_step));
        buffer.reason = "from " + step_text(program, buffer.first_step) + " to its last reader, " +
                        step_text(program, buffer.last_step);
        break;
      case BufferKind::output:
        buffer.first_step = std::max(made, 0);
        buffer.last_step = last;
        buffer.reason = "a result: it is read after the run";
        break;
      case BufferKind::kept:
        buffer.last_step = last;
        buffer.reason = "computed once: it is kept until a variable changes";
        break;
      case BufferKind::persistent:
        buffer.last_step = last;
        buffer.reason = "state: it is kept between runs";
        break;
      case BufferKind::input:
        buffer.last_step = last;
        buffer.reason = "an input: it keeps its last value";
        break;
      case BufferKind::constant:
        buffer.last_step = last;
        buffer.reason = "a constant: it never changes";
        break;
    }
  }
  reason_of_scratch(program);
  program.has_lifetimes = true;
}

}  // namespace

void set_lifetimes(Program& program) {
  for_each_program(program, set_lifetimes_of);
}

void live_throughout(Program& program) {
  for_each_program(program, [](Program& each) {
    for (Buffer& buffer : each.buffers) {
      buffer.last_step = last_step(each);
      buffer.reason = "alive throughout: liveness is switched off";
    }
    each.has_lifetimes = true;
  });
}

}  // namespace ng
