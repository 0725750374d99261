// SPDX-License-Identifier: Apache-2.0
// Binding of the TensorFlow importer, for ngraph.frontends.tensorflow.
#include "engine/formats/tensorflow/tensorflow_file.h"
#include "engine/frontends/tensorflow/checkpoint_values.h"
#include "engine/frontends/tensorflow/convert_graph.h"
#include "engine/frontends/tensorflow/graph_index.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/opaque.h"
#include "engine/ops/state.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using tensorflow::MetaGraph;
using tensorflow::NodeDef;

using Lengths = std::map<std::string, std::int64_t>;

// The nodes that a NoOp waits for.
py::dict groups_of(const MetaGraph& graph) {
  py::dict groups;
  for (const NodeDef& node : graph.graph.nodes) {
    if (node.op != "NoOp") continue;
    py::list members;
    for (const std::string& input : node.inputs) members.append(input.substr(input[0] == '^'));
    groups[py::str(node.name)] = members;
  }
  return groups;
}

py::dict collections_of(const MetaGraph& graph) {
  py::dict all;
  for (const auto& [name, members] : graph.collections) all[py::str(name)] = py::cast(members);
  return all;
}

// The names that each variable may have in a checkpoint.
py::dict checkpoint_keys_of(const MetaGraph& graph, const std::string& path) {
  const tensorflow::GraphIndex index(graph, path);
  py::dict keys;
  for (const NodeDef& node : graph.graph.nodes) {
    if (tensorflow::is_variable(node)) {
      keys[py::str(node.name)] = py::cast(index.checkpoint_keys(node));
    }
  }
  return keys;
}

// The ops that outputs and updates depend on.
std::unordered_set<const Node*> computed_from(const onnx::ImportedModel& made) {
  std::vector<Value> computed;
  for (const Op& op : made.outputs) computed.push_back(op.value());
  for (const auto& [name, op] : made.values)
    if (op.node().def->traits.is_effect()) computed.push_back(op.value());
  std::unordered_set<const Node*> ops;
  for (const NodePtr& node : ordered_nodes(computed)) ops.insert(node.get());
  return ops;
}

py::dict imported(const tensorflow::Model& model, const std::string& checkpoint,
                  const std::string& signature, const Lengths& lengths) {
  const MetaGraph& graph = tensorflow::graph_to_serve(model);
  Notes notes;
  tensorflow::ConvertOptions convert;
  convert.signature = signature;
  convert.updates = convert.unread = graph.signatures.empty();
  if (!checkpoint.empty()) convert.variables = tensorflow::values_in(checkpoint, notes);
  const onnx::Model converted = tensorflow::convert(graph, model.path, convert, notes);
  onnx::ImportOptions options;
  options.lengths = lengths;
  options.dialect = &tensorflow::dialect;
  options.keep_values = true;
  const onnx::ImportedModel made = onnx::import_model(converted, options);
  py::dict inputs, outputs, weights, values, all;
  for (const Op& op : made.results) {
    const std::string& name = made.origins.at(&op.node()).name;
    op.named(name);
    if (is_state(op.node())) weights[py::str(name)] = object_of(op);
  }
  const auto read = computed_from(made);
  for (const Op& op : made.inputs) {
    const std::string& name = made.origins.at(&op.node()).name;
    op.named(name);
    if (convert.unread && !read.contains(&op.node())) continue;
    inputs[py::str(name)] = object_of(op);
  }
  for (std::size_t i = 0; i < made.outputs.size(); ++i) {
    outputs[py::str(converted.graph.outputs[i].name)] = object_of(made.outputs[i]);
  }
  for (const auto& [name, op] : made.values) {
    if (reason_not_to_run(op.node()).empty()) values[py::str(name)] = object_of(op);
  }
  py::list reasons, nodes;
  for (const Op& op : made.opaque) {
    reasons.append(op.node().attributes.get<std::string>("kind") + ": " +
                   reason_not_to_run(op.node()));
  }
  py::list updates;
  for (const NodeDef& node : graph.graph.nodes) {
    nodes.append(node.name);
    if (node.op.starts_with("Assign")) updates.append(node.name);
  }
  all["updates"] = updates;
  all["inputs"] = inputs;
  all["outputs"] = outputs;
  all["weights"] = weights;
  all["values"] = values;
  all["not_imported"] = reasons;
  all["nodes"] = nodes;
  all["groups"] = groups_of(graph);
  all["collections"] = collections_of(graph);
  all["checkpoint"] = checkpoint;
  all["checkpoint_keys"] = checkpoint_keys_of(graph, model.path);
  return all;
}

// By name of the variable, for those with a value under one of their keys.
py::dict checkpoint_values(const std::string& checkpoint,
                           const std::map<std::string, std::vector<std::string>>& keys) {
  Notes notes;
  const tensorflow::VariableValues values = tensorflow::values_in(checkpoint, notes);
  py::dict found;
  for (const auto& [variable, names] : keys) {
    for (const std::string& name : names) {
      const auto value = values(name);
      if (!value) continue;
      found[py::str(variable)] = array_of(*value);
      break;
    }
  }
  return found;
}

}  // namespace

void bind_tensorflow(py::module_& m) {
  m.def(
      "import_tensorflow",
      [](const std::string& path, const std::string& checkpoint, const std::string& signature,
         const Lengths& lengths) {
        Reader reader(model_file_of(path));
        Notes notes;
        const auto model = read_tensorflow(reader, notes);
        return imported(*model,
                        checkpoint.empty() ? tensorflow::checkpoint_beside(*model) : checkpoint,
                        signature, lengths);
      },
      "path"_a, "checkpoint"_a = "", "signature"_a = "", "lengths"_a = Lengths(),
      "The ops of a TensorFlow graph: inputs, outputs, weights and all values by name, what cannot "
      "run, groups of nodes and collections.");
  m.def(
      "import_tensorflow_bytes",
      [](const py::bytes& content, const std::string& checkpoint, const std::string& signature,
         const Lengths& lengths) {
        const std::string_view view = content;
        Reader reader(std::as_bytes(std::span(view)), "the graph");
        Notes notes;
        return imported(*read_tensorflow(reader, notes), checkpoint, signature, lengths);
      },
      "content"_a, "checkpoint"_a = "", "signature"_a = "", "lengths"_a = Lengths(),
      "Like import_tensorflow, for the bytes of a graph. No file lies beside them: variables get "
      "values from a checkpoint only if it is given.");
  m.def("tensorflow_checkpoint_values", checkpoint_values, "checkpoint"_a, "keys"_a,
        "The elements of variables in a checkpoint, by the variables' names. keys: the names that "
        "each may have there, the likeliest first; variables without a value are left out.");
}

}  // namespace ng::python
