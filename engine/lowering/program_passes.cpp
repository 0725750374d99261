// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes.h"

#include <algorithm>

#include "engine/lowering/compute_once.h"
#include "engine/lowering/launches.h"
#include "engine/lowering/memory_plan.h"

namespace ng {
namespace {

// By buffer: the step that writes it first and the step that reads it last; -1: no such step.
struct Uses {
  std::vector<int> maker, reader;
};

Uses uses_of(const Program& program) {
  Uses uses{std::vector<int>(program.buffers.size(), -1),
            std::vector<int>(program.buffers.size(), -1)};
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    for (int buffer : program.steps[i].reads) {
      uses.reader[static_cast<std::size_t>(buffer)] = static_cast<int>(i);
    }
    for (int buffer : program.steps[i].writes) {
      int& maker = uses.maker[static_cast<std::size_t>(buffer)];
      if (maker < 0) maker = static_cast<int>(i);
    }
  }
  return uses;
}

// Can the step fail on operand values? Lookups, checks and reference implementations check theirs; a
// print calls the user's function.
bool may_refuse(const Step& step) {
  if (const Loop* loop = step.loop()) {
    return std::any_of(loop->body.steps.begin(), loop->body.steps.end(), may_refuse);
  }
  if (const auto* window = step.as<WindowStep>()) return std::holds_alternative<Lookup>(*window);
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

bool may_write_in_place(const Program& program, const Uses& uses, int last_refusal,
                        const Program::PendingWrite& write) {
  const Buffer& value = program.buffers[static_cast<std::size_t>(write.value)];
  const Buffer& storage = program.buffers[static_cast<std::size_t>(write.storage)];
  const bool free_kind = value.kind == BufferKind::temporary || value.kind == BufferKind::output;
  if (!free_kind || value.bytes != storage.bytes || value.dtype != storage.dtype) return false;
  const int maker = uses.maker[static_cast<std::size_t>(write.value)];
  const int reader = uses.reader[static_cast<std::size_t>(write.storage)];
  if (maker < 0 || reader > maker || fails_after_write(program, maker, last_refusal)) return false;
  const Step& step = program.steps[static_cast<std::size_t>(maker)];
  if (reader < maker) return true;
  if (const auto* product = step.as<MatrixProduct>()) {
    return product->accumulate && step.reads[2] == write.storage &&
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
  value.bytes = -1;
}

// Removes buffers with bytes -1 and renumbers the others.
void drop_unused_buffers(Program& program) {
  std::vector<int> place(program.buffers.size());
  std::vector<Buffer> kept;
  for (std::size_t i = 0; i < program.buffers.size(); ++i) {
    place[i] = static_cast<int>(kept.size());
    if (program.buffers[i].bytes >= 0) kept.push_back(std::move(program.buffers[i]));
  }
  program.buffers = std::move(kept);
  auto move = [&place](std::vector<int>& list) {
    for (int& buffer : list) {
      if (buffer >= 0) buffer = place[static_cast<std::size_t>(buffer)];
    }
  };
  for (Step& step : program.steps) {
    move(step.reads);
    move(step.writes);
  }
  move(program.parameters);
  move(program.results);
  move(program.kept);
  for (Program::PendingWrite& write : program.writes) {
    write.storage = place[static_cast<std::size_t>(write.storage)];
    write.value = place[static_cast<std::size_t>(write.value)];
  }
}

// A value assigned to two variables is written in place for one; the other gets a copy at the end.
void update_in_place(Program& program) {
  std::vector<Program::PendingWrite> left;
  std::vector<int> storage_of(program.buffers.size(), -1);  // of values written in place
  const Uses uses = uses_of(program);
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
  drop_unused_buffers(program);
  copy_pending_writes(program);
}

std::string step_text(const Program& program, int step) {
  return "step " + std::to_string(step) + " (" +
         program.steps[static_cast<std::size_t>(step)].name + ")";
}

void reason_of_scratch(Program& program) {
  for (const Step& step : program.steps) {
    if (step.scratch < 0) continue;
    const int buffer = step.writes[static_cast<std::size_t>(step.scratch)];
    program.buffers[static_cast<std::size_t>(buffer)].reason =
        "scratch of " + step.name + ": used by that step alone";
  }
}

void liveness(Program& program) {
  const int last = std::max<int>(0, static_cast<int>(program.steps.size()) - 1);
  const Uses uses = uses_of(program);
  for (std::size_t i = 0; i < program.buffers.size(); ++i) {
    Buffer& buffer = program.buffers[i];
    const int made = uses.maker[i];
    const int read = uses.reader[i];
    switch (buffer.kind) {
      case BufferKind::temporary:
        buffer.first_step = std::max(made, 0);
        buffer.last_step = last_reading_step(program, std::max(read, buffer.first_step));
        buffer.reason = "from " + step_text(program, buffer.first_step) + " to its last reader, " +
                        step_text(program, buffer.last_step);
        break;
      case BufferKind::output:
        buffer.first_step = std::max(made, 0);
        buffer.last_step = last;
        buffer.reason = "a result: it is read after the run";
        break;
      case BufferKind::kept:
        buffer.last_step = last;
        buffer.reason = "computed once: it is kept until a variable changes";
        break;
      case BufferKind::persistent:
        buffer.last_step = last;
        buffer.reason = "state: it is kept between runs";
        break;
      case BufferKind::input:
        buffer.last_step = last;
        buffer.reason = "an input: it keeps its last value";
        break;
      case BufferKind::constant:
        buffer.last_step = last;
        buffer.reason = "a constant: it never changes";
        break;
    }
  }
  reason_of_scratch(program);
}

// Runs a pass on the program and the bodies of its loops, innermost first.
template <void (*Run)(Program&)>
void everywhere(Program& program) {
  for_each_program(program, Run);
}

// Checks a kernel statement by statement; see element_by_element.
class InPlace {
 public:
  InPlace(const kernel::Kernel& kernel, int read, int written)
      : kernel_(kernel), read_(read), written_(written) {
    kernel::for_each_statement(kernel.body, [this](const kernel::Statement& statement) {
      if (stores(statement)) index_ = statement.index;
    });
    follow(kernel.body);
  }
  bool holds() const { return holds_; }

 private:
  bool stores(const kernel::Statement& statement) const {
    return statement.kind == kernel::Statement::Kind::store && statement.buffer == written_;
  }

  void follow(const std::vector<kernel::Statement>& statements) {
    for (const kernel::Statement& statement : statements) {
      kernel::for_each_load(statement.expr, [this](int buffer, const kernel::Index& index) {
        if (buffer == read_) holds_ &= index == index_ && !stored_;
      });
      if (stores(statement)) {
        stored_ = true;
        holds_ &= statement.index == index_ && once();
      }
      const bool loop = statement.kind == kernel::Statement::Kind::loop;
      if (loop) around_.push_back(statement.loop);
      follow(statement.body);
      if (loop) around_.pop_back();
    }
  }

  // A loop around the store that the store's index does not use would read the stored values back.
  bool once() const {
    return std::all_of(around_.begin(), around_.end(), [this](int loop) {
      return index_.stride(loop) != 0 || kernel_.loops[static_cast<std::size_t>(loop)].extent == 1;
    });
  }

  const kernel::Kernel& kernel_;
  int read_, written_;
  kernel::Index index_;
  std::vector<int> around_;
  bool stored_ = false, holds_ = true;
};

constexpr ProgramPass rows[] = {
    {"update_in_place", "compute, then copy into the variable -> compute into the variable",
     "first: it removes buffers", everywhere<update_in_place>},
    {"compute_once",
     "without assignments: steps that depend only on variables -> run again only when one changes",
     "before group_launches: it reorders steps", compute_once},
    {"group_launches", "adjacent small kernels, or a matmul and its epilogue -> one launch",
     "before liveness: the operands of a matmul live until its epilogue ends",
     everywhere<group_launches>, "join_launches"},
    {"liveness", "each buffer -> the first and last step between which it holds a value",
     "before memory_plan", everywhere<liveness>},
    {"memory_plan",
     "temporaries -> offsets in one pool; those never alive together, or written over, share bytes",
     "last: it needs the lifetimes", everywhere<memory_plan>},
};

}  // namespace

std::span<const ProgramPass> program_passes() {
  return rows;
}

bool element_by_element(const kernel::Kernel& kernel, int read, int written) {
  return InPlace(kernel, read, written).holds();
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
