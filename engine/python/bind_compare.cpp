// SPDX-License-Identifier: Apache-2.0
// Binding of the comparison of a model with the values that another program computed for it.
#include <algorithm>
#include <unordered_set>

#include "engine/analysis/compare/compare_transformers.h"
#include "engine/documents/binding/value_match.h"
#include "engine/documents/models/foreign_model.h"
#include "engine/formats/tensorflow/tensorflow_file.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/opaque.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/host_array.h"
#include "engine/python/interpreter_lock.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;

using Lengths = std::map<std::string, std::int64_t>;
using Values = std::map<std::string, Tensor>;

py::dict row_of(const OpDifference& each) {
  py::dict row;
  row["op"] = each.name;
  row["axes"] = each.axes;
  row["array"] = each.array;
  row["place"] = each.place;
  row["max_abs"] = each.apart.real();
  row["relative"] = each.relative;
  row["ulps"] = each.ulps;
  row["cosine"] = each.cosine;
  row["agrees"] = each.agrees;
  return row;
}

// Does the value need an op that cannot run?
bool cannot_run(const Value& value) {
  const auto nodes = ordered_nodes(std::span(&value, 1));
  return std::any_of(nodes.begin(), nodes.end(),
                     [](const NodePtr& node) { return !reason_not_to_run(*node).empty(); });
}

// The values of `arrays` that ops of the model compute, each op once.
std::vector<GivenValue> given_values(const onnx::ImportedModel& model, const Values& arrays) {
  std::vector<GivenValue> given;
  std::unordered_set<OpId> taken;
  for (const auto& [name, op] : model.values) {
    const auto array = arrays.find(name);
    const bool computed = !op.node().def->traits.is_source() || is_state(op.node());
    if (array == arrays.end() || !computed) continue;
    if (array->second.shape != op.axes().lengths() || !taken.insert(op.id()).second) continue;
    if (!model.opaque.empty() && cannot_run(op.value())) continue;
    given.push_back({op, compared_value(array->second, {op, name, {}}), name});
  }
  return given;
}

std::vector<Tensor> arguments_of(const onnx::ImportedModel& model, const Values& arrays) {
  std::vector<Tensor> arguments;
  for (const Op& input : model.inputs) {
    const std::string& name = model.origins.at(&input.node()).name;
    const auto array = arrays.find(name);
    if (array == arrays.end()) refuse(ErrorKind::key, "the input '" + name + "' is missing");
    arguments.push_back(array->second);
  }
  return arguments;
}

// Of all that is compared. Variables that it does not read are taken out of `given`.
Op compared_computation(const onnx::ImportedModel& model, std::vector<GivenValue>& given) {
  std::vector<Op> results;
  for (const GivenValue& each : given)
    if (!is_state(each.op.node())) results.push_back(each.op);
  const Op made = computation(results, model.inputs);
  std::unordered_set<const Node*> computed;
  for (const NodePtr& node : ordered_nodes({made.value()})) computed.insert(node.get());
  std::erase_if(given, [&](const GivenValue& each) { return !computed.contains(&each.op.node()); });
  return made;
}

ValueComparison compared(const std::string& path, const Lengths& lengths, const Values& arrays,
                         const std::string& transformer, double rtol) {
  Reader reader(model_file_of(path));
  Notes notes;
  const auto read = read_foreign_model(reader, notes);
  if (!read) refuse(ErrorKind::bad_file, "the file is no model: " + path);
  const onnx::ImportedModel model = import_model(
      *read->model, {.lengths = lengths, .dialect = read->dialect, .keep_values = true});
  for (const Op& op : model.results) op.named(model.origins.at(&op.node()).name);
  std::vector<GivenValue> given = given_values(model, arrays);
  CompareRequest request;
  request.computation = compared_computation(model, given);
  request.left = transformer;
  request.right = "PyTorch";
  request.rtol = rtol;
  request.arguments = arguments_of(model, arrays);
  return compare_values(request, std::move(given));
}

}  // namespace

void bind_compare(py::module_& m) {
  m.def(
      "compare_model",
      [](const std::string& path, const Lengths& lengths, const Values& arrays,
         const std::string& transformer, double rtol) {
        ValueComparison made;
        {
          const Unlocked released;
          made = compared(path, lengths, arrays, transformer, rtol);
        }
        py::list rows;
        for (const OpDifference& each : made.record.ops) rows.append(row_of(each));
        py::list suspects;
        for (const Op& op : made.suspects) suspects.append(op.name());
        return py::make_tuple(rows, suspects);
      },
      "path"_a, "lengths"_a, "arrays"_a, "transformer"_a, "rtol"_a,
      "Compares the values of a model with arrays of the same names, which include its inputs: a "
      "row for each in the order of computation, and the ops that may cause the first divergence.");
}

}  // namespace ng::python
