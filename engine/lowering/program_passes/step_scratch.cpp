// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/step_scratch.h"

#include "engine/kernels/c_identifier.h"
#include "engine/lowering/program_passes/buffer_names.h"
#include "engine/runtime/memory_left.h"

namespace ng {
void give_scratch(Program& program, const std::function<std::int64_t(const Step&)>& bytes_of) {
  for_each_program(program, [&bytes_of](Program& each) {
    BufferNames names(each);
    for (Step& step : each.steps) {
      const std::int64_t bytes = bytes_of(step);
      if (bytes <= 0) continue;
      require_memory(bytes, "the scratch of " + step.name);
      Buffer buffer;
      buffer.name = names.take("a_" + kernel::c_identifier(step.name) + "_scratch");
      buffer.dtype = DType::u8;
      buffer.shape = {bytes};
      buffer.axes = {"bytes"};
      buffer.bytes = bytes;
      buffer.values = {step.ops.back()};
      buffer.device = device_of(each, step);
      step.scratch = static_cast<int>(step.writes.size());
      step.writes.push_back(static_cast<int>(each.buffers.size()));
      each.buffers.push_back(std::move(buffer));
    }
  });
}

}  // namespace ng
