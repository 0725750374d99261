// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/implied_computation.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/editing/rows.h"
#include "engine/formats/documents/model_traits.h"

namespace ng::editing {

// Results are all unread ops; parameters are the placeholders that they need, in row order.
void add_implied_computation(DocumentModel& model) {
  const auto& there = model.computations;
  if (there.size() > 1 || (there.size() == 1 && there[0].name != implied_computation_name)) return;
  std::set<RowId> read, inside;
  RowId last = 0;
  for (const OpModel& op : model.ops) {
    last = std::max(last, op.id);
    for (const OperandModel& operand : op.operands) read.insert(operand.op);
    for (const std::uint64_t id : op.step_parameters) read.insert(id);
    for (const OperandModel& result : op.step_results) read.insert(result.op);
  }
  ComputationModel made;
  made.id = last + 1;
  made.name = implied_computation_name;
  for (const OpModel& op : model.ops) {
    const bool source = op.operands.empty();
    if (read.count(op.id) == 0 && !source) made.results.push_back({op.id, 0});
    if (kind_of(op) == OpKind::placeholder && read.count(op.id) > 0)
      made.parameters.push_back(op.id);
  }
  if (made.results.empty()) return;
  made.returns = made.results.size() == 1 ? "single" : "list";
  if (!there.empty()) made.id = there[0].id;
  model.computations = {std::move(made)};
}

void feed_zeros(DocumentModel& model) {
  if (model.computations.empty()) {
    model.plan.reset();
    return;
  }
  RunPlan plan = model.plan.value_or(RunPlan());
  const ComputationModel* runs = &model.computations.front();
  for (const ComputationModel& each : model.computations)
    if (each.name == plan.computation) runs = &each;
  // The planned computation is unfinished: plots of its results would only be refused.
  if (model.plan && plan.computation != runs->name) plan.plots.clear();
  plan.computation = runs->name;
  std::map<std::string, const OpModel*> parameters;
  for (const OpModel& op : model.ops) {
    const auto& ids = runs->parameters;
    if (std::find(ids.begin(), ids.end(), op.id) != ids.end()) parameters[op.name] = &op;
  }
  std::erase_if(plan.bindings,
                [&](const PlanBinding& each) { return parameters.count(each.placeholder) == 0; });
  for (const auto& [name, op] : parameters) {
    const bool fed = std::any_of(plan.bindings.begin(), plan.bindings.end(),
                                 [&](const PlanBinding& each) { return each.placeholder == name; });
    const bool scalar =
        std::any_of(op->attributes.begin(), op->attributes.end(), [](const auto& each) {
          const auto* axes = std::get_if<AxesModel>(&each.second);
          return each.first == "axes" && axes && axes->empty();
        });
    if (fed || !scalar) continue;
    PlanBinding binding;
    binding.placeholder = name;
    binding.value.value = Tensor(0.0);
    binding.assumed = true;
    plan.bindings.push_back(std::move(binding));
  }
  model.plan = std::move(plan);
}

}  // namespace ng::editing
