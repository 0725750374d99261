// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/training_verb.h"

#include <algorithm>

#include "engine/base/quote.h"
#include "engine/editing/row_builder.h"
#include "engine/editing/row_names.h"
#include "engine/graph/op_def.h"
#include "engine/neon/attach/attach_training.h"

namespace ng::editing::verbs {
namespace {

using neon::TrainingChoices;
using neon::TrainingStep;

constexpr const char* signature =
    "train = training(y, loss=\"cross_entropy\", optimizer=\"adam\", learning_rate=None, "
    "classes=None, variables=None)";
constexpr std::int64_t default_epochs = 10, default_batches = 10;

TrainingChoices choices_of(const Arguments& given) {
  TrainingChoices choices;
  choices.loss = given.text("loss", choices.loss);
  choices.optimizer = given.text("optimizer", choices.optimizer);
  if (given.has("learning_rate")) choices.learning_rate = given.number("learning_rate", 0);
  if (given.has("classes")) choices.classes = given.axis("classes");
  if (given.has("variables")) choices.variables = given.operands("variables");
  return choices;
}

// "target", "target_0" … of each op that plans and checkpoints refer to.
std::vector<Evaluator::Input> names_of(const TrainingStep& made, const DocumentModel& model) {
  FreshNames names(model);
  std::vector<Evaluator::Input> named;
  const auto add = [&](const Op& op) { named.push_back({names.take(op.name()), op}); };
  add(made.target);
  add(made.loss);
  add(made.step);
  for (const Op& op : made.state) add(op);
  return named;
}

// Random classes or numbers, until the user gives the real ones.
PlanBinding binding_of(const std::string& target, const Op& output,
                       const TrainingChoices& choices) {
  PlanBinding binding;
  binding.placeholder = target;
  binding.source = PlanBinding::Source::random;
  binding.random = {true, 0, 1, 1};
  if (!neon::find_loss(choices.loss)->classes) return binding;
  const Axis classes = choices.classes ? *choices.classes : *neon::class_axis(output);
  binding.random = {false, 0, static_cast<double>(classes.length()), 1};
  return binding;
}

ComputationModel computation_of(EditContext& edit, const std::vector<RowId>& results,
                                const std::string& name) {
  ComputationModel row;
  row.name = name;
  row.returns = "list";
  row.id = edit.rows().next_id();
  for (const RowId id : results) row.results.push_back({id, 0});
  edit.bring_to_life();
  const std::vector<Op> read = edit.live_ops().at(results[1]).placeholders();
  for (const OpModel& op : edit.rows().model().ops) {
    const auto live = edit.live_ops().find(op.id);
    if (live != edit.live_ops().end() &&
        std::find(read.begin(), read.end(), live->second) != read.end())
      row.parameters.push_back(op.id);
  }
  return row;
}

// Random numbers for placeholders without a source; integers, which may be positions, are 0.
void feed_others(const EditContext& edit, const std::vector<RowId>& parameters, RunPlan& plan) {
  for (const RowId id : parameters) {
    const Op& op = edit.live_ops().at(id);
    const bool fed =
        std::any_of(plan.bindings.begin(), plan.bindings.end(),
                    [&op](const PlanBinding& each) { return each.placeholder == op.name(); });
    if (fed) continue;
    PlanBinding binding;
    binding.placeholder = op.name();
    binding.value.value = Tensor(0.0);
    if (is_float(op.dtype())) {
      binding.source = PlanBinding::Source::random;
      binding.random = {true, 0, 1, static_cast<std::uint32_t>(plan.bindings.size())};
    }
    plan.bindings.push_back(std::move(binding));
  }
}

std::string unused_name(const DocumentModel& model, const std::string& wanted) {
  const auto taken = [&model](const std::string& name) {
    return std::any_of(model.computations.begin(), model.computations.end(),
                       [&](const ComputationModel& each) { return each.name == name; });
  };
  std::string name = wanted;
  for (int n = 2; taken(name); ++n) name = wanted + "_" + std::to_string(n);
  return name;
}

}  // namespace

void training(EditContext& edit, const Statement& statement) {
  const Syntax& call = statement.value;
  const OpModel row = edit.row_at(call, 0, signature);
  const auto output = edit.live_ops().find(row.id);
  if (output == edit.live_ops().end())
    refuse_at(call.parts[0].column, "this op is unfinished", quote(row.name));
  const Arguments given = edit.bind(call,
                                    {{"loss", Kind::text, "\"cross_entropy\""},
                                     {"optimizer", Kind::text, "\"adam\""},
                                     {"learning_rate", Kind::number, "None"},
                                     {"classes", Kind::axis, "None"},
                                     {"variables", Kind::operands, "None"}},
                                    signature, 1);
  const TrainingChoices choices = choices_of(given);
  const Op y = output->second;
  TrainingStep made;
  try {
    made = neon::attach_training(y, choices);
  } catch (const Error& error) {
    const Diagnostic& why = error.diagnostic();
    refuse_at(call.column, why.what, why.found, why.expected, why.action);
  }
  const std::vector<Evaluator::Input> names = names_of(made, edit.rows().model());
  const std::vector<RowId> rows = add_rows(edit, {made.loss, made.step}, names);
  const std::string wanted = statement.target.empty() ? "train" : statement.target;
  const std::string name = unused_name(edit.rows().model(), wanted);
  ComputationModel computation = computation_of(edit, rows, name);
  const std::vector<RowId> parameters = computation.parameters;
  edit.rows().set_computation(edit.rows().model().computations.size(), std::move(computation));
  RunPlan plan = edit.plan_or_new();
  plan.computation = name;
  plan.bindings.push_back(binding_of(names[0].name, y, choices));
  feed_others(edit, parameters, plan);
  plan.plots = {{names[1].name, "", "iteration", "", 0}};
  if (plan.data.empty()) {
    plan.epochs = std::max<std::int64_t>(plan.epochs, default_epochs);
    plan.batches = std::max<std::int64_t>(plan.batches, default_batches);
  }
  edit.set_plan(std::move(plan));
  edit.name = "Train " + row.name;
  edit.about = rows[0];
}

}  // namespace ng::editing::verbs
