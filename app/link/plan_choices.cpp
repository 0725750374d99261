// SPDX-License-Identifier: Apache-2.0
// Plan choices and the resulting plan.
#include "app/link/plan_choices.h"

#include <algorithm>

#include "engine/documents/document_record.h"
#include "engine/neon/data/data_set_table.h"
#include "engine/records/plan_record.h"

namespace ng::views {
namespace {

PlanCallback callbackOf(const PlanCallbackRecord& record) {
  PlanCallback callback;
  callback.kind = record.kind;
  callback.every = record.every;
  callback.file = record.file;
  return callback;
}

RunOverrides overridesOf(const PlanChoices& choices) {
  RunOverrides overrides;
  overrides.folders = choices.folders;
  overrides.batch_size = choices.batchSize;
  overrides.axis_lengths = choices.lengths;
  overrides.epochs = choices.epochs;
  return overrides;
}

void describe(PlanDataRecord& data) {
  const neon::DataSetKind* kind = neon::data_set_named(data.kind);
  if (!kind) return;
  data.title = kind->title;
  data.files = kind->files;
  data.arrays = neon::array_names(*kind, data.name);
}

}  // namespace

bool haveSameState(PlanChoices a, const PlanChoices& b) {
  a.callbacks = b.callbacks;
  a.epochs = b.epochs;
  return a == b;
}

ChangedLengths lengthsWith(const Document& document, const PlanChoices& choices) {
  return changed_lengths(document, overridesOf(choices));
}

std::optional<RunPlan> planWith(const Document& document, const PlanChoices& choices) {
  std::optional<RunPlan> changed = changed_plan(document, overridesOf(choices));
  if (!changed) return changed;
  RunPlan& plan = *changed;
  std::erase_if(plan.evaluations, [&](const PlanEvaluation& evaluation) {
    return choices.evaluationsOff.count(evaluation.name) > 0;
  });
  std::erase_if(plan.plots, [&](const PlanPlot& plot) {
    return choices.evaluationsOff.count(plot.series) > 0;
  });
  if (!choices.callbacks) return changed;
  plan.callbacks.clear();
  for (const PlanCallbackRecord& record : *choices.callbacks)
    plan.callbacks.push_back(callbackOf(record));
  return changed;
}

PlanRecord planRecord(const Document& document, const Document& changed,
                      const PlanChoices& choices) {
  PlanRecord record = make_plan_record(changed);
  for (PlanDataRecord& data : record.data) describe(data);
  record.evaluations = make_plan_record(document).evaluations;
  for (PlanEvaluationRecord& evaluation : record.evaluations)
    evaluation.enabled = choices.evaluationsOff.count(evaluation.name) == 0;
  if (changed.plan && !choices.callbacks && !stopsAtNonFinite(record))
    record.callbacks.push_back({CallbackKind::stop_at_non_finite, 1, {}});
  return record;
}

bool stopsAtNonFinite(const PlanRecord& plan) {
  return std::any_of(
      plan.callbacks.begin(), plan.callbacks.end(),
      [](const PlanCallbackRecord& each) { return each.kind == CallbackKind::stop_at_non_finite; });
}

}  // namespace ng::views
