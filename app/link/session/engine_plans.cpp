// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_plans.h"

#include "engine/records/plan_record.h"
#include "engine/session/compile.h"

namespace ng::views {

EnginePlans::EnginePlans(EngineLink& link, EngineCompilations& compilations)
    : link_(link), compilations_(compilations) {
  connect(&link.worker().compiler, &CompileWorker::planned, this, [this](const PlanRecord& plan) {
    plan_ = plan;
    emit planChanged();
  });
  connect(&compilations, &Compilations::compilationFailed, this, &Plans::planChanged);
}

void EnginePlans::compile(std::function<void(PlanChoices&)> change) {
  const auto now = [this, change] {
    CompileChoices choices = compilations_.choices();
    change(choices.plan);
    compilations_.compile(std::move(choices));
  };
  PlanChoices changed = compilations_.choices().plan;
  change(changed);
  if (!gate_ || haveSameState(changed, compilations_.choices().plan)) return now();
  const auto agreed = std::make_shared<bool>(false);
  gate_("change the plan, which restarts the run", "change it", [now, agreed] {
    *agreed = true;
    now();
  });
  if (!*agreed) emit planChanged();  // until then, views show the plan as it is
}

void EnginePlans::setBatchSize(std::int64_t samples) {
  if (samples == plan_.batch_size) return;
  compile([samples](PlanChoices& plan) { plan.batchSize = samples; });
}

void EnginePlans::setLength(const QString& dimension, std::int64_t length) {
  compile(
      [name = dimension.toStdString(), length](PlanChoices& plan) { plan.lengths[name] = length; });
}

void EnginePlans::setDataFolder(const QString& data, const QString& folder) {
  compile([name = data.toStdString(), folder = folder.toStdString()](PlanChoices& plan) {
    if (folder.empty())
      plan.folders.erase(name);
    else
      plan.folders[name] = folder;
  });
}

void EnginePlans::setEvaluation(const QString& name, bool enabled) {
  compile([name = name.toStdString(), enabled](PlanChoices& plan) {
    if (enabled)
      plan.evaluationsOff.erase(name);
    else
      plan.evaluationsOff.insert(name);
  });
}

void EnginePlans::setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) {
  if (callbacks == plan_.callbacks) return;
  compile([callbacks](PlanChoices& plan) { plan.callbacks = callbacks; });
}

// The only change that needs no compilation.
void EnginePlans::setEpochs(int epochs) {
  compilations_.keepEpochs(epochs);
  link_.post([this, epochs] { link_.worker().runs.setEpochs(epochs); });
}

}  // namespace ng::views
