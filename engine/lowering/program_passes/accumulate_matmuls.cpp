// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/accumulate_matmuls.h"

#include <cmath>

#include "engine/lowering/program_passes/buffer_uses.h"
#include "engine/lowering/program_passes/merged_steps.h"

namespace ng {
namespace {

class UpdateMerger {
 public:
  // `states`: of the loop whose body the program is; else 0.
  UpdateMerger(Program& program, std::size_t states)
      : program_(program), states_(states), uses_(uses_of(program)), merged_(program) {}

  void run() {
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
      const auto* work = program_.steps[i].as<KernelStep>();
      if (const auto* form = work ? std::get_if<MultipleAdded>(&work->form) : nullptr)
        try_merge(i, *form);
    }
    merged_.apply();
  }

 private:
  int readers(int buffer) const { return uses_.readers[static_cast<std::size_t>(buffer)]; }

  // May `result` be computed in the memory of `base`?
  bool may_accumulate(int base, int result) const {
    const BufferKind kind = program_.buffers[static_cast<std::size_t>(base)].kind;
    return kind == BufferKind::persistent || is_carried(base, result);
  }

  // Is `base` a state of the loop that only the step of its next value, `result`, reads?
  bool is_carried(int base, int result) const {
    for (std::size_t i = 0; i < states_; ++i) {
      if (program_.parameters[i] != base) continue;
      return program_.results[i] == result && readers(base) == 1 && readers(result) == 1;
    }
    return false;
  }

  void try_merge(std::size_t i, const MultipleAdded& form) {
    if (!std::isfinite(form.alpha)) return;  // built programs and external transformers read it
    Step& update = program_.steps[i];
    const int term = update.reads[static_cast<std::size_t>(form.term)];
    const int base = update.reads[static_cast<std::size_t>(form.base)];
    const int maker = uses_.maker[static_cast<std::size_t>(term)];
    if (maker < 0 || readers(term) != 1 || !may_accumulate(base, update.writes[0])) return;
    Step& made = program_.steps[static_cast<std::size_t>(maker)];
    auto* matmul = made.as<Matmul>();
    // The matmul would add halves in float32, where the update rounds the term first.
    const bool wide = matmul && (matmul->dtype == DType::f32 || matmul->dtype == DType::f64);
    if (!wide || matmul->accumulate || !matmul->batch.empty()) return;
    matmul->accumulate = true;
    matmul->alpha = form.alpha;
    made.reads.push_back(base);
    if (form.scale) made.reads.push_back(update.reads[static_cast<std::size_t>(*form.scale)]);
    merged_.merge(made, i, term);
    std::swap(made, update);
    merged_.remove_step(static_cast<std::size_t>(maker));
  }

  Program& program_;
  std::size_t states_;
  BufferUses uses_;
  MergedSteps merged_;
};

bool is_accumulated_in_place(const Program& body, std::size_t state) {
  for (const Step& step : body.steps) {
    const auto* matmul = step.as<Matmul>();
    if (matmul && matmul->accumulate && step.reads[2] == body.parameters[state] &&
        step.writes[0] == body.results[state])
      return true;
  }
  return false;
}

// Removes write `place` of the loop step. Returns the buffer.
int remove_write(Step& step, int place) {
  const int buffer = step.writes[static_cast<std::size_t>(place)];
  step.writes.erase(step.writes.begin() + place);
  Loop& loop = *step.loop();
  for (auto* list : {&loop.last, &loop.next, &loop.saved, &loop.stacked}) {
    for (int& each : *list) each -= each > place;
  }
  loop.pool -= loop.pool > place;
  return buffer;
}

void merge_updates(Program& program, std::size_t states) {
  std::vector<bool> unused(program.buffers.size(), false);
  bool any = false;
  for (Step& step : program.steps) {
    Loop* loop = step.loop();
    if (!loop) continue;
    merge_updates(loop->body, loop->states);
    for (std::size_t i = 0; i < loop->states; ++i) {
      if (loop->next[i] == loop->last[i] || !is_accumulated_in_place(loop->body, i)) continue;
      unused[static_cast<std::size_t>(remove_write(step, loop->next[i]))] = any = true;
      loop->next[i] = loop->last[i];
    }
  }
  if (any) remove_buffers(program, unused);
  UpdateMerger(program, states).run();
}

}  // namespace

void merge_updates_into_matmuls(Program& program) {
  merge_updates(program, 0);
}

}  // namespace ng
