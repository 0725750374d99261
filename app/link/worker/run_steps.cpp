// SPDX-License-Identifier: Apache-2.0
// Steps of a run within an iteration, forwards and backwards, and kept iterations.
#include <algorithm>

#include "app/link/worker/run_worker.h"
#include "engine/base/quote.h"
#include "engine/records/buffer_record.h"
#include "engine/records/compilation_record.h"
#include "engine/records/op_record.h"
#include "engine/session/compilation.h"

namespace ng::views {

void RunWorker::stepKernel() {
  if (!ready()) return;
  s_.reports.attempt("Stepping", [this] {
    catchUp();
    s_.at.state = RunState::paused;
    s_.at.stop.reset();
    s_.at.opInStep = 0;
    if (s_.at.step == 0 && !s_.program.run->begin_call()) {
      s_.at.state = s_.program.run->state();
      return values_.collect();  // catchUp() may have changed the shown iteration
    }
    if (s_.at.step < s_.program.run->computation().step_count())
      s_.program.run->run_step(s_.at.step++);  // may have stopped after the last
    if (s_.at.step < s_.program.run->computation().step_count()) return values_.collect();
    s_.program.run->finish_call();
    iterationDone();
    values_.collect();
    if (s_.program.run->state() != RunState::running) s_.at.state = s_.program.run->state();
  });
  frames_.publish(true);
}

// The value of a kernel's last op is available once the kernel has run.
void RunWorker::stepOp() {
  if (!ready()) return;
  const auto& steps = s_.program.compilation->steps;
  const bool more = s_.program.run->iteration() < s_.program.run->total();
  const std::size_t inside = more && s_.at.step < steps.size() ? steps[s_.at.step].ops.size() : 0;
  if (s_.at.opInStep + 1 >= inside) return stepKernel();
  s_.reports.attempt("Stepping", [this] {
    catchUp();
    s_.at.state = RunState::paused;
    ++s_.at.opInStep;
    stopInStep();
  });
  frames_.publish(true);
}

// Stops between two ops of a kernel, before the kernel has run.
void RunWorker::stopInStep() {
  const StepRecord& step = s_.program.compilation->steps[s_.at.step];
  StopRecord stop;
  stop.reason = StopReason::cursor;
  stop.op = step.ops[s_.at.opInStep - 1];
  const OpRecord* record = s_.program.find(stop.op);
  const std::string name = record ? quote(record->name) : "an op";
  stop.text = "after " + name + ", op " + std::to_string(s_.at.opInStep) + " of " +
              std::to_string(step.ops.size()) + " in kernel " + step.kernel + ", which runs as one";
  stops_.stopAt(std::move(stop), s_.program.run->iteration() + 1);
  values_.collect();
}

// Within an iteration, repeats its steps from the start up to the previous one; between iterations,
// shows the previous iteration.
void RunWorker::stepBack() {
  if (!ready()) return;
  if (s_.at.halfway) return show(s_.at.shown - 1);
  if (s_.at.opInStep > 1) {
    s_.reports.attempt("Stepping back", [this] {
      --s_.at.opInStep;
      stopInStep();
    });
    return frames_.publish(true);
  }
  if (std::exchange(s_.at.opInStep, 0) > 0) {
    s_.reports.attempt("Stepping back", [this] {
      s_.at.stop.reset();
      values_.collect();
    });
    return frames_.publish(true);
  }
  if (s_.at.step == 0) return show(s_.at.shown - 1);
  s_.reports.attempt("Stepping back", [this] {
    const std::size_t target = s_.at.step - 1;
    setState(*s_.program.transformer, s_.kept.need(s_.program.run->iteration()));
    s_.at.step = 0;
    s_.at.stop.reset();
    s_.at.state = RunState::paused;
    if (target > 0 && s_.program.run->begin_call())
      while (s_.at.step < target) s_.program.run->run_step(s_.at.step++);
    values_.collect();
  });
  frames_.publish(true);
}

void RunWorker::show(std::int64_t iteration) {
  if (!s_.program.run || s_.kept.empty()) return;
  s_.reports.attempt("Showing an iteration", [&] {
    if (s_.at.within() && iteration > s_.program.run->iteration()) {
      catchUp();
    } else {
      if (s_.at.within() && !s_.at.halfway) s_.at.halfway = copyState(*s_.program.transformer);
      s_.at.shown = std::clamp(iteration, s_.kept.first(), s_.program.run->iteration());
    }
    values_.collect();
  });
  frames_.publish(true);
}

}  // namespace ng::views
