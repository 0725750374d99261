// SPDX-License-Identifier: Apache-2.0
#include "app/link/worker/document_to_run.h"

#include <utility>

#include "engine/neon/plan/run_plan.h"

namespace ng::views {

Document documentToRun(const Document& document, const std::string& computation) {
  Document copy = document;
  if (document.plan && document.plan->computation == computation) return copy;
  RunPlan plan;
  plan.computation = computation;
  if (document.plan) {
    plan.data = document.plan->data;
    for (const PlanEvaluation& evaluation : document.plan->evaluations) {
      if (evaluation.computation != computation) continue;
      plan.batches = evaluation.batches;
      plan.bindings = evaluation.bindings;
    }
  }
  copy.plan = std::move(plan);
  return copy;
}

}  // namespace ng::views
