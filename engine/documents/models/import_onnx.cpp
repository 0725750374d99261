// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/models/import_onnx.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <unordered_set>

#include "engine/base/quote.h"
#include "engine/documents/export_document.h"
#include "engine/documents/export_op.h"
#include "engine/documents/models/model_plan.h"
#include "engine/documents/models/open_lengths.h"
#include "engine/documents/models/read_words.h"
#include "engine/documents/models/recorded_inputs.h"
#include "engine/frontends/onnx/import_model.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/opaque.h"
#include "engine/ops/sequencing.h"
#include "engine/records/model_node.h"

namespace ng {
namespace {

using onnx::ImportedModel;

// Ids in the order of creation, from 1, so that each opening of a file gives the same ids.
class Renumbered {
 public:
  Renumbered(DocumentModel& model, const std::unordered_map<OpId, onnx::OriginText>& origins,
             const char* framework)
      : model_(model), origins_(origins), framework_(framework) {
    for (const OpModel& op : model.ops) ids_.emplace(op.id, ids_.size() + 1);
    for (const ComputationModel& c : model.computations) ids_.emplace(c.id, ids_.size() + 1);
  }

  void run() {
    DistinctNames names;
    for (OpModel& op : model_.ops) {
      op.file.clear();
      op.line = 0;
      if (const auto origin = origins_.find(op.id); origin != origins_.end()) {
        op.name = origin->second.name;
        if (!origin->second.kind.empty()) op.metadata[framework_] = origin->second.kind;
        if (!origin->second.device.empty()) op.metadata["device"] = origin->second.device;
        if (!origin->second.in_file.empty()) op.metadata[name_in_file_key] = origin->second.in_file;
        if (!origin->second.node.empty()) op.metadata[model_node_key] = origin->second.node;
        if (origin->second.source.line > 0) {
          op.file = origin->second.source.file;
          op.line = origin->second.source.line;
        }
      }
      op.name = names.take(op.name, '_');
      op.named = true;
      op.id = ids_.at(op.id);
      renumber(op.operands);
      renumber(op.step_results);
      for (std::uint64_t& id : op.step_parameters) id = ids_.at(id);
    }
    for (ComputationModel& computation : model_.computations) {
      computation.id = ids_.at(computation.id);
      computation.file.clear();
      computation.line = 0;
      renumber(computation.results);
      for (std::uint64_t& id : computation.parameters) id = ids_.at(id);
    }
  }

 private:
  void renumber(std::vector<OperandModel>& operands) const {
    for (OperandModel& operand : operands) operand.op = ids_.at(operand.op);
  }

  DocumentModel& model_;
  const std::unordered_map<OpId, onnx::OriginText>& origins_;
  const char* framework_;
  std::unordered_map<std::uint64_t, std::uint64_t> ids_;
};

void add_reads(const std::vector<NodePtr>& nodes, std::unordered_set<const Node*>& read) {
  for (const NodePtr& node : nodes) {
    for (const Value& operand : node->operands) read.insert(operand.node.get());
    if (node->loop) add_reads(node->loop->order, read);
  }
}

// The results without constants that nothing reads: numbers that only decided shapes.
std::vector<Op> shown_results(const ImportedModel& model) {
  std::vector<Value> values;
  for (const std::vector<Op>* list : {&model.results, &model.outputs})
    for (const Op& op : *list) values.push_back(op.value());
  std::unordered_set<const Node*> read;
  add_reads(ordered_nodes(std::span<const Value>(values)), read);
  for (const Op& output : model.outputs) read.insert(&output.node());
  std::vector<Op> shown;
  for (const Op& op : model.results)
    if (op.node().def->traits.kind != OpKind::constant || read.contains(&op.node()))
      shown.push_back(op);
  return shown;
}

void add_notes_on_lengths(const ImportedModel& model, const std::string& path, Notes& notes) {
  for (const onnx::OpenDimension& open : model.open) {
    if (open.given) continue;
    Diagnostic note;
    note.severity = Severity::note;
    note.what =
        "the file does not set the length of the dimension " + quote(open.name) + "; it is 1";
    note.where = quote(path);
    note.action = "choose another length in the plan or with --length " + open.name + "=N";
    notes.push_back(bounded(std::move(note)));
  }
}

void add_notes_on_ops(const ImportedModel& model, const std::string& path, Notes& notes) {
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < model.opaque.size() && i < most; ++i) {
    const Node& node = model.opaque[i].node();
    add_note(notes,
             "the op " + quote(node.attributes.get<std::string>("kind")) +
                 " is shown but cannot run: " + reason_not_to_run(node),
             quote(path) + ", value " + quote(model.origins.at(&node).name));
  }
  if (model.opaque.size() <= most) return;
  add_note(notes, std::to_string(model.opaque.size() - most) + " more ops cannot run", quote(path));
}

// Do its inputs or outputs hold integers, which can be ids of tokens?
bool has_integers(const onnx::Graph& graph) {
  const auto is_integer = [](const onnx::ValueInfo& value) {
    const std::optional<DType> dtype = onnx::dtype_of(value.type);
    return dtype && !is_float(*dtype);
  };
  return std::any_of(graph.inputs.begin(), graph.inputs.end(), is_integer) ||
         std::any_of(graph.outputs.begin(), graph.outputs.end(), is_integer);
}

// Sets the symbols that name the batch.
void set_batch(const onnx::Model& model, std::int64_t size, OpenLengths& lengths) {
  bool found = false;
  for (const onnx::ValueInfo& input : model.graph.inputs) {
    if (!input.dims) continue;
    for (const onnx::Dimension& dim : *input.dims) {
      if (dim.symbol != "batch" && dim.symbol != "batch_size" && dim.symbol != "N") continue;
      lengths[dim.symbol] = size;
      found = true;
    }
  }
  if (!found) refuse(ErrorKind::key, "the model has no open batch dimension");
}

// By symbol.
onnx::ImportOptions options_for(const onnx::Model& model, const LoadOptions& options,
                                const RecordedInputs& recorded, const onnx::Dialect* dialect) {
  onnx::ImportOptions result;
  result.dialect = dialect;
  result.lengths = options.axis_lengths;
  result.values = options.input_values;
  if (options.batch_size != 0) set_batch(model, options.batch_size, result.lengths);
  const OpenLengths fed = lengths_of(given_inputs(model), options.fed_shapes);
  result.lengths.insert(fed.begin(), fed.end());
  result.lengths.insert(recorded.lengths.begin(), recorded.lengths.end());
  return result;
}

}  // namespace

DocumentModel onnx_document(const onnx::Model& model, const LoadOptions& options, Notes& notes,
                            const char* framework, const onnx::Dialect* dialect) {
  for (const auto& [name, length] : options.axis_lengths) {
    if (length < 0) {
      refuse(ErrorKind::value, "an axis cannot have the length " + std::to_string(length));
    }
  }
  const RecordedInputs recorded = recorded_inputs(model, notes);
  const ImportedModel made = import_model(model, options_for(model, options, recorded, dialect));
  Document document;
  document.title = model.graph.name;
  document.description = model.doc;
  document.made_by =
      model.producer + (model.producer_version.empty() ? "" : " " + model.producer_version);
  document.ops = made.inputs;
  const std::vector<Op> results = shown_results(made);
  document.ops.insert(document.ops.end(), results.begin(), results.end());
  std::vector<Op> computed = made.outputs;
  computed.insert(computed.end(), made.updates.begin(), made.updates.end());
  document.computations.push_back(computation(computed, made.inputs).named("inference"));
  DocumentModel rows = export_document(document);
  std::unordered_map<OpId, onnx::OriginText> origins;
  for (const auto& [node, text] : made.origins) origins.emplace(node->id, text);
  Renumbered(rows, origins, framework).run();
  for (ComputationModel& each : rows.computations) each.name = "inference";
  std::unordered_map<std::uint64_t, std::string> names;
  for (const OpModel& op : rows.ops) names.emplace(op.id, op.name);
  std::vector<std::string> inputs;
  for (const std::uint64_t id : rows.computations[0].parameters) inputs.push_back(names.at(id));
  rows.plan = model_plan(made, inputs, recorded);
  rows.words = words_of_model(model.path, model.metadata, has_integers(model.graph), notes);
  for (const onnx::OpenDimension& open : made.open) rows.open_lengths[open.name] = open.length;
  notes.insert(notes.end(), made.notes.begin(), made.notes.end());
  if (!options.lengths_stay_open) add_notes_on_lengths(made, model.path, notes);
  add_notes_on_ops(made, model.path, notes);
  return rows;
}

}  // namespace ng
