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

namespace {

const ComputationModel* named(const DocumentModel& model, const std::string& name) {
  for (const ComputationModel& each : model.computations)
    if (each.name == name) return &each;
  return nullptr;
}

using OpsByName = std::map<std::string, const OpModel*>;

OpsByName parameters_of(const DocumentModel& model, const ComputationModel& computation) {
  OpsByName found;
  const auto& ids = computation.parameters;
  for (const OpModel& op : model.ops)
    if (std::find(ids.begin(), ids.end(), op.id) != ids.end()) found[op.name] = &op;
  return found;
}

void keep_bindings_of(RunPlan& plan, const OpsByName& parameters) {
  std::erase_if(plan.bindings,
                [&](const PlanBinding& each) { return !parameters.contains(each.placeholder); });
}

bool returns(const DocumentModel& model, const ComputationModel& computation,
             const std::string& name) {
  return std::any_of(model.ops.begin(), model.ops.end(), [&](const OpModel& op) {
    return op.name == name &&
           std::any_of(computation.results.begin(), computation.results.end(),
                       [&](const OperandModel& each) { return each.op == op.id; });
  });
}

}  // namespace

void fit_plan(DocumentModel& model) {
  if (model.computations.empty()) model.plan.reset();
  if (!model.plan) return;
  RunPlan& plan = *model.plan;
  const ComputationModel& first = model.computations.front();
  const bool gone = !plan.computation.empty() && !named(model, plan.computation);
  if (gone) {
    plan.computation = first.name;
    keep_bindings_of(plan, parameters_of(model, first));
  }
  std::set<std::string> lost;
  std::erase_if(plan.evaluations, [&](const PlanEvaluation& each) {
    if (named(model, each.computation)) return false;
    lost.insert(each.name);
    return true;
  });
  std::erase_if(plan.plots, [&](const PlanPlot& plot) {
    const bool evaluated =
        std::any_of(plan.evaluations.begin(), plan.evaluations.end(),
                    [&](const PlanEvaluation& each) { return each.name == plot.series; });
    return lost.contains(plot.series) ||
           (gone && !evaluated && !returns(model, first, plot.series));
  });
}

void feed_zeros(DocumentModel& model) {
  if (model.computations.empty()) return;
  RunPlan plan = model.plan.value_or(RunPlan());
  if (plan.computation.empty()) plan.computation = model.computations.front().name;
  const OpsByName parameters = parameters_of(model, *named(model, plan.computation));
  keep_bindings_of(plan, parameters);
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
