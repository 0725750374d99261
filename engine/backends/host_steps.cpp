// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/host_steps.h"

#include <cstring>

namespace ng {

bool run_host_step(const Program& program, const Step& step, std::byte* const* buffers) {
  if (step.kind == Step::Kind::copy) {
    const auto from = static_cast<std::size_t>(step.reads[0]);
    const auto to = static_cast<std::size_t>(step.writes[0]);
    std::memcpy(buffers[to], buffers[from], static_cast<std::size_t>(program.buffers[to].bytes));
    return true;
  }
  if (step.kind != Step::Kind::host) return false;
  std::vector<std::byte*> memory;
  for (int buffer : step.reads) memory.push_back(buffers[buffer]);
  for (int buffer : step.writes) memory.push_back(buffers[buffer]);
  step.host(memory);
  return true;
}

}  // namespace ng
