// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/merged_steps.h"

#include <algorithm>
#include <numeric>

#include "engine/lowering/program_passes/buffer_uses.h"

namespace ng {

MergedSteps::MergedSteps(Program& program)
    : program_(program),
      same_(program.buffers.size()),
      removed_steps_(program.steps.size(), false) {
  std::iota(same_.begin(), same_.end(), 0);
}

void MergedSteps::replace(int from, int to) {
  same_[static_cast<std::size_t>(from)] = to;
}

void MergedSteps::merge(Step& into, std::size_t other, int operand) {
  const Step& step = program_.steps[other];
  const int result = step.writes[0];
  into.ops.insert(into.ops.end(), step.ops.begin(), step.ops.end());
  program_.buffers[static_cast<std::size_t>(operand)] =
      std::move(program_.buffers[static_cast<std::size_t>(result)]);
  replace(result, operand);
}

void MergedSteps::apply() {
  if (std::find(removed_steps_.begin(), removed_steps_.end(), true) == removed_steps_.end()) return;
  std::vector<Step> left;
  for (std::size_t i = 0; i < program_.steps.size(); ++i) {
    if (!removed_steps_[i]) left.push_back(std::move(program_.steps[i]));
  }
  program_.steps = std::move(left);
  for_each_buffer_list(program_, [this](std::vector<int>& list) {
    for (int& buffer : list) {
      if (buffer >= 0) buffer = now(buffer);
    }
  });
  for (Program::PendingWrite& write : program_.writes) write.value = now(write.value);
  std::vector<bool> replaced(program_.buffers.size());
  for (std::size_t i = 0; i < replaced.size(); ++i) replaced[i] = same_[i] != static_cast<int>(i);
  remove_buffers(program_, replaced);
  remove_kernels();
}

void MergedSteps::remove_kernels() {
  std::vector<int> place(program_.kernels.size(), -1);
  for (const Step& step : program_.steps) {
    if (const auto* work = step.as<KernelStep>()) place[static_cast<std::size_t>(work->kernel)] = 0;
  }
  std::vector<kernel::Kernel> left;
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (place[i] < 0) continue;
    place[i] = static_cast<int>(left.size());
    left.push_back(std::move(program_.kernels[i]));
  }
  program_.kernels = std::move(left);
  for (Step& step : program_.steps) {
    if (auto* work = step.as<KernelStep>())
      work->kernel = place[static_cast<std::size_t>(work->kernel)];
  }
}

}  // namespace ng
