// SPDX-License-Identifier: Apache-2.0
// Writes run plans as JSON, with one source, evaluation or plot per line.
#include "engine/formats/documents/json_line.h"
#include "engine/formats/documents/run_plan_json.h"
#include "engine/formats/documents/tensor_json.h"

namespace ng {
namespace {

using nlohmann::ordered_json;

ordered_json data_set_json(const PlanData& data) {
  ordered_json json = {{"name", data.name}, {"generator", data.generator}, {"seed", data.seed}};
  if (data.batch > 0) json["batch"] = data.batch;
  if (data.shuffle) json["shuffle"] = *data.shuffle;
  if (data.time_steps > 0) json["time_steps"] = data.time_steps;
  if (!data.vocabulary.empty()) json["vocabulary"] = data.vocabulary;
  if (!data.folder.empty() && !data.folder_by_user) json["folder"] = data.folder;
  return json;
}

ordered_json data_json(const PlanData& data) {
  if (!data.is_mixture()) return data_set_json(data);
  ordered_json json = {{"name", data.name},   {"generator", data.generator},
                       {"seed", data.seed},   {"probabilities", data.probabilities},
                       {"shape", data.shape}, {"batch", data.batch}};
  ordered_json& parts = json["parts"] = ordered_json::array();
  for (const PlanData::Part& part : data.parts) {
    parts.push_back({{"name", part.name}, {"batches", part.batches}});
  }
  return json;
}

ordered_json binding_json(const PlanBinding& binding) {
  ordered_json json = {{"placeholder", binding.placeholder}};
  switch (binding.source) {
    case PlanBinding::Source::value: {
      const Tensor& value = binding.value.value;
      const bool plain = binding.value.file.empty() && value.shape.empty() && value.size() == 1 &&
                         scalar_tensor(number_at(value, 0)).dtype == value.dtype;
      json["value"] = plain ? number_json(number_at(value, 0)) : tensor_json(binding.value);
      break;
    }
    case PlanBinding::Source::schedule: json["schedule"] = binding.schedule; break;
    case PlanBinding::Source::file:
      json["file"] = binding.file;
      if (!binding.array.empty()) json["array"] = binding.array;
      break;
    case PlanBinding::Source::data: json["data"] = binding.data; break;
    case PlanBinding::Source::random: json["random"] = binding.random.text(); break;
  }
  return json;
}

std::vector<PlanBinding> kept(std::vector<PlanBinding> bindings) {
  std::erase_if(bindings, is_outside_folder);
  return bindings;
}

ordered_json evaluation_json(const PlanEvaluation& evaluation) {
  ordered_json json = {{"name", evaluation.name},
                       {"computation", evaluation.computation},
                       {"batches", evaluation.batches}};
  ordered_json& bindings = json["bindings"] = ordered_json::array();
  for (const PlanBinding& binding : kept(evaluation.bindings))
    bindings.push_back(binding_json(binding));
  json["reduction"] = evaluation.reduction;
  json["at_start"] = evaluation.at_start;
  return json;
}

ordered_json plot_json(const PlanPlot& plot) {
  ordered_json json = {{"series", plot.series}};
  if (!plot.title.empty()) json["title"] = plot.title;
  if (!plot.x_title.empty()) json["x_title"] = plot.x_title;
  if (!plot.y_title.empty()) json["y_title"] = plot.y_title;
  return json;
}

ordered_json callback_json(const PlanCallback& callback) {
  switch (callback.kind) {
    case PlanCallback::Kind::stop_at_non_finite: return {{"kind", "stop_at_non_finite"}};
    case PlanCallback::Kind::log:
      return {{"kind", "log"}, {"every", callback.every}, {"file", callback.file}};
    case PlanCallback::Kind::checkpoint: break;
  }
  return {{"kind", "checkpoint"}, {"every", callback.every}, {"file", callback.file}};
}

template <class Item>
std::string list_text(const char* key, const std::vector<Item>& items,
                      ordered_json (*json)(const Item&)) {
  if (items.empty()) return {};
  std::string text = ",\n  \"";
  text.append(key).append("\": [");
  bool first = true;
  for (const Item& item : items) {
    text += (first ? "\n    " : ",\n    ") + json_line(json(item));
    first = false;
  }
  return text + "\n  ]";
}

}  // namespace

bool is_outside_folder(const PlanBinding& binding) {
  return binding.source == PlanBinding::Source::file && binding.file.starts_with('/');
}

std::string run_plan_text(const RunPlan& plan) {
  return "{\n  \"computation\": " + json_line(plan.computation) +
         ", \"epochs\": " + std::to_string(plan.epochs) +
         ", \"batches\": " + std::to_string(plan.batches) +
         list_text("data", plan.data, data_json) +
         list_text("bindings", kept(plan.bindings), binding_json) +
         list_text("evaluations", plan.evaluations, evaluation_json) +
         list_text("plots", plan.plots, plot_json) +
         list_text("callbacks", plan.callbacks, callback_json) + "\n}";
}

}  // namespace ng
