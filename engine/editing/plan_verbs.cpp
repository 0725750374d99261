// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/plan_verbs.h"

#include <algorithm>

#include "engine/base/quote.h"
#include "engine/editing/implied_computation.h"
#include "engine/formats/documents/expression.h"
#include "engine/formats/documents/inside_folder.h"
#include "engine/formats/documents/model_traits.h"
#include "engine/formats/documents/run_plan_json.h"
#include "engine/neon/plan/plan_texts.h"
#include "engine/runtime/representable.h"

namespace ng::editing::verbs {
namespace {

// Rejects an invalid schedule early, since it would prevent the whole plan from running.
void check_schedule(const std::string& schedule, int column) {
  try {
    Expression(schedule, schedule_variables());
  } catch (const Error& error) {
    const Diagnostic& why = error.diagnostic();
    refuse_at(column, why.what, why.found, why.expected, why.action);
  }
}

void check_value(const Tensor& value, const EditContext& edit, const OpModel& row, int column) {
  const auto op = edit.live_ops().find(row.id);
  if (op == edit.live_ops().end()) return;
  if (const auto fault = unrepresentable(value, op->second.dtype(), quote(row.name))) {
    refuse_at(column, fault->what, fault->found, fault->expected, fault->action);
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

// Ids of the text's tokens.
Tensor ids_of(const std::string& text, EditContext& edit, const OpModel& row, int column) {
  const auto op = edit.live_ops().find(row.id);
  if (op == edit.live_ops().end())
    refuse_at(column, "a text cannot be fed to this placeholder", quote(row.name),
              "integers along an axis");
  try {
    return token_ids(text, edit.rows().model().words->vocabulary, op->second);
  } catch (const Error& error) {
    const Diagnostic& why = error.diagnostic();
    refuse_at(column, why.what, why.found, why.expected, why.action);
  }
}

}  // namespace

void require_inside(const char* what, const std::string& reference, int column) {
  const std::string fault = fault_of_reference(reference);
  if (fault.empty()) return;
  refuse_at(column, "a " + std::string(what) + " of the plan is refused: " + fault,
            quote(reference), "a path below the folder of the document");
}

// train = computation([L, W, update], alpha, X, Y)
void computation(EditContext& edit, const Statement& statement) {
  const Syntax& call = statement.value;
  const char* const signature = "train = computation([results, …], parameters, …)";
  if (call.parts.empty()) refuse_at(call.column, "a computation requires results", {}, signature);
  ComputationModel row;
  const Syntax& results = call.parts[0];
  const bool many = results.kind == Syntax::Kind::list;
  row.returns = many ? "list" : "single";
  if (many) {
    for (const Syntax& each : results.parts) row.results.push_back({edit.row(each).id, 0});
  } else {
    row.results.push_back({edit.row(results).id, 0});
  }
  for (std::size_t i = 1; i < call.parts.size(); ++i)
    row.parameters.push_back(edit.row(call.parts[i]).id);
  const auto& computations = edit.rows().model().computations;
  row.name = statement.target.empty() ? implied_computation_name : statement.target;
  std::size_t index = 0;
  while (index < computations.size() && computations[index].name != row.name) ++index;
  const bool fresh = index == computations.size();
  row.id = fresh ? edit.rows().next_id() : computations[index].id;
  edit.name = (fresh ? "Add computation " : "Change computation ") + row.name;
  const std::string name = row.name;
  edit.rows().set_computation(index, std::move(row));
  if (!edit.rows().model().plan) return;
  RunPlan plan = *edit.rows().model().plan;
  const bool stands =
      std::any_of(edit.rows().model().computations.begin(), edit.rows().model().computations.end(),
                  [&](const ComputationModel& each) { return each.name == plan.computation; });
  if (stands) return;
  plan.computation = name;
  edit.set_plan(std::move(plan));
}

void feed(EditContext& edit, const Statement& statement) {
  const Syntax& call = statement.value;
  const char* const signature = "feed(x, 4), or schedule=, data=, random=, text=, file= and array=";
  const OpModel row = edit.row_at(call, 0, signature);
  if (kind_of(row) != OpKind::placeholder)
    refuse_at(call.parts[0].column, "only placeholders can be fed", row.op, "a placeholder");
  const Arguments given = edit.bind(call,
                                    {{"value", Kind::array, "None"},
                                     {"schedule", Kind::text, "None"},
                                     {"data", Kind::text, "None"},
                                     {"random", Kind::text, "None"},
                                     {"text", Kind::text, "None"},
                                     {"file", Kind::text, "None"},
                                     {"array", Kind::text, "None"}},
                                    signature, 1);
  PlanBinding binding;
  binding.placeholder = row.name;
  int sources = 0;
  if (const auto value = given.exact_array("value")) {
    check_value(*value, edit, row, call.column);
    binding.value.value = *value;
    ++sources;
  }
  if (given.has("text")) {
    binding.value.value = ids_of(given.text("text"), edit, row, call.column);
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
    refuse_at(call.column, "a placeholder requires exactly one source", std::to_string(sources),
              signature);
  binding.schedule = given.text("schedule");
  if (given.has("schedule")) check_schedule(binding.schedule, call.column);
  if (given.has("random")) binding.random = random_of(given.text("random"), call.column);
  binding.data = given.text("data");
  binding.file = given.text("file");
  binding.array = given.text("array");
  if (binding.source == PlanBinding::Source::file && !is_outside_folder(binding))
    require_inside("file", binding.file, call.column);
  RunPlan plan = edit.plan_or_new();
  std::erase_if(plan.bindings,
                [&](const PlanBinding& each) { return each.placeholder == row.name; });
  plan.bindings.push_back(std::move(binding));
  edit.name = "Feed " + row.name;
  edit.about = row.id;
  edit.set_plan(std::move(plan));
}

void plan(EditContext& edit, const Statement& statement) {
  const Arguments given = edit.bind(statement.value,
                                    {{"computation", Kind::text, "None"},
                                     {"epochs", Kind::integer, "None"},
                                     {"batches", Kind::integer, "None"}},
                                    "plan(computation=train, epochs=10, batches=10)");
  RunPlan plan = edit.plan_or_new();
  plan.computation = given.text("computation", plan.computation);
  plan.epochs = given.integer("epochs", plan.epochs);
  plan.batches = given.integer("batches", plan.batches);
  const auto& computations = edit.rows().model().computations;
  const bool stands = std::any_of(computations.begin(), computations.end(),
                                  [&](const auto& each) { return each.name == plan.computation; });
  if (!stands && !computations.empty())
    refuse_at(statement.value.column, "there is no computation " + quote(plan.computation));
  if (plan.epochs < 1 || plan.batches < 0)
    refuse_at(statement.value.column, "a plan requires at least one epoch");
  if (plan.epochs > most_of_plan || plan.batches > most_of_plan)
    refuse_at(statement.value.column, "a plan has too many epochs or batches", {},
              "at most " + std::to_string(most_of_plan));
  edit.name = "Set the plan";
  edit.set_plan(std::move(plan));
}

void plot(EditContext& edit, const Statement& statement) {
  const Syntax& call = statement.value;
  const OpModel row = edit.row_at(call, 0, "plot(L, title=None)");
  const Arguments given = edit.bind(call,
                                    {{"title", Kind::text, "None"},
                                     {"x_title", Kind::text, "None"},
                                     {"y_title", Kind::text, "None"}},
                                    "plot(L, title=None)", 1);
  RunPlan plan = edit.plan_or_new();
  std::erase_if(plan.plots, [&](const PlanPlot& each) { return each.series == row.name; });
  plan.plots.push_back({row.name, given.text("title"), given.text("x_title", "iteration"),
                        given.text("y_title"), 0});
  edit.name = "Plot " + row.name;
  edit.about = row.id;
  edit.set_plan(std::move(plan));
}

void describe(EditContext& edit, const Statement& statement) {
  const Arguments given = edit.bind(
      statement.value, {{"title", Kind::text, "None"}, {"description", Kind::text, "None"}},
      "describe(title=None, description=None)");
  DocumentHead head = edit.rows().head();
  head.title = given.text("title", head.title);
  head.description = given.text("description", head.description);
  edit.name = "Describe the document";
  edit.rows().set_head(std::move(head));
}

}  // namespace ng::editing::verbs
