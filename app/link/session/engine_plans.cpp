// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_plans.h"

namespace ng::views {

EnginePlans::EnginePlans(EngineLink& link, EngineCompilations& compilations)
    : link_(link), compilations_(compilations) {
  connect(&link.worker().compiler, &CompileWorker::planned, this, [this](const PlanRecord& plan) {
    plan_ = plan;
    emit planChanged();
  });
  connect(&compilations, &Compilations::compilationFailed, this, &Plans::planChanged);
}

void EnginePlans::compile(PlanChoices plan) {
  CompileChoices choices = compilations_.choices();
  choices.plan = std::move(plan);
  compilations_.compile(std::move(choices));
}

void EnginePlans::setBatchSize(std::int64_t samples) {
  if (samples == plan_.batch_size) return;
  PlanChoices plan = compilations_.choices().plan;
  plan.batchSize = samples;
  compile(std::move(plan));
}

void EnginePlans::setDataFolder(const QString& data, const QString& folder) {
  PlanChoices plan = compilations_.choices().plan;
  if (folder.isEmpty())
    plan.folders.erase(data.toStdString());
  else
    plan.folders[data.toStdString()] = folder.toStdString();
  compile(std::move(plan));
}

void EnginePlans::setEvaluation(const QString& name, bool enabled) {
  PlanChoices plan = compilations_.choices().plan;
  if (enabled)
    plan.evaluationsOff.erase(name.toStdString());
  else
    plan.evaluationsOff.insert(name.toStdString());
  compile(std::move(plan));
}

void EnginePlans::setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) {
  if (callbacks == plan_.callbacks) return;
  PlanChoices plan = compilations_.choices().plan;
  plan.callbacks = callbacks;
  compile(std::move(plan));
}

// The only change that needs no compilation.
void EnginePlans::setEpochs(int epochs) {
  compilations_.keepEpochs(epochs);
  link_.post([this, epochs] { link_.worker().runs.setEpochs(epochs); });
}

}  // namespace ng::views
