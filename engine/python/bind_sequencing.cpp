// SPDX-License-Identifier: Apache-2.0
// Bindings of effects and their order, computations, derivatives.
#include "engine/ops/sequencing.h"

#include <algorithm>
#include <map>

#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/shapes/set_item.h"
#include "engine/ops/state.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/python_line.h"
#include "engine/python/targets.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using Guard = py::call_guard<AtPythonLine>;

Op set_part(const Op& tensor, py::handle item, const py::object& value) {
  return set_item(tensor, as_subscript(item, tensor.axes().size()), written_to(tensor, value));
}

template <Op (*write)(const Operand&, const Operand&)>
Op set_whole(const Operand& target, const py::object& value) {
  return write(target, written_to(target, value));
}

using Ops = std::vector<Op>;

ScanStep step_of(const py::object& returned) {
  try {
    const auto [after, outputs] = returned.cast<std::pair<Ops, Ops>>();
    return {after, outputs};
  } catch (const py::cast_error&) {
    throw py::type_error(
        "the body of a scan must return (next states, outputs), two lists of ops; "
        "it returned " +
        py::repr(returned).cast<std::string>());
  }
}

// Builds a scan whose step is the Python function `body`: (next states, outputs).
std::pair<Ops, Ops> make_scan(const Axis& axis, const Ops& states, const Ops& sequences,
                              const py::function& body, bool reverse) {
  const ScanBody step = [&](const Ops& before, const Ops& elements) {
    return step_of(body(before, elements));
  };
  const auto operands = [](const Ops& ops) { return std::vector<Operand>(ops.begin(), ops.end()); };
  const ScanResult result = scan(axis, operands(states), operands(sequences), step, {reverse});
  return {result.states, result.outputs};
}

void require_same_axes(const Op& old, const Op& replacement) {
  const bool valued = old.value().has_type();
  if (replacement.value().has_type() == valued &&
      (!valued || replacement.axes().is_equal_set(old.axes()))) {
    return;
  }
  Diagnostic diagnostic;
  diagnostic.what = "a pass can only replace an op by one with the same axes";
  diagnostic.found = describe(replacement.value());
  diagnostic.expected = "the axes of " + describe(old.value());
  refuse(ErrorKind::value, std::move(diagnostic));
}

// Rebuilds the graph of `root`, operands first, with replaced operands. `visit` returns the
// replacement of each op, or None.
Op rewrite(const Op& root, const py::function& visit) {
  std::map<std::pair<const Node*, int>, Value> now;
  for (const NodePtr& node : ordered_nodes({root.value()})) {
    std::vector<Value> operands;
    for (const Value& operand : node->operands) {
      operands.push_back(now.at({operand.node.get(), operand.result}));
    }
    const NodePtr current = operands == node->operands ? node : with_operands(node, operands);
    const int results = std::max(1, static_cast<int>(node->results.size()));
    for (int i = 0; i < results; ++i) now[{node.get(), i}] = Value{current, i};
    const py::object replacement = visit(Op(current));
    if (replacement.is_none()) continue;
    require_same_axes(Op(current), replacement.cast<Op>());
    now[{node.get(), 0}] = replacement.cast<Op>().value();
  }
  return now.at({root.value().node.get(), root.value().result});
}

std::vector<Op> ordered_ops(const std::vector<Op>& roots) {
  std::vector<Value> values;
  for (const Op& root : roots) values.push_back(root.value());
  const std::vector<NodePtr> nodes = ordered_nodes(values);
  return {nodes.begin(), nodes.end()};
}

}  // namespace

void bind_sequencing(py::module_& m) {
  m.def("assign", set_whole<assign_to>, "lvalue"_a, "rvalue"_a, doc_of("assign"), Guard());
  m.def("set_item", set_part, "tensor"_a, "item"_a, "value"_a, doc_of("set_item"), Guard());
  m.def("fill", set_whole<fill_with>, "x"_a, "scalar"_a, doc_of("fill"), Guard());
  m.def("scan", make_scan, "axis"_a, "states"_a, "sequences"_a, "body"_a, "reverse"_a = false,
        "Run body(states, elements) -> (next states, outputs) for each position of the axis, with "
        "the sequences' elements at that position. Returns the last states, and the outputs of all "
        "steps along the axis. Differentiable; steps are not unrolled.",
        Guard());
  m.def("rewrite", rewrite, "root"_a, "visit"_a,
        "Rebuild the graph with each op replaced by visit(op), unless that returns None.");
  m.def("ordered_ops", ordered_ops, "roots"_a,
        "Return all ops that the roots depend on, operands first.");
  py::enum_<Returns>(m, "Returns", "Form in which a computation returns its results.")
      .value("single", Returns::single)
      .value("list", Returns::list)
      .value("set", Returns::set)
      .value("none", Returns::none);
  m.def(
      "make_computation",
      [](const std::vector<Op>& results, const std::vector<Op>& parameters, Returns returns) {
        return computation(results, parameters, returns);
      },
      "results"_a, "parameters"_a, "returns"_a, doc_of("computation"), Guard());
  m.def(
      "name_computation",
      [](const Op& computation, const std::string& name) {
        computation.node().label->name = name;
        computation.node().label->named = true;
      },
      "computation"_a, "name"_a, "Set the name without reserving it: ops may have the same name.");
}

}  // namespace ng::python
