// SPDX-License-Identifier: Apache-2.0
#include "app/link/shown_plan.h"

#include <algorithm>

#include "engine/documents/document_record.h"
#include "engine/neon/data/data_set_table.h"
#include "engine/records/plan_record.h"

namespace ng::views {
namespace {

void describe(PlanDataRecord& data) {
  const neon::DataSetKind* kind = neon::data_set_named(data.kind);
  if (!kind) return;
  data.title = kind->title;
  data.files = kind->files;
  data.arrays = neon::array_names(*kind, data.name);
}

}  // namespace

PlanRecord planRecord(const Document& document, const Document& changed,
                      const RunOverrides& overrides) {
  PlanRecord record = make_plan_record(changed);
  for (PlanDataRecord& data : record.data) describe(data);
  record.evaluations = make_plan_record(document).evaluations;
  for (PlanEvaluationRecord& evaluation : record.evaluations)
    evaluation.enabled = overrides.evaluations_off.count(evaluation.name) == 0;
  if (changed.plan && !overrides.callbacks && !stopsAtNonFinite(record))
    record.callbacks.push_back({CallbackKind::stop_at_non_finite, 1, {}});
  return record;
}

bool stopsAtNonFinite(const PlanRecord& plan) {
  return std::any_of(
      plan.callbacks.begin(), plan.callbacks.end(),
      [](const PlanCallbackRecord& each) { return each.kind == CallbackKind::stop_at_non_finite; });
}

}  // namespace ng::views
