// SPDX-License-Identifier: Apache-2.0
// Edits of computations and of the plan: results, sources, plots and numbers of epochs.
#include <algorithm>
#include <map>
#include <set>

#include "engine/base/quote.h"
#include "engine/editing/edit.h"
#include "engine/formats/documents/expression.h"
#include "engine/formats/documents/model_traits.h"

namespace ng::editing {
namespace {

const char* const implied_name = "results";

// Rejects an invalid schedule early, since it would prevent the whole plan from running.
void check_schedule(const std::string& schedule, int column) {
  try {
    Expression(schedule, schedule_variables());
  } catch (const Error& error) {
    const Diagnostic& why = error.diagnostic();
    refuse_at(column, why.what, why.found, why.expected, why.action);
  }
}

PlanRandom random_of(const std::string& text, int column) {
  try {
    if (const auto random = PlanRandom::read(text)) return *random;
  } catch (const Error& error) {
    refuse_at(column, error.diagnostic().what, error.diagnostic().found,
              error.diagnostic().expected);
  }
  refuse_at(column, "this is not a distribution", quote(text),
            "normal(0, 1, seed=7), or uniform(0, 10)");
}

}  // namespace

// Results are all unread ops; parameters are the placeholders that they need, in row order.
void add_implied_computation(DocumentModel& model) {
  const auto& there = model.computations;
  if (there.size() > 1 || (there.size() == 1 && there[0].name != implied_name)) return;
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
  made.name = implied_name;
  for (const OpModel& op : model.ops) {
    const bool source = op.operands.empty();
    if (read.count(op.id) == 0 && !source) made.results.push_back({op.id, 0});
    if (kind_of(op) == OpKind::placeholder && read.count(op.id) > 0) made.parameters.push_back(op.id);
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

RunPlan Edit::plan_or_new() const {
  if (rows_.model().plan) return *rows_.model().plan;
  RunPlan plan;
  const auto& computations = rows_.model().computations;
  plan.computation = computations.empty() ? implied_name : computations.front().name;
  return plan;
}

void Edit::set_plan(RunPlan plan) {
  DocumentHead head = rows_.head();
  head.plan = std::move(plan);
  rows_.set_head(std::move(head));
  if (name_.empty()) name_ = "Change the plan";
}

// train = computation([L, W, update], alpha, X, Y)
void Edit::computation(const Statement& statement) {
  const Syntax& call = statement.value;
  const char* const signature = "train = computation([results, …], parameters, …)";
  if (call.parts.empty()) refuse_at(call.column, "a computation requires results", {}, signature);
  ComputationModel row;
  const Syntax& results = call.parts[0];
  const bool many = results.kind == Syntax::Kind::list;
  row.returns = many ? "list" : "single";
  if (many) {
    for (const Syntax& each : results.parts) row.results.push_back({draft_.row(each).id, 0});
  } else {
    row.results.push_back({draft_.row(results).id, 0});
  }
  for (std::size_t i = 1; i < call.parts.size(); ++i)
    row.parameters.push_back(draft_.row(call.parts[i]).id);
  const auto& computations = rows_.model().computations;
  row.name = statement.target.empty() ? implied_name : statement.target;
  std::size_t index = 0;
  while (index < computations.size() && computations[index].name != row.name) ++index;
  const bool fresh = index == computations.size();
  row.id = fresh ? rows_.next_id() : computations[index].id;
  name_ = (fresh ? "Add computation " : "Change computation ") + row.name;
  const std::string name = row.name;
  rows_.set_computation(index, std::move(row));
  if (!rows_.model().plan) return;
  RunPlan plan = *rows_.model().plan;
  const bool stands =
      std::any_of(rows_.model().computations.begin(), rows_.model().computations.end(),
                  [&](const ComputationModel& each) { return each.name == plan.computation; });
  if (stands) return;
  plan.computation = name;
  set_plan(std::move(plan));
}

void Edit::feed(const Statement& statement) {
  const Syntax& call = statement.value;
  const char* const signature = "feed(x, 4), or schedule=, data=, random=, file= and array=";
  const OpModel row = row_at(call, 0, signature);
  if (kind_of(row) != OpKind::placeholder)
    refuse_at(call.parts[0].column, "only placeholders can be fed", row.op, "a placeholder");
  const Arguments given = bind(call,
                               {{"value", Kind::array, "None"},
                                {"schedule", Kind::text, "None"},
                                {"data", Kind::text, "None"},
                                {"random", Kind::text, "None"},
                                {"file", Kind::text, "None"},
                                {"array", Kind::text, "None"}},
                               signature, 1);
  PlanBinding binding;
  binding.placeholder = row.name;
  int sources = 0;
  if (const auto value = given.array("value")) {
    binding.value.value = *value;
    ++sources;
  }
  const std::pair<const char*, PlanBinding::Source> texts[] = {
      {"schedule", PlanBinding::Source::schedule},
      {"data", PlanBinding::Source::data},
      {"random", PlanBinding::Source::random},
      {"file", PlanBinding::Source::file}};
  for (const auto& [key, source] : texts) {
    if (!given.has(key)) continue;
    binding.source = source;
    ++sources;
  }
  if (sources != 1)
    refuse_at(call.column, "a placeholder requires exactly one source",
              std::to_string(sources), signature);
  binding.schedule = given.text("schedule");
  if (given.has("schedule")) check_schedule(binding.schedule, call.column);
  if (given.has("random")) binding.random = random_of(given.text("random"), call.column);
  binding.data = given.text("data");
  binding.file = given.text("file");
  binding.array = given.text("array");
  RunPlan plan = plan_or_new();
  std::erase_if(plan.bindings,
                [&](const PlanBinding& each) { return each.placeholder == row.name; });
  plan.bindings.push_back(std::move(binding));
  name_ = "Feed " + row.name;
  about_ = row.id;
  set_plan(std::move(plan));
}

void Edit::data(const Statement& statement) {
  const char* const signature =
      "name = data(\"mixture_of_gaussians\", seed=0, probabilities=[0.5, 0.5], shape=[4], "
      "batch=128, parts={\"train\": 10})";
  const Arguments given = bind(statement.value,
                               {{"generator", Kind::text},
                                {"seed", Kind::integer, "None"},
                                {"batch", Kind::integer, "None"},
                                {"probabilities", Kind::array, "None"},
                                {"shape", Kind::array, "None"},
                                {"parts", Kind::dict, "None"},
                                {"shuffle", Kind::integer, "None"},
                                {"time_steps", Kind::integer, "None"},
                                {"vocabulary", Kind::text, "None"},
                                {"folder", Kind::text, "None"}},
                               signature);
  if (statement.target.empty())
    refuse_at(statement.value.column, "data requires a name", {}, signature);
  PlanData data;
  data.name = statement.target;
  data.generator = given.text("generator");
  data.seed = static_cast<std::uint32_t>(given.integer("seed", 0));
  data.batch = given.integer("batch", 0);
  data.probabilities = given.numbers("probabilities");
  for (const double length : given.numbers("shape"))
    data.shape.push_back(static_cast<std::int64_t>(length));
  if (given.has("parts"))
    for (const auto& [part, batches] : given.integers("parts"))
      data.parts.push_back({part, batches});
  if (const auto seed = given.optional_integer("shuffle"))
    data.shuffle = static_cast<std::uint32_t>(*seed);
  data.time_steps = given.integer("time_steps", 0);
  data.vocabulary = given.text("vocabulary");
  data.folder = given.text("folder");
  RunPlan plan = plan_or_new();
  std::erase_if(plan.data, [&](const PlanData& each) { return each.name == data.name; });
  name_ = "Add data " + data.name;
  plan.data.push_back(std::move(data));
  set_plan(std::move(plan));
}

void Edit::plan(const Statement& statement) {
  const Arguments given = bind(statement.value,
                               {{"computation", Kind::text, "None"},
                                {"epochs", Kind::integer, "None"},
                                {"batches", Kind::integer, "None"}},
                               "plan(computation=train, epochs=10, batches=10)");
  RunPlan plan = plan_or_new();
  plan.computation = given.text("computation", plan.computation);
  plan.epochs = given.integer("epochs", plan.epochs);
  plan.batches = given.integer("batches", plan.batches);
  const auto& computations = rows_.model().computations;
  const bool stands = std::any_of(computations.begin(), computations.end(),
                                  [&](const auto& each) { return each.name == plan.computation; });
  if (!stands && !computations.empty())
    refuse_at(statement.value.column, "there is no computation " + quote(plan.computation));
  if (plan.epochs < 1 || plan.batches < 0)
    refuse_at(statement.value.column, "a plan requires at least one epoch");
  name_ = "Set the plan";
  set_plan(std::move(plan));
}

void Edit::plot(const Statement& statement) {
  const Syntax& call = statement.value;
  const OpModel row = row_at(call, 0, "plot(L, title=None)");
  const Arguments given = bind(call,
                               {{"title", Kind::text, "None"},
                                {"x_title", Kind::text, "None"},
                                {"y_title", Kind::text, "None"}},
                               "plot(L, title=None)", 1);
  RunPlan plan = plan_or_new();
  std::erase_if(plan.plots, [&](const PlanPlot& each) { return each.series == row.name; });
  plan.plots.push_back({row.name, given.text("title"), given.text("x_title", "iteration"),
                        given.text("y_title"), 0});
  name_ = "Plot " + row.name;
  about_ = row.id;
  set_plan(std::move(plan));
}

void Edit::describe(const Statement& statement) {
  const Arguments given =
      bind(statement.value, {{"title", Kind::text, "None"}, {"description", Kind::text, "None"}},
           "describe(title=None, description=None)");
  DocumentHead head = rows_.head();
  head.title = given.text("title", head.title);
  head.description = given.text("description", head.description);
  name_ = "Describe the document";
  rows_.set_head(std::move(head));
}

}  // namespace ng::editing
