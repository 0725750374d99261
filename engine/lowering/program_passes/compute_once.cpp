// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/compute_once.h"

#include <algorithm>

namespace ng {
namespace {

using Known = std::vector<bool>;  // by buffer: its contents depend only on variables and constants

bool all_known(const Known& known, const std::vector<int>& buffers) {
  return std::all_of(buffers.begin(), buffers.end(),
                     [&known](int buffer) { return known[static_cast<std::size_t>(buffer)]; });
}

}  // namespace

bool is_pure(const Step& step) {
  const auto* exchange = step.as<CollectiveStep>();
  if (exchange && exchange->kind == CollectiveKind::shard) return true;
  return step.is<KernelStep>() || step.is<Matmul>() || step.is<WindowStep>() || step.is<AxisStep>();
}

void separate_once_steps(Program& program) {
  if (changes_state(program)) return;
  Known known;
  for (const Buffer& buffer : program.buffers) {
    known.push_back(buffer.kind == BufferKind::persistent || buffer.kind == BufferKind::constant);
  }
  std::vector<Step> once, each_time;
  for (Step& step : program.steps) {
    const bool pure = is_pure(step) || crosses_devices(program, step);
    const bool decided = pure && all_known(known, step.reads);
    for (const int buffer : step.writes) {
      known[static_cast<std::size_t>(buffer)] = decided;
      program.buffers[static_cast<std::size_t>(buffer)].once = decided;
    }
    (decided ? once : each_time).push_back(std::move(step));
  }
  program.once = once.size();
  for (const Step& step : each_time) {
    for (const int read : step.reads) {
      Buffer& buffer = program.buffers[static_cast<std::size_t>(read)];
      if (buffer.once && buffer.kind == BufferKind::temporary) buffer.kind = BufferKind::kept;
    }
  }
  program.steps = std::move(once);
  std::move(each_time.begin(), each_time.end(), std::back_inserter(program.steps));
}

}  // namespace ng
