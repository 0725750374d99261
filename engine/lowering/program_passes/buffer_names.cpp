// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/buffer_names.h"

namespace ng {

BufferNames::BufferNames(const Program& program) {
  for (const Buffer& buffer : program.buffers) taken_.insert(buffer.name);
}

std::string BufferNames::take(const std::string& base) {
  std::string name = base;
  for (int i = 1; !taken_.insert(name).second; ++i) name = base + "_" + std::to_string(i);
  return name;
}

}  // namespace ng
