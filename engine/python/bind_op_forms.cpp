// SPDX-License-Identifier: Apache-2.0
// Bindings of an op's parts, from which files of graphs are written, and of making it from them.
#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"
#include "engine/ops/op_table.h"
#include "engine/ops/scan/scan.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/python_line.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;

py::dict attributes_of(const Op& op) {
  py::dict all;
  for (const auto& [key, attribute] : op.node().attributes) {
    all[py::str(key)] = std::visit(
        [](const auto& value) -> py::object {
          if constexpr (std::is_same_v<std::decay_t<decltype(value)>, TensorPtr>) {
            return array_of(*value);
          } else {
            return py::cast(value);
          }
        },
        attribute);
  }
  return all;
}

Attribute attribute_from(const py::handle& value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>();
  if (py::isinstance<py::int_>(value)) return value.cast<std::int64_t>();
  if (py::isinstance<py::float_>(value)) return value.cast<double>();
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  if (py::isinstance<py::array>(value)) {
    return TensorPtr(std::make_shared<Tensor>(value.cast<Tensor>()));
  }
  return as_axes(value);
}

py::object body_of(const Op& op) {
  if (!op.node().loop) return py::none();
  py::list parameters, results;
  for (const NodePtr& node : op.node().loop->parameters) parameters.append(object_of(Op(node)));
  for (const Value& value : op.node().loop->results) results.append(object_of(Op(value)));
  return py::make_tuple(parameters, results);
}

using Ops = std::vector<Op>;

// A scan, whose body has these parameters and results.
Op make_scan(const Ops& operands, Attributes attributes, const Ops& parameters,
             const Ops& results) {
  std::vector<NodePtr> nodes;
  for (const Op& parameter : parameters) nodes.push_back(parameter.value().node);
  std::vector<Value> values, inputs;
  for (const Op& result : results) values.push_back(result.value());
  for (const Op& operand : operands) inputs.push_back(operand.value());
  const auto body = scan_body(std::move(nodes), std::move(values));
  std::vector<TensorType> types = scan_types(inputs, attributes, *body);
  const Operand::Where line = python_line();
  return Op(make_loop_node(scan_op, std::move(inputs), std::move(attributes), std::move(types),
                           body, line.file_name(), static_cast<int>(line.line())));
}

Op make_from_parts(const std::string& name, const Ops& operands, const py::dict& attributes,
                   const std::optional<std::pair<Ops, Ops>>& body) {
  const OpDef* def = find_op(name);
  if (!def) refuse(ErrorKind::value, "no op is called '" + name + "'");
  Attributes all;
  for (const auto& [key, value] : attributes) {
    all.set(key.cast<std::string>(), attribute_from(value));
  }
  if (body) return make_scan(operands, std::move(all), body->first, body->second);
  return make_op_at(*def, std::vector<Operand>(operands.begin(), operands.end()), std::move(all),
                    python_line());
}

}  // namespace

void bind_op_forms(py::module_& m) {
  m.def("attributes_of", attributes_of, "op"_a, "Return all attributes of an op by name.");
  m.def("body_of", body_of, "op"_a,
        "Return parameters and results of the loop body of an op, or None.");
  m.def(
      "result_of", [](const Op& op) { return op.value().result; }, "op"_a,
      "Return which of its node's results the op is.");
  m.def(
      "other_result",
      [](const Op& op, int result) {
        if (result < 0 || static_cast<std::size_t>(result) >= op.node().results.size()) {
          throw py::index_error("the op has no such result");
        }
        return Op(Value{op.value().node, result});
      },
      "op"_a, "result"_a, "Return another result of the op's node.");
  m.def("op_from_parts", make_from_parts, "name"_a, "operands"_a, "attributes"_a,
        "body"_a = py::none(),
        "Make an op from the parts that attributes_of, args and body_of return.",
        py::call_guard<AtPythonLine>());
}

}  // namespace ng::python
