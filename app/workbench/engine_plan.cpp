// SPDX-License-Identifier: Apache-2.0
// The window's side of a changed plan: each change is a request to compile with other choices.
#include <algorithm>

#include "app/workbench/engine_session.h"

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

// Samples that were counted before stay known.
void EngineSession::planned(const PlanRecord& plan) {
  const std::vector<PlanDataRecord> before = std::exchange(plan_, plan).data;
  for (PlanDataRecord& data : plan_.data)
    for (const PlanDataRecord& known : before)
      if (known.name == data.name && known.kind == data.kind && known.origin == data.origin)
        data.samples = known.samples;
  emit planChanged();
}

void EngineSession::counted(const PlanDataRecord& data) {
  for (PlanDataRecord& each : plan_.data)
    if (each.name == data.name && each.origin == data.origin) each.samples = data.samples;
  emit planChanged();
}

}  // namespace ng::views
