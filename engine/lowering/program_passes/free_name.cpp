// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/free_name.h"

#include <set>
#include <string_view>

namespace ng {

std::string free_name(const Program& program, const std::string& base) {
  std::set<std::string_view> taken;
  for (const Buffer& buffer : program.buffers) taken.insert(buffer.name);
  std::string name = base;
  for (int i = 1; taken.count(name); ++i) name = base + "_" + std::to_string(i);
  return name;
}

}  // namespace ng
