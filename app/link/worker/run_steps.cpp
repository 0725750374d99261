// SPDX-License-Identifier: Apache-2.0
// Steps of a run within an iteration, forwards and backwards, and kept iterations.
#include <algorithm>

#include "app/link/worker/run_worker.h"
#include "engine/base/quote.h"
#include "engine/records/buffer_record.h"
#include "engine/records/compilation_record.h"
#include "engine/session/compilation.h"

namespace ng::views {

void RunWorker::stepKernel() {
  if (!ready()) return;
  s_.reports.attempt("Stepping", [this] {
    catchUp();
    s_.state = RunState::paused;
    s_.stop.reset();
    s_.opInStep = 0;
    if (s_.step == 0 && !s_.run->begin_call()) {
      s_.state = s_.run->state();
      return;
    }
    if (s_.step < s_.run->computation().step_count())
      s_.run->run_step(s_.step++);  // may have stopped after the last
    if (s_.step < s_.run->computation().step_count()) return values_.collect();
    s_.run->finish_call();
    iterationDone();
    values_.collect();
    if (s_.run->state() != RunState::running) s_.state = s_.run->state();
  });
  frames_.publish(true);
}

// The value of a kernel's last op is available once the kernel has run.
void RunWorker::stepOp() {
  if (!ready()) return;
  const auto& steps = s_.compilation->steps;
  const bool more = s_.run->iteration() < s_.run->total();
  const std::size_t inside = more && s_.step < steps.size() ? steps[s_.step].ops.size() : 0;
  if (s_.opInStep + 1 >= inside) return stepKernel();
  s_.reports.attempt("Stepping", [this] {
    catchUp();
    s_.state = RunState::paused;
    ++s_.opInStep;
    stopInStep();
  });
  frames_.publish(true);
}

// Stops between two ops of a kernel, before the kernel has run.
void RunWorker::stopInStep() {
  const StepRecord& step = s_.compilation->steps[s_.step];
  StopRecord stop;
  stop.reason = StopReason::cursor;
  stop.op = step.ops[s_.opInStep - 1];
  const OpRecord* record = s_.find(stop.op);
  const std::string name = record ? quote(record->name) : "an op";
  stop.text = "after " + name + ", op " + std::to_string(s_.opInStep) + " of " +
              std::to_string(step.ops.size()) + " in kernel " + step.kernel + ", which runs as one";
  stops_.stopAt(std::move(stop), s_.run->iteration() + 1);
  values_.collect();
}

// Within an iteration, repeats its steps from the start up to the previous one; between iterations,
// shows the previous iteration.
void RunWorker::stepBack() {
  if (!ready()) return;
  if (s_.halfway) return show(s_.shown - 1);
  if (s_.opInStep > 1) {
    s_.reports.attempt("Stepping back", [this] {
      --s_.opInStep;
      stopInStep();
    });
    return frames_.publish(true);
  }
  if (std::exchange(s_.opInStep, 0) > 0) {
    s_.reports.attempt("Stepping back", [this] {
      s_.stop.reset();
      values_.collect();
    });
    return frames_.publish(true);
  }
  if (s_.step == 0) return show(s_.shown - 1);
  s_.reports.attempt("Stepping back", [this] {
    const std::size_t target = s_.step - 1;
    setState(*s_.transformer, *s_.kept.after(s_.run->iteration()));
    s_.step = 0;
    s_.stop.reset();
    s_.state = RunState::paused;
    if (target > 0 && s_.run->begin_call())
      while (s_.step < target) s_.run->run_step(s_.step++);
    values_.collect();
  });
  frames_.publish(true);
}

void RunWorker::show(std::int64_t iteration) {
  if (!s_.run || s_.kept.empty()) return;
  s_.reports.attempt("Showing an iteration", [&] {
    if (s_.within() && iteration > s_.run->iteration()) {
      catchUp();
    } else {
      if (s_.within() && !s_.halfway) s_.halfway = copyState(*s_.transformer);
      s_.shown = std::clamp(iteration, s_.kept.first(), s_.run->iteration());
    }
    values_.collect();
  });
  frames_.publish(true);
}

}  // namespace ng::views
