// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/packed_copy.h"

#include <utility>

namespace ng {

int add_packed_copy(Program& program, BufferNames& names, int from, const WindowStep& packing,
                    std::int64_t floats, std::vector<Step>& steps) {
  const Buffer& unpacked = program.buffers[static_cast<std::size_t>(from)];
  const int added = static_cast<int>(program.buffers.size());
  Step step;
  step.name = "pack_" + unpacked.name.substr(unpacked.name.rfind("a_", 0) == 0 ? 2 : 0);
  step.work = packing;
  step.reads = {from};
  step.writes = {added};
  if (!unpacked.values.empty()) step.ops = {unpacked.values.back()};
  steps.push_back(std::move(step));
  Buffer to;
  to.name = names.take(unpacked.name + "_packed");
  to.dtype = DType::f32;
  to.shape = {floats};
  to.axes = {"packed"};
  to.bytes = 4 * floats;
  to.values = unpacked.values;
  program.buffers.push_back(std::move(to));
  return added;
}

}  // namespace ng
