// SPDX-License-Identifier: Apache-2.0
// Reads run plans from JSON.
#include "engine/base/quote.h"
#include "engine/formats/documents/inside_folder.h"
#include "engine/formats/documents/plan_callback.h"
#include "engine/formats/documents/run_plan_json.h"
#include "engine/formats/documents/tensor_json.h"

namespace ng {
namespace {

constexpr std::int64_t most = std::int64_t{1} << 40;  // limit for epochs, batches, samples

// Reads a reference to a file or folder in the document's folder.
std::string read_reference(const JsonField& field, const char* what) {
  std::string reference = field.name();
  const std::string fault = fault_of_reference(reference);
  if (!fault.empty()) {
    field.fail(std::string("a ") + what + " of the plan is refused: " + fault, quote(reference),
               "a path below the folder of the document",
               "copy the " + std::string(what) + " into that folder; nothing was read");
  }
  return reference;
}

void read_mixture(const JsonField& field, PlanData& data, Notes& notes) {
  field.expect_only({"name", "generator", "seed", "probabilities", "shape", "batch", "parts"},
                    notes);
  data.seed = static_cast<std::uint32_t>(field.at("seed").integer(0, UINT32_MAX));
  for (const JsonField& p : field.at("probabilities").items()) {
    data.probabilities.push_back(p.number());
  }
  for (const JsonField& length : field.at("shape").items()) {
    data.shape.push_back(length.integer(1, most));
  }
  data.batch = field.at("batch").integer(1, most);
  for (const JsonField& part : field.at("parts").items()) {
    part.expect_only({"name", "batches"}, notes);
    data.parts.push_back({part.at("name").name(), part.at("batches").integer(1, most)});
  }
}

void read_data_set(const JsonField& field, PlanData& data, Notes& notes) {
  field.expect_only(
      {"name", "generator", "seed", "batch", "shuffle", "time_steps", "folder", "vocabulary"},
      notes);
  if (const auto seed = field.find("seed")) {
    data.seed = static_cast<std::uint32_t>(seed->integer(0, UINT32_MAX));
  }
  if (const auto batch = field.find("batch")) data.batch = batch->integer(1, most);
  if (const auto shuffle = field.find("shuffle")) {
    const bool off = std::holds_alternative<bool>(shuffle->value().data) && !shuffle->boolean();
    if (!off) data.shuffle = static_cast<std::uint32_t>(shuffle->integer(0, UINT32_MAX));
  }
  if (const auto steps = field.find("time_steps")) data.time_steps = steps->integer(1, most);
  if (const auto axis = field.find("vocabulary")) data.vocabulary = axis->name();
  if (const auto folder = field.find("folder")) data.folder = read_reference(*folder, "folder");
}

PlanData read_data(const JsonField& field, Notes& notes) {
  PlanData data;
  data.document_line = field.line();
  data.name = field.at("name").name();
  data.generator = field.at("generator").name();
  if (data.is_mixture()) {
    read_mixture(field, data, notes);
  } else {
    read_data_set(field, data, notes);
  }
  return data;
}

PlanRandom read_random(const JsonField& field) {
  try {
    if (const auto random = PlanRandom::read(field.name())) return *random;
  } catch (const Error& error) {
    field.fail(error.diagnostic().what, error.diagnostic().found, error.diagnostic().expected);
  }
  field.fail("this is not a distribution", quote(field.name()),
             "\"normal(0, 1)\" or \"uniform(0, 1)\"");
}

PlanBinding read_binding(const JsonField& field, Notes& notes) {
  field.expect_only({"placeholder", "value", "schedule", "file", "array", "data", "random"}, notes);
  PlanBinding binding;
  binding.document_line = field.line();
  binding.placeholder = field.at("placeholder").name();
  int sources = 0;
  if (const auto value = field.find("value")) {
    ++sources;
    if (value->is_object()) {
      binding.value = read_tensor_json(*value);
    } else {
      binding.value.value = scalar_tensor(read_number_json(*value));
    }
  }
  if (const auto schedule = field.find("schedule")) {
    ++sources;
    binding.source = PlanBinding::Source::schedule;
    binding.schedule = schedule->name();
  }
  if (const auto file = field.find("file")) {
    ++sources;
    binding.source = PlanBinding::Source::file;
    binding.file = read_reference(*file, "file");
    if (const auto array = field.find("array")) binding.array = array->name();
  }
  if (const auto data = field.find("data")) {
    ++sources;
    binding.source = PlanBinding::Source::data;
    binding.data = data->name();
  }
  if (const auto random = field.find("random")) {
    ++sources;
    binding.source = PlanBinding::Source::random;
    binding.random = read_random(*random);
  }
  if (sources != 1) {
    field.fail("a placeholder needs one source", std::to_string(sources) + " sources",
               "one of \"value\", \"schedule\", \"file\", \"data\" and \"random\"");
  }
  return binding;
}

std::vector<PlanBinding> read_bindings(const JsonField& field, Notes& notes) {
  std::vector<PlanBinding> bindings;
  if (const auto list = field.find("bindings")) {
    for (const JsonField& item : list->items()) bindings.push_back(read_binding(item, notes));
  }
  return bindings;
}

PlanEvaluation read_evaluation(const JsonField& field, Notes& notes) {
  field.expect_only({"name", "computation", "batches", "bindings", "reduction", "at_start"}, notes);
  PlanEvaluation evaluation;
  evaluation.document_line = field.line();
  evaluation.name = field.at("name").name();
  evaluation.computation = field.at("computation").name();
  const auto batches = field.find("batches");
  evaluation.batches = batches ? batches->integer(0, most) : 0;
  evaluation.bindings = read_bindings(field, notes);
  if (const auto reduction = field.find("reduction")) evaluation.reduction = reduction->name();
  if (const auto at_start = field.find("at_start")) evaluation.at_start = at_start->boolean();
  return evaluation;
}

PlanPlot read_plot(const JsonField& field, Notes& notes) {
  field.expect_only({"series", "title", "x_title", "y_title"}, notes);
  PlanPlot plot;
  plot.document_line = field.line();
  plot.series = field.at("series").name();
  if (const auto title = field.find("title")) plot.title = title->text();
  if (const auto title = field.find("x_title")) plot.x_title = title->text();
  if (const auto title = field.find("y_title")) plot.y_title = title->text();
  return plot;
}

PlanCallback read_callback(const JsonField& field, Notes& notes) {
  field.expect_only({"kind", "every", "file"}, notes);
  PlanCallback callback;
  callback.document_line = field.line();
  const std::string text = field.at("kind").name();
  const auto kind = from_name<CallbackKind>(text);
  if (!kind) field.at("kind").fail("unknown callback", quote(text), expected_names<CallbackKind>());
  callback.kind = *kind;
  if (const auto every = field.find("every")) callback.every = every->integer(1, INT64_MAX);
  const bool writes = callback.kind != PlanCallback::Kind::stop_at_non_finite;
  if (writes) callback.file = field.at("file").name();
  if (const auto fault = fault_of_callback(callback)) {
    field.at(fault->field).fail(fault->what, fault->found, fault->expected, fault->action);
  }
  return callback;
}

}  // namespace

RunPlan read_run_plan_json(const JsonField& field, Notes& notes) {
  field.expect_only(
      {"computation", "epochs", "batches", "data", "bindings", "evaluations", "plots", "callbacks"},
      notes);
  RunPlan plan;
  plan.document_line = field.line();
  plan.computation = field.at("computation").name();
  if (const auto epochs = field.find("epochs")) plan.epochs = epochs->integer(1, most);
  if (const auto batches = field.find("batches")) plan.batches = batches->integer(0, most);
  if (const auto data = field.find("data")) {
    for (const JsonField& item : data->items()) plan.data.push_back(read_data(item, notes));
  }
  plan.bindings = read_bindings(field, notes);
  if (const auto list = field.find("evaluations")) {
    for (const JsonField& item : list->items()) {
      plan.evaluations.push_back(read_evaluation(item, notes));
    }
  }
  if (const auto list = field.find("plots")) {
    for (const JsonField& item : list->items()) plan.plots.push_back(read_plot(item, notes));
  }
  if (const auto list = field.find("callbacks")) {
    for (const JsonField& item : list->items()) {
      plan.callbacks.push_back(read_callback(item, notes));
    }
  }
  return plan;
}

}  // namespace ng
