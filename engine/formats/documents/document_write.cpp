// SPDX-License-Identifier: Apache-2.0
// Writes the text of a document: one axis, op or computation per line, for readable diffs.
#include <algorithm>

#include "engine/base/cancellation.h"
#include "engine/formats/documents/attribute_json.h"
#include "engine/formats/documents/document.h"
#include "engine/formats/documents/json_line.h"
#include "engine/formats/documents/run_plan_json.h"

namespace ng {
namespace {

using nlohmann::ordered_json;

ordered_json axis_json(const AxisModel& axis) {
  ordered_json json = {{"axis", axis.id}};
  if (axis.name != axis.id) json["name"] = axis.name;
  if (axis.length) json["length"] = *axis.length;
  if (axis.batch) json["batch"] = true;
  if (axis.recurrent) json["recurrent"] = true;
  if (!axis.roles.empty()) json["roles"] = axis.roles;
  if (!axis.docstring.empty()) json["doc"] = axis.docstring;
  return json;
}

ordered_json operands_json(const std::vector<OperandModel>& operands) {
  ordered_json list = ordered_json::array();
  for (const OperandModel& operand : operands) {
    if (operand.result == 0) {
      list.push_back(operand.op);
    } else {
      list.push_back(ordered_json::array({operand.op, operand.result}));
    }
  }
  return list;
}

void add_place(ordered_json& json, const std::string& file, int line, const std::string& source) {
  if (file != source) json["file"] = file;
  if (line > 0) json["line"] = line;
}

ordered_json op_json(const OpModel& op, const std::string& source) {
  ordered_json json = {{"id", op.id}, {"op", op.op}, {op.named ? "name" : "automatic", op.name}};
  if (!op.operands.empty()) json["operands"] = operands_json(op.operands);
  if (!op.attributes.empty()) {
    ordered_json& attributes = json["attributes"] = ordered_json::object();
    for (const auto& [key, value] : op.attributes) attributes[key] = attribute_json(value);
  }
  if (!op.step_parameters.empty() || !op.step_results.empty()) {
    json["step"] = {{"parameters", op.step_parameters},
                    {"results", operands_json(op.step_results)}};
  }
  if (!op.metadata.empty()) json["metadata"] = op.metadata;
  add_place(json, op.file, op.line, op.line > 0 ? source : "");
  return json;
}

ordered_json computation_json(const ComputationModel& computation, const std::string& source) {
  ordered_json json = {{"id", computation.id},
                       {"name", computation.name},
                       {"results", operands_json(computation.results)},
                       {"parameters", computation.parameters},
                       {"returns", computation.returns}};
  add_place(json, computation.file, computation.line, computation.line > 0 ? source : "");
  return json;
}

// The document's source file: the first file of an op or computation with a line.
std::string source_of(const DocumentModel& model) {
  for (const OpModel& op : model.ops) {
    poll_cancellation();
    if (op.line > 0 && !op.file.empty()) return op.file;
  }
  for (const ComputationModel& computation : model.computations) {
    if (computation.line > 0 && !computation.file.empty()) return computation.file;
  }
  return {};
}

class DocumentText {
 public:
  void add(const char* key, const std::string& value) {
    text_ += std::string(first_ ? "\"" : ",\n\"") + key + "\": " + value;
    first_ = false;
  }
  void add_text(const char* key, const std::string& value) {
    if (!value.empty()) add(key, json_line(value));
  }
  template <class Items, class Json>
  void add_list(const char* key, const Items& items, const Json& json) {
    std::string list = "[";
    for (std::size_t i = 0; i < items.size(); ++i) {
      list += (i ? ",\n  " : "\n  ") + json_line(json(items[i]));
    }
    add(key, list + (items.empty() ? "]" : "\n]"));
  }
  std::string text() const { return "{\n" + text_ + "\n}\n"; }

 private:
  std::string text_;
  bool first_ = true;
};

}  // namespace

std::string document_text(const DocumentModel& model) {
  const std::string source = source_of(model);
  DocumentText text;
  text.add("ngraph", std::to_string(document_version));
  text.add_text("title", model.title);
  text.add_text("description", model.description);
  text.add_text("made_by", model.made_by);
  text.add_text("source", source);
  text.add_list("axes", model.axes, axis_json);
  text.add_list("ops", model.ops, [&](const OpModel& op) { return op_json(op, source); });
  text.add_list("computations", model.computations,
                [&](const ComputationModel& c) { return computation_json(c, source); });
  if (model.plan) text.add("plan", run_plan_text(*model.plan));
  return text.text();
}

}  // namespace ng
