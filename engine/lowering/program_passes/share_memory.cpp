// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/share_memory.h"

#include <algorithm>

#include "engine/lowering/program_passes/merged_steps.h"

namespace ng {
namespace {

// Does the step write the elements of its only operand, in the same order?
bool is_view(const Step& step) {
  if (step.is<CopyStep>()) return true;
  const auto* work = step.as<KernelStep>();
  return work && std::holds_alternative<SameElements>(work->form);
}

// The ops whose value the view writes.
std::vector<std::uint64_t> ops_of(const Step& view) {
  std::vector<std::uint64_t> ops = view.ops;
  const auto* work = view.as<KernelStep>();
  if (const std::uint64_t fused = work ? std::get<SameElements>(work->form).op : 0)
    ops.insert(ops.begin(), fused);
  return ops;
}

class ViewMerger {
 public:
  explicit ViewMerger(Program& program)
      : program_(program),
        merged_(program),
        maker_(program.buffers.size(), -1),
        needed_(program.buffers.size(), false) {
    for (const auto* list : {&program.results, &program.kept}) {
      for (const int buffer : *list) {
        if (buffer >= 0) needed_[static_cast<std::size_t>(buffer)] = true;
      }
    }
    for (const Program::PendingWrite& write : program.writes)
      needed_[static_cast<std::size_t>(write.value)] = true;
  }

  void run() {
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
      const Step& step = program_.steps[i];
      const bool view = is_view(step) && !crosses_devices(program_, step);
      const int operand = view ? merged_.now(step.reads[0]) : -1;
      if (operand >= 0 && may_share(operand, step.writes[0])) {
        share(i, operand);
      } else if (operand >= 0 && may_become(operand, step.writes[0])) {
        become(i, operand);
      } else {
        for (const int buffer : step.writes)
          maker_[static_cast<std::size_t>(buffer)] = static_cast<int>(i);
      }
    }
    merged_.apply();
  }

 private:
  Buffer& buffer(int i) { return program_.buffers[static_cast<std::size_t>(i)]; }

  bool may_share(int operand, int view) {
    const BufferKind kind = buffer(operand).kind;
    const bool lasts =
        kind == BufferKind::temporary || kind == BufferKind::output || kind == BufferKind::input;
    return lasts && buffer(view).kind == BufferKind::temporary &&
           !needed_[static_cast<std::size_t>(view)] &&
           buffer(view).bytes == buffer(operand).bytes &&
           buffer(view).dtype == buffer(operand).dtype;
  }

  // May the step that makes the operand write it to the view's buffer, a result, at once?
  bool may_become(int operand, int view) {
    return buffer(operand).kind == BufferKind::temporary &&
           !needed_[static_cast<std::size_t>(operand)] &&
           maker_[static_cast<std::size_t>(operand)] >= 0 &&
           maker_[static_cast<std::size_t>(view)] < 0 && buffer(view).kind == BufferKind::output &&
           buffer(view).bytes == buffer(operand).bytes &&
           buffer(view).dtype == buffer(operand).dtype;
  }

  void share(std::size_t i, int operand) {
    const Step& view = program_.steps[i];
    const std::vector<std::uint64_t> ops = ops_of(view);
    std::vector<std::uint64_t>& values = buffer(operand).values;
    values.insert(values.end(), ops.begin(), ops.end());
    remove(i, operand, ops);
    merged_.replace(view.writes[0], operand);
  }

  void become(std::size_t i, int operand) {
    const int result = program_.steps[i].writes[0];
    const std::vector<std::uint64_t>& held = buffer(operand).values;
    std::vector<std::uint64_t>& values = buffer(result).values;
    values.insert(values.begin(), held.begin(), held.end());
    remove(i, operand, ops_of(program_.steps[i]));
    maker_[static_cast<std::size_t>(result)] = maker_[static_cast<std::size_t>(operand)];
    merged_.replace(operand, result);
  }

  // The last op of a step names it, so the view's ops come first.
  void remove(std::size_t i, int operand, const std::vector<std::uint64_t>& ops) {
    if (const int maker = maker_[static_cast<std::size_t>(operand)]; maker >= 0) {
      std::vector<std::uint64_t>& made = program_.steps[static_cast<std::size_t>(maker)].ops;
      made.insert(made.begin(), ops.begin(), ops.end());
    }
    merged_.remove_step(i);
  }

  Program& program_;
  MergedSteps merged_;
  std::vector<int> maker_;    // by buffer: the last step so far that writes it
  std::vector<bool> needed_;  // by buffer: read after the run, or written to a variable
};

}  // namespace

void merge_views(Program& program) {
  for_each_program(program, [](Program& each) { ViewMerger(each).run(); });
}

}  // namespace ng
