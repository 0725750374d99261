// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/panel_groups.h"

#include <algorithm>

namespace ng {
namespace {

bool is_packed(const Step& step) {
  const auto* matmul = step.as<Matmul>();
  return matmul && matmul->packed;
}

// May the buffers share bytes?
bool meet(const Program& program, int one, int other) {
  if (one == other) return true;
  const Buffer& a = program.buffers[static_cast<std::size_t>(one)];
  const Buffer& b = program.buffers[static_cast<std::size_t>(other)];
  const bool pooled = a.kind == BufferKind::temporary && b.kind == BufferKind::temporary;
  return pooled && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

bool meet(const Program& program, const std::vector<int>& some, const std::vector<int>& others) {
  return std::any_of(some.begin(), some.end(), [&](int one) {
    return std::any_of(others.begin(), others.end(),
                       [&](int other) { return meet(program, one, other); });
  });
}

// May steps [begin, end), which form a group, and step `end` run at the same time?
bool may_join(const Program& program, std::size_t begin, std::size_t end) {
  const Step& next = program.steps[end];
  if (!is_packed(next) || next.reads[0] != program.steps[begin].reads[0]) return false;
  if (next.as<Matmul>()->m != program.steps[begin].as<Matmul>()->m) return false;
  for (std::size_t i = begin; i < end; ++i) {
    const Step& step = program.steps[i];
    if (meet(program, step.writes, next.reads) || meet(program, next.writes, step.reads) ||
        meet(program, step.writes, next.writes))
      return false;
  }
  return true;
}

}  // namespace

std::vector<std::size_t> panel_group_ends(const Program& program) {
  const std::vector<Step>& steps = program.steps;
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    std::size_t end = i + 1;
    while (is_packed(steps[i]) && end < steps.size() && end != program.once &&
           may_join(program, i, end))
      ++end;
    ends.push_back(end);
  }
  return ends;
}

}  // namespace ng
