// SPDX-License-Identifier: Apache-2.0
// Binding of the ONNX importer, for ngraph.frontends.onnx.
#include "engine/formats/onnx/onnx_file.h"
#include "engine/frontends/onnx/import_model.h"
#include "engine/graph/op_def.h"
#include "engine/ops/opaque.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;

py::dict named_ops(const std::vector<Op>& ops, const std::vector<std::string>& names) {
  py::dict all;
  for (std::size_t i = 0; i < ops.size(); ++i) all[py::str(names[i])] = object_of(ops[i]);
  return all;
}

using Lengths = std::map<std::string, std::int64_t>;
using Values = std::map<std::string, Tensor>;

py::dict imported(const onnx::Model& model, const Lengths& lengths, const Values& values) {
  const onnx::ImportedModel made = import_model(model, {lengths, values, nullptr});
  std::vector<std::string> inputs, outputs, weights, reasons;
  for (const Op& op : made.inputs) inputs.push_back(made.origins.at(&op.node()).name);
  for (const onnx::ValueInfo& output : model.graph.outputs) outputs.push_back(output.name);
  std::vector<Op> variables;
  for (const Op& op : made.results) {
    const std::string& name = made.origins.at(&op.node()).name;
    op.named(name);
    if (op.node().def->traits.kind != OpKind::variable) continue;
    variables.push_back(op);
    weights.push_back(name);
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) made.inputs[i].named(inputs[i]);
  for (const Op& op : made.opaque) {
    reasons.push_back(op.node().attributes.get<std::string>("kind") + ": " +
                      reason_not_to_run(op.node()));
  }
  py::dict all;
  all["inputs"] = named_ops(made.inputs, inputs);
  all["outputs"] = named_ops(made.outputs, outputs);
  all["weights"] = named_ops(variables, weights);
  all["not_imported"] = reasons;
  return all;
}

}  // namespace

void bind_onnx(py::module_& m) {
  m.def(
      "import_onnx",
      [](const std::string& path, const Lengths& lengths, const Values& values) {
        Reader reader(path);
        Notes notes;
        return imported(*read_onnx(reader, notes), lengths, values);
      },
      "path"_a, "lengths"_a = Lengths(), "values"_a = Values(),
      "The ops of an ONNX model: inputs, outputs and weights by name, and what cannot run.");
  m.def(
      "import_onnx_bytes",
      [](const py::bytes& content, const Lengths& lengths, const Values& values) {
        const std::string_view view = content;
        Reader reader(std::as_bytes(std::span(view)), "the model");
        Notes notes;
        return imported(*read_onnx(reader, notes), lengths, values);
      },
      "content"_a, "lengths"_a = Lengths(), "values"_a = Values(),
      "Like import_onnx, for the bytes of a model.");
}

}  // namespace ng::python
