// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/document_record.h"

#include <algorithm>
#include <unordered_set>

#include "engine/base/error.h"
#include "engine/base/joined.h"
#include "engine/base/number.h"
#include "engine/base/quote.h"
#include "engine/documents/plan_details.h"
#include "engine/documents/returns_names.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"
#include "engine/records/document_record.h"
#include "engine/records/plan_record.h"
#include "engine/records/values/token_text.h"
#include "engine/session/graph_record.h"

namespace ng {
namespace {

// The whole document as one graph, whose results are the unused ops. The body of a loop stays in
// the loop.
Graph graph_of(const Document& document) {
  std::unordered_set<OpId> used;
  used.reserve(document.ops.size());
  for (const Op& op : document.ops) {
    for (const Value& operand : op.node().operands) used.insert(operand.node->id);
    if (!op.node().loop) continue;
    for (const NodePtr& parameter : op.node().loop->parameters) used.insert(parameter->id);
    for (const Value& result : op.node().loop->results) {
      if (result) used.insert(result.node->id);
    }
  }
  Graph graph;
  for (const Op& op : document.ops) {
    if (used.count(op.id()) == 0) graph.results.push_back(op.value());
    if (op.node().def->traits.kind == OpKind::placeholder)
      graph.parameters.push_back(op.value().node);
  }
  return graph;
}

void add_result(const Value& result, ComputationRecord& record) {
  record.results.push_back(result.node->id);
  record.result_numbers.push_back(result.result);
}

ComputationRecord computation_record(const Op& computation) {
  const ComputationParts parts = parts_of(computation.node());
  ComputationRecord record;
  record.name = parts.name;
  for (const NodePtr& parameter : parts.parameters) record.parameters.push_back(parameter->id);
  for (const Value& result : parts.results) add_result(result, record);
  record.returns = name(parts.returns);
  return record;
}

LoopRecord loop_record(const Node& node) {
  LoopRecord record{node.id};
  for (const NodePtr& parameter : node.loop->parameters)
    record.step.parameters.push_back(parameter->id);
  for (const Value& result : node.loop->results)
    if (result) add_result(result, record.step);
  return record;
}

std::string origin_of(const PlanData& data) {
  const std::string seed = ", seed " + std::to_string(data.seed);
  if (data.is_mixture())
    return "mixture of " + std::to_string(data.probabilities.size()) + " Gaussians" + seed;
  return data.folder.empty() ? "synthetic" + seed : data.folder;
}

std::string source_of(const RunPlan& plan) {
  std::string text;
  auto add = [&text](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  for (const PlanData& data : plan.data) {
    add((data.is_mixture() ? "" : data.generator + ": ") + origin_of(data));
  }
  for (const PlanBinding& binding : plan.bindings) {
    if (binding.source == PlanBinding::Source::file) add(binding.file);
  }
  if (text.empty() && !plan.bindings.empty()) add("values in the document");
  return text;
}

std::vector<PlanDataRecord> data_of(const RunPlan& plan) {
  std::vector<PlanDataRecord> records;
  for (const PlanData& data : plan.data) {
    PlanDataRecord record;
    record.name = data.name;
    record.kind = data.generator;
    record.origin = origin_of(data);
    record.folder_by_user = data.folder_by_user;
    record.settings = settings_of(data);
    for (const PlanData::Part& part : data.parts)
      for (const char* array : {".xs", ".ys"})
        record.arrays.push_back(data.name + "." + part.name + array);
    records.push_back(std::move(record));
  }
  for (const PlanBinding& binding : plan.bindings) {
    if (binding.source != PlanBinding::Source::file) continue;
    PlanDataRecord record;
    record.name = binding.placeholder;
    record.kind = "file";
    record.origin = binding.file;
    records.push_back(std::move(record));
  }
  return records;
}

// A vector of ids is the text of its tokens.
std::string value_text(const Tensor& value, const std::vector<std::string>& vocabulary) {
  if (!vocabulary.empty() && value.shape.size() == 1 && !is_float(value.dtype) && value.size() > 0)
    return quote(texts_of_rows(vocabulary, value, 1)[0]);
  if (value.size() != 1) return "an array of the document, " + to_string(value.shape);
  return to_string(number_at(value, 0));
}

std::vector<PlanGivenRecord> given_of(const std::vector<PlanBinding>& bindings,
                                      const std::vector<std::string>& vocabulary) {
  std::vector<PlanGivenRecord> records;
  for (const PlanBinding& binding : bindings) {
    PlanGivenRecord record{binding.placeholder, binding.source, binding.data};
    if (binding.source == PlanBinding::Source::schedule) record.source = binding.schedule;
    if (binding.source == PlanBinding::Source::file)
      record.source = binding.file + (binding.array.empty() ? "" : ": " + binding.array);
    if (binding.source == PlanBinding::Source::value) {
      record.source = value_text(binding.value.value, vocabulary);
      record.elements = elements_text(binding.value);
    }
    if (binding.source == PlanBinding::Source::random) record.source = binding.random.text();
    record.assumed = binding.assumed;
    records.push_back(std::move(record));
  }
  return records;
}

// Named scalar constants, which users are expected to change; the names of a model's constants are
// the file's.
std::vector<PlanScalarRecord> scalars_of(const Document& document) {
  std::vector<PlanScalarRecord> records;
  if (document.is_model) return records;
  for (const Op& op : document.ops) {
    if (op.node().def->traits.kind != OpKind::constant || !op.node().label->named ||
        !op.axes().empty())
      continue;
    if (const TensorPtr value = constant_value(op.value()))
      records.push_back({op.id(), op.name(), number_at(*value, 0)});
  }
  return records;
}

using AttributeTensors = std::map<std::pair<OpId, std::string>, TensorPtr>;

void add_tensors(const Node& node, AttributeTensors& tensors) {
  for (const auto& [key, value] : node.attributes) {
    const auto* tensor = std::get_if<TensorPtr>(&value);
    if (tensor && *tensor && (*tensor)->size() > 1)
      tensors.emplace(std::pair(node.id, key), *tensor);
  }
  if (!node.loop) return;
  std::vector<Value> results;
  for (const Value& result : node.loop->results)
    if (result) results.push_back(result);
  for (const NodePtr& each : ordered_nodes(std::span<const Value>(results)))
    add_tensors(*each, tensors);
}

// Length of the batch axis of the computation's parameters.
std::optional<std::int64_t> batch_size_of(const Document& document, const RunPlan& plan) {
  for (const Op& computation : document.computations) {
    const ComputationParts parts = parts_of(computation.node());
    if (parts.name != plan.computation) continue;
    for (const NodePtr& parameter : parts.parameters) {
      for (const Axis& axis : parameter->results.front().axes) {
        if (axis.is_batch()) return axis.known_length();
      }
    }
  }
  return std::nullopt;
}

}  // namespace

PlanRecord make_plan_record(const Document& document) {
  PlanRecord record;
  if (!document.plan) return record;
  const RunPlan& plan = *document.plan;
  record.computation = plan.computation;
  if (!plan.evaluations.empty()) record.evaluation = plan.evaluations.front().computation;
  record.epochs = static_cast<int>(std::min<std::int64_t>(plan.epochs, INT32_MAX));
  record.batches = static_cast<int>(std::min<std::int64_t>(plan.batches, INT32_MAX));
  record.batch_size = batch_size_of(document, plan);
  for (const auto& [name, length] : document.open_lengths) record.lengths.push_back({name, length});
  record.data_source = source_of(plan);
  record.data = data_of(plan);
  record.given = given_of(plan.bindings, document.words->vocabulary);
  record.scalars = scalars_of(document);
  for (const PlanPlot& plot : plan.plots) record.plots.push_back(plot.series);
  for (const PlanEvaluation& each : plan.evaluations) {
    record.evaluations.push_back({each.name, each.computation, each.batches, true, each.reduction,
                                  each.at_start,
                                  given_of(each.bindings, document.words->vocabulary)});
  }
  record.callbacks.assign(plan.callbacks.begin(), plan.callbacks.end());
  return record;
}

std::map<std::pair<OpId, std::string>, TensorPtr> attribute_tensors(const Document& document) {
  AttributeTensors tensors;
  for (const Op& op : document.ops) add_tensors(op.node(), tensors);
  return tensors;
}

std::map<std::string, std::string> axis_role_texts(const Document& document) {
  std::map<std::string, std::string> texts;
  for (const Op& op : document.ops)
    for (const TensorType& type : op.node().results)
      for (const Axis& axis : type.axes)
        if (axis.dual_level() == 0 && !axis.roles().empty())
          texts[axis.label()] = joined({axis.roles().begin(), axis.roles().end()});
  return texts;
}

DocumentRecordPtr make_document_record(const Document& document) {
  auto record = std::make_shared<DocumentRecord>();
  record->path = document.path;
  record->title = document.title;
  record->description = document.description;
  record->made_by = document.made_by;
  record->words = document.words;
  for (const Op& computation : document.computations) {
    record->computations.push_back(computation_record(computation));
  }
  for (const Op& op : document.ops) {
    if (op.node().loop) record->loops.push_back(loop_record(op.node()));
    if (op.node().def->traits.kind == OpKind::placeholder) record->placeholders.push_back(op.id());
    if (op.node().def->traits.kind != OpKind::variable) continue;
    record->variables.push_back(op.id());
    if (op.axes().all_lengths_known()) record->parameters += op.axes().element_count();
  }
  if (document.plan) record->plan = std::make_shared<const PlanRecord>(make_plan_record(document));
  record->graph = make_graph_record(graph_of(document));
  return record;
}

}  // namespace ng
