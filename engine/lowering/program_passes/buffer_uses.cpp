// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/buffer_uses.h"

namespace ng {

BufferUses uses_of(const Program& program) {
  const std::vector<int> none(program.buffers.size(), -1);
  BufferUses uses{none, none, std::vector<int>(program.buffers.size(), 0)};
  const auto read = [&uses](int buffer) {
    if (buffer >= 0) ++uses.readers[static_cast<std::size_t>(buffer)];
  };
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    for (const int buffer : program.steps[i].reads) {
      read(buffer);
      uses.last_reader[static_cast<std::size_t>(buffer)] = static_cast<int>(i);
    }
    for (const int buffer : program.steps[i].writes) {
      int& maker = uses.maker[static_cast<std::size_t>(buffer)];
      if (maker < 0) maker = static_cast<int>(i);
    }
  }
  for (const int buffer : program.results) read(buffer);
  for (const int buffer : program.kept) read(buffer);
  for (const Program::PendingWrite& write : program.writes) read(write.value);
  return uses;
}

void remove_buffers(Program& program, const std::vector<bool>& removed) {
  std::vector<int> place(program.buffers.size());
  std::vector<Buffer> left;
  for (std::size_t i = 0; i < program.buffers.size(); ++i) {
    place[i] = static_cast<int>(left.size());
    if (!removed[i]) left.push_back(std::move(program.buffers[i]));
  }
  program.buffers = std::move(left);
  for_each_buffer_list(program, [&place](std::vector<int>& list) {
    for (int& buffer : list) {
      if (buffer >= 0) buffer = place[static_cast<std::size_t>(buffer)];
    }
  });
  for (Program::PendingWrite& write : program.writes) {
    write.storage = place[static_cast<std::size_t>(write.storage)];
    write.value = place[static_cast<std::size_t>(write.value)];
  }
}

}  // namespace ng
