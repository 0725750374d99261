// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_plans.h"

#include "engine/records/plan_record.h"
#include "engine/session/compile.h"
#include "views/core/session/event.h"

namespace ng::views {

EnginePlans::EnginePlans(EngineLink& link, Published& published, EngineCompilations& compilations,
                         EngineRun& run)
    : link_(link), published_(published), compilations_(compilations), run_(run) {
  connect(&link.worker().compiler, &CompileWorker::planned, this,
          [this](const PlanRecordPtr& plan) {
            published_.state.plan = plan;
            published_.changed(StateFacet::plan);
          });
  connect(&published.source, &Source::happened, this, [this](const Event& event) {
    if (std::get_if<event::CompilationFailed>(&event)) published_.changed(StateFacet::plan);
  });
}

void EnginePlans::compile(std::function<void(RunOverrides&)> change) {
  const auto now = [this, change] {
    CompileChoices choices = compilations_.choices();
    change(choices.plan);
    compilations_.compile(std::move(choices));
  };
  RunOverrides changed = compilations_.choices().plan;
  change(changed);
  if (!run_.gate() || have_same_state(changed, compilations_.choices().plan)) return now();
  const auto agreed = std::make_shared<bool>(false);
  run_.gate()("change the plan, which restarts the run", "change it", [now, agreed] {
    *agreed = true;
    now();
  });
  if (!*agreed) published_.changed(StateFacet::plan);  // until then, views show the plan as it is
}

PlanRecord EnginePlans::shown() const {
  const PlanRecordPtr& plan = published_.state.plan;
  return plan ? *plan : PlanRecord();
}

void EnginePlans::handle(const command::SetBatchSize& command) {
  if (shown().batch_size == command.samples) return;
  compile([samples = command.samples](RunOverrides& choices) { choices.batch_size = samples; });
}

void EnginePlans::handle(const command::SetLength& command) {
  compile([name = command.dimension.toStdString(), length = command.length](RunOverrides& plan) {
    plan.axis_lengths[name] = length;
  });
}

void EnginePlans::handle(const command::SetDataFolder& command) {
  compile([name = command.data.toStdString(),
           folder = command.folder.toStdString()](RunOverrides& plan) {
    if (folder.empty())
      plan.folders.erase(name);
    else
      plan.folders[name] = folder;
  });
}

void EnginePlans::handle(const command::SetEvaluation& command) {
  compile([name = command.name.toStdString(), enabled = command.enabled](RunOverrides& plan) {
    if (enabled)
      plan.evaluations_off.erase(name);
    else
      plan.evaluations_off.insert(name);
  });
}

void EnginePlans::handle(const command::SetCallbacks& command) {
  if (shown().callbacks == command.callbacks) return;
  compile([callbacks = command.callbacks](RunOverrides& plan) { plan.callbacks = callbacks; });
}

// The only change that needs no compilation.
void EnginePlans::handle(const command::SetEpochs& command) {
  compilations_.keepEpochs(command.epochs);
  link_.post([this, epochs = command.epochs] { link_.worker().runs.setEpochs(epochs); });
}

}  // namespace ng::views
