// SPDX-License-Identifier: Apache-2.0
// Plan changes on the window's side: each change requests a compilation with new choices.
#include "app/link/engine_session.h"

namespace ng::views {

void EngineSession::setBatchSize(std::int64_t samples) {
  if (samples == plan_.batch_size) return;
  choices_.batchSize = samples;
  compile();
}

void EngineSession::setDataFolder(const QString& data, const QString& folder) {
  if (folder.isEmpty())
    choices_.folders.erase(data.toStdString());
  else
    choices_.folders[data.toStdString()] = folder.toStdString();
  compile();
}

void EngineSession::setEvaluation(const QString& name, bool enabled) {
  if (enabled)
    choices_.evaluationsOff.erase(name.toStdString());
  else
    choices_.evaluationsOff.insert(name.toStdString());
  compile();
}

void EngineSession::setCallbacks(const std::vector<PlanCallbackRecord>& callbacks) {
  if (callbacks == plan_.callbacks) return;
  choices_.callbacks = callbacks;
  compile();
}

void EngineSession::planned(const PlanRecord& plan) {
  plan_ = plan;
  emit planChanged();
}

}  // namespace ng::views
