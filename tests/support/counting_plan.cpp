// SPDX-License-Identifier: Apache-2.0
#include "tests/support/counting_plan.h"

#include "engine/documents/export_document.h"
#include "engine/documents/import_document.h"
#include "engine/ngraph.h"

namespace ng {

PlanBinding fed(const std::string& placeholder, const std::string& data) {
  PlanBinding binding;
  binding.placeholder = placeholder;
  binding.source = PlanBinding::Source::data;
  binding.data = data;
  return binding;
}

Document counting(const std::string& folder) {
  const Axis n = make_axis(500, "N");
  const Op x = placeholder({n}).named("x");
  const Op total = variable({}, 0.0).named("total");
  Document document;
  document.title = "counting";
  document.path = folder + "/counting.ngraph";
  const Op y = sum(x, out_axes({})).named("y");
  document.computations = {computation({y, assign(total, total + y)}, {x}).named("count"),
                           computation({sum(x, out_axes({})) * 1.0}, {x}).named("test")};
  RunPlan plan;
  plan.computation = "count";
  plan.epochs = 2;
  plan.batches = 0;
  PlanData data;
  data.name = "digits";
  data.generator = "mnist";
  data.shuffle = 7;
  plan.data = {data};
  plan.bindings = {fed("x", "digits.train.label")};
  PlanEvaluation evaluation;
  evaluation.name = "sum of labels";
  evaluation.computation = "test";
  evaluation.batches = 0;
  evaluation.reduction = "sum";
  evaluation.bindings = {fed("x", "digits.test.label")};
  plan.evaluations = {evaluation};
  document.plan = plan;
  return import_document(export_document(document), document.path);
}

}  // namespace ng
