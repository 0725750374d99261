// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/update_in_place.h"

#include <algorithm>

#include "engine/lowering/program_passes/buffer_uses.h"
#include "engine/lowering/program_passes/element_by_element.h"

namespace ng {
namespace {

// Can the step fail on operand values? Lookups, checks and reference implementations check theirs;
// a print calls the user's function.
bool may_refuse(const Step& step) {
  if (const Loop* loop = step.loop()) {
    return std::any_of(loop->body.steps.begin(), loop->body.steps.end(), may_refuse);
  }
  if (const auto* window = step.as<WindowStep>()) return std::holds_alternative<Lookup>(*window);
  if (const auto* axis = step.as<AxisStep>()) {
    return std::holds_alternative<Take>(*axis) || std::holds_alternative<Scatter>(*axis);
  }
  return step.is<ClassCheck>() || step.is<PrintStep>() || step.is<EvaluateStep>();
}

int last_refusal(const Program& program) {
  int last = -1;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    if (may_refuse(program.steps[i])) last = static_cast<int>(i);
  }
  return last;
}

// A failing step must leave state as it was when the run began, so no step before it writes state
// in place. A host step checks before it writes; a loop may fail at a later element.
bool fails_after_write(const Program& program, int maker, int last_refusal) {
  if (maker < last_refusal) return true;
  return maker == last_refusal && program.steps[static_cast<std::size_t>(maker)].loop();
}

bool may_write_in_place(const Program& program, const BufferUses& uses, int last_refusal,
                        const Program::PendingWrite& write) {
  const Buffer& value = program.buffers[static_cast<std::size_t>(write.value)];
  const Buffer& storage = program.buffers[static_cast<std::size_t>(write.storage)];
  const bool free_kind = value.kind == BufferKind::temporary || value.kind == BufferKind::output;
  if (!free_kind || value.bytes != storage.bytes || value.dtype != storage.dtype) return false;
  if (value.device != storage.device) return false;
  const int maker = uses.maker[static_cast<std::size_t>(write.value)];
  const int reader = uses.last_reader[static_cast<std::size_t>(write.storage)];
  if (maker < 0 || reader > maker || fails_after_write(program, maker, last_refusal)) return false;
  const Step& step = program.steps[static_cast<std::size_t>(maker)];
  if (reader < maker) return true;
  if (const auto* matmul = step.as<Matmul>()) {
    return matmul->accumulate && step.reads[2] == write.storage &&
           std::count(step.reads.begin(), step.reads.end(), write.storage) == 1;
  }
  if (const auto* axis = step.as<AxisStep>()) {
    return std::holds_alternative<Scatter>(*axis) && step.reads[0] == write.storage &&
           std::count(step.reads.begin(), step.reads.end(), write.storage) == 1;
  }
  const auto* work = step.as<KernelStep>();
  if (!work) return false;
  const auto position = std::find(step.reads.begin(), step.reads.end(), write.storage);
  const auto result = std::find(step.writes.begin(), step.writes.end(), write.value);
  return element_by_element(
      program.kernels[static_cast<std::size_t>(work->kernel)],
      static_cast<int>(position - step.reads.begin()),
      static_cast<int>(step.reads.size() + static_cast<std::size_t>(result - step.writes.begin())));
}

// By buffer: the steps that read or write it, each once, in order.
std::vector<std::vector<int>> steps_of_buffers(const Program& program) {
  std::vector<std::vector<int>> steps(program.buffers.size());
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    for (const auto* list : {&program.steps[i].reads, &program.steps[i].writes}) {
      for (int buffer : *list) {
        std::vector<int>& own = steps[static_cast<std::size_t>(buffer)];
        if (own.empty() || own.back() != static_cast<int>(i)) own.push_back(static_cast<int>(i));
      }
    }
  }
  return steps;
}

void replace(std::vector<int>& list, int from, int to) {
  std::replace(list.begin(), list.end(), from, to);
}

// `steps`: those that read or write the value.
void write_in_place(Program& program, const Program::PendingWrite& write,
                    const std::vector<int>& steps) {
  for (int i : steps) {
    Step& step = program.steps[static_cast<std::size_t>(i)];
    replace(step.reads, write.value, write.storage);
    replace(step.writes, write.value, write.storage);
  }
  replace(program.results, write.value, write.storage);
  replace(program.kept, write.value, write.storage);
  Buffer& value = program.buffers[static_cast<std::size_t>(write.value)];
  Buffer& storage = program.buffers[static_cast<std::size_t>(write.storage)];
  storage.values.insert(storage.values.end(), value.values.begin(), value.values.end());
}

// A value assigned to two variables is written in place for one; the other gets a copy at the end.
void update_one(Program& program) {
  std::vector<Program::PendingWrite> left;
  std::vector<int> storage_of(program.buffers.size(), -1);  // of values written in place
  const BufferUses uses = uses_of(program);
  const std::vector<std::vector<int>> steps = steps_of_buffers(program);
  const int refusal = last_refusal(program);
  for (const Program::PendingWrite& write : program.writes) {
    int& storage = storage_of[static_cast<std::size_t>(write.value)];
    if (storage < 0 && may_write_in_place(program, uses, refusal, write)) {
      storage = write.storage;
      write_in_place(program, write, steps[static_cast<std::size_t>(write.value)]);
    } else {
      left.push_back(write);
    }
  }
  for (Program::PendingWrite& write : left) {
    const int storage = storage_of[static_cast<std::size_t>(write.value)];
    if (storage >= 0) write.value = storage;
  }
  program.writes = std::move(left);
  std::vector<bool> unused(program.buffers.size());
  for (std::size_t i = 0; i < unused.size(); ++i) unused[i] = storage_of[i] >= 0;
  remove_buffers(program, unused);
  copy_pending_writes(program);
}

}  // namespace

void write_state_in_place(Program& program) {
  for_each_program(program, update_one);
}

void copy_pending_writes(Program& program) {
  for (const Program::PendingWrite& write : program.writes) {
    Step step;
    step.work = CopyStep();
    step.name = "copy";
    step.reads = {write.value};
    step.writes = {write.storage};
    step.ops = {write.by};
    program.steps.push_back(std::move(step));
  }
  program.writes.clear();
}

}  // namespace ng
