// SPDX-License-Identifier: Apache-2.0
// Binding of the importers of models of other frameworks, for ngraph.frontends.onnx.
#include "engine/base/quote.h"
#include "engine/documents/models/foreign_model.h"
#include "engine/documents/models/model_calls.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/formats/tensorflow/tensorflow_file.h"
#include "engine/frontends/onnx/import_model.h"
#include "engine/frontends/pytorch/aten_ops.h"
#include "engine/frontends/pytorch/complex_values.h"
#include "engine/frontends/pytorch/convert_program.h"
#include "engine/graph/op_def.h"
#include "engine/ops/opaque.h"
#include "engine/ops/state.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/host_array.h"
#include "engine/python/interpreter_lock.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;

py::dict named_ops(const std::vector<Op>& ops, const std::vector<std::string>& names) {
  py::dict all;
  for (std::size_t i = 0; i < ops.size(); ++i) all[py::str(names[i])] = object_of(ops[i]);
  return all;
}

py::list objects_of(const std::vector<Op>& ops) {
  py::list all;
  for (const Op& op : ops) all.append(object_of(op));
  return all;
}

// The lines of the program that the model was exported from.
void set_source_lines(const onnx::ImportedModel& made) {
  for (const auto& [node, origin] : made.origins) {
    if (origin.source.line == 0 || !node->label) continue;
    node->label->file = origin.source.file;
    node->label->line = origin.source.line;
  }
}

using Lengths = std::map<std::string, std::int64_t>;
using Values = std::map<std::string, Tensor>;

// Where a file has the elements of a tensor, and as what; none of one without a place.
using Stored = std::tuple<std::string, std::uint64_t, onnx::ElementType, Shape>;
std::optional<Stored> stored_as(const onnx::Tensor& tensor) {
  if (!tensor.external) return std::nullopt;
  return Stored(tensor.external->location, tensor.external->offset, tensor.type, tensor.dims);
}

// Variables by the names of PyTorch's state dict, which has two of a weight that two modules share:
// the program reads one of them.
py::dict named_weights(const onnx::Model& model, const std::vector<Op>& variables,
                       const std::vector<std::string>& names) {
  const auto& stored = model.graph.initializers;
  const auto name_of = [&](const onnx::Tensor& tensor) {
    const auto at = model.in_file.find(tensor.name);
    return at == model.in_file.end() ? tensor.name : at->second;
  };
  std::unordered_map<std::string, Op> by_name;
  for (std::size_t i = 0; i < names.size(); ++i) by_name.emplace(names[i], variables[i]);
  std::map<Stored, Op> by_place;
  for (const onnx::Tensor& tensor : stored)
    if (const auto at = by_name.find(name_of(tensor)); at != by_name.end())
      if (const auto place = stored_as(tensor)) by_place.emplace(*place, at->second);
  py::dict all;
  for (const onnx::Tensor& tensor : stored) {
    const std::string& name = name_of(tensor);
    const auto place = stored_as(tensor);
    if (const auto at = by_name.find(name); at != by_name.end())
      all[py::str(name)] = object_of(at->second);
    else if (const auto twin = place ? by_place.find(*place) : by_place.end();
             twin != by_place.end())
      all[py::str(name)] = object_of(twin->second);
  }
  return all;
}

py::dict imported(const ForeignModel& read, const Lengths& lengths, const Values& values) {
  const onnx::Model& model = *read.model;
  const onnx::ImportedModel made = import_model(model, {lengths, values, read.dialect});
  std::vector<std::string> inputs, outputs, weights, reasons;
  for (const Op& op : made.inputs) inputs.push_back(made.origins.at(&op.node()).name);
  for (const onnx::ValueInfo& output : model.graph.outputs) outputs.push_back(output.name);
  for (std::size_t i = outputs.size(); i < made.outputs.size(); ++i) {
    outputs.push_back(made.origins.at(&made.outputs[i].node()).name);
  }
  std::vector<Op> variables;
  for (const Op& op : made.results) {
    const onnx::OriginText& origin = made.origins.at(&op.node());
    op.named(origin.name);
    if (!is_state(op.node())) continue;
    variables.push_back(op);
    weights.push_back(read.dialect == &pytorch::dialect && !origin.in_file.empty() ? origin.in_file
                                                                                   : origin.name);
  }
  set_source_lines(made);
  for (std::size_t i = 0; i < inputs.size(); ++i) made.inputs[i].named(inputs[i]);
  for (const Op& op : made.opaque) {
    reasons.push_back(op.node().attributes.get<std::string>("kind") + ": " +
                      reason_not_to_run(op.node()));
  }
  py::dict all;
  all["inputs"] = named_ops(made.inputs, inputs);
  all["outputs"] = named_ops(made.outputs, outputs);
  all["weights"] = read.dialect == &pytorch::dialect ? named_weights(model, variables, weights)
                                                     : named_ops(variables, weights);
  all["updates"] = objects_of(made.updates);
  all["not_imported"] = reasons;
  all["complex"] = model.complex;
  return all;
}

// A file of none of the frameworks is refused as an ONNX model.
ForeignModel read_model(Reader& reader) {
  Notes notes;
  if (auto model = read_foreign_model(reader, notes)) return std::move(*model);
  return {read_onnx(reader, notes)};
}

// The model's calls keep what it refers to.
class LoadedCalls {
 public:
  LoadedCalls(ForeignModel model, const std::string& transformer, std::size_t kept)
      : model_(std::move(model)), calls_(model_.model, transformer, kept, model_.dialect) {}
  ModelCalls& calls() { return calls_; }
  const std::vector<onnx::ValueInfo>& outputs() const { return model_.model->graph.outputs; }
  const std::set<std::string>& complex() const { return model_.model->complex; }

 private:
  const ForeignModel model_;
  ModelCalls calls_;
};

ForeignModel model_in(const py::bytes& content) {
  const std::string_view view = content;
  Reader reader(std::as_bytes(std::span(view)), "the model");
  return read_model(reader);
}

ForeignModel model_at(const std::string& path) {
  Reader reader(model_file_of(path));
  return read_model(reader);
}

Values tensors_of(const py::dict& inputs) {
  Values all;
  for (const auto& [key, value] : inputs) {
    const auto name = py::str(key).cast<std::string>();
    const auto tensor = tensor_of(value);
    if (!tensor) {
      py::object type = py::type::of(value);
      if (py::hasattr(value, "dtype")) type = value.attr("dtype");
      throw py::type_error("the input " + quote(name) + " is of the type " +
                           py::str(type).cast<std::string>() +
                           "; expected an array or list of numbers or bools");
    }
    all.emplace(name, *tensor);
  }
  return all;
}

// In the model's order.
py::dict call_model(LoadedCalls& loaded, const py::dict& inputs) {
  const Values given = tensors_of(inputs);
  Values results;
  {
    const Unlocked released;
    results = loaded.calls()(given);
  }
  py::dict arrays;
  for (const onnx::ValueInfo& output : loaded.outputs())
    arrays[py::str(output.name)] = array_of(results.at(output.name));
  return arrays;
}

void bind_model_calls(py::module_& m) {
  py::class_<LoadedCalls>(m, "ModelCalls", "Calls of a model with arrays of any length.")
      // First, because a path takes bytes, too.
      .def(py::init([](const py::bytes& content, const std::string& transformer, std::size_t kept) {
             return std::make_unique<LoadedCalls>(model_in(content), transformer, kept);
           }),
           "content"_a, "transformer"_a, "kept"_a)
      .def(py::init([](const std::string& path, const std::string& transformer, std::size_t kept) {
             return std::make_unique<LoadedCalls>(model_at(path), transformer, kept);
           }),
           "path"_a, "transformer"_a, "kept"_a)
      .def("__call__", call_model, "inputs"_a)
      .def_property_readonly("complex", &LoadedCalls::complex)
      .def_property_readonly("compilations",
                             [](LoadedCalls& each) { return each.calls().compilations(); })
      .def_property_readonly("kept", [](LoadedCalls& each) { return each.calls().kept(); });
}

}  // namespace

void bind_onnx(py::module_& m) {
  bind_model_calls(m);
  m.def(
      "import_onnx",
      [](const std::string& path, const Lengths& lengths, const Values& values) {
        return imported(model_at(path), lengths, values);
      },
      "path"_a, "lengths"_a = Lengths(), "values"_a = Values(),
      "The ops of an ONNX model: inputs, outputs and weights by name, and what cannot run.");
  m.def(
      "import_onnx_bytes",
      [](const py::bytes& content, const Lengths& lengths, const Values& values) {
        return imported(model_in(content), lengths, values);
      },
      "content"_a, "lengths"_a = Lengths(), "values"_a = Values(),
      "Like import_onnx, for the bytes of a model.");
  m.def(
      "imports_pytorch_op",
      [](const std::string& name) {
        return pytorch::find_row(name) || pytorch::find_complex_row(name);
      },
      "name"_a, "Is an op of PyTorch, such as 'aten.add.Tensor', imported as it is?");
}

}  // namespace ng::python
