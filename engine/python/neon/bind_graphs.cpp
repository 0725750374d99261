// SPDX-License-Identifier: Apache-2.0
// Bindings of graph queries: ops of a scope, state, expansion to primitive ops.
#include <algorithm>

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/composite.h"
#include "engine/ops/state.h"
#include "engine/passes/pass.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"
#include "engine/python/handles.h"
#include "engine/python/neon/bind_neon.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;

struct WeakOp {
  std::weak_ptr<const Node> node;
};

std::vector<Op> ops_below(const std::vector<Op>& ops) {
  std::vector<Value> roots;
  for (const Op& op : ops) roots.push_back(op.value());
  std::vector<Op> below;
  for (const NodePtr& node : ordered_nodes(std::span<const Value>(roots))) below.emplace_back(node);
  return below;
}

std::vector<Op> ops_in_scopes(const std::vector<Op>& results,
                              const std::vector<std::string>& scopes) {
  std::vector<Op> ops = ops_below(results);
  std::erase_if(ops, [&](const Op& op) {
    return std::none_of(scopes.begin(), scopes.end(), [&](const std::string& scope) {
      return op.name().starts_with(scope + "/");
    });
  });
  return ops;
}

std::vector<Op> state_below(const std::vector<Op>& ops) {
  std::vector<Op> state = ops_below(ops);
  std::erase_if(state, [](const Op& op) { return !op.node().def->traits.is_state(); });
  return state;
}

// A graph that is read back needs these: what they are composed of has other gradients or types.
bool is_kept(const Node& node) {
  const std::string_view name = node.def->name;
  return name == "stop_gradient" || name == "argmax" || name == "argmin";
}

Graph with_primitives(const Graph& graph, PassContext& context) {
  static constexpr Rule rules[] = {{"expand_composites", [](const NodePtr& node, PassContext&) {
                                      return is_kept(*node) ? Value{} : composed(*node);
                                    }}};
  return rewrite(graph, rules, context);
}

// Expands derivatives and composites; costs of a sigmoid or softmax keep their stable form.
std::vector<Op> primitive_ops(const std::vector<Op>& ops) {
  Graph graph;
  for (const Op& op : ops) graph.results.push_back(op.value());
  const CreationCounter counter;
  Pass expand = expand_composites;
  expand.run = with_primitives;
  for (const Pass& pass : {stable_patterns, expand_deriv, expand}) {
    graph = run_pass(pass, graph, {}, Verify::check_points).after;
  }
  std::vector<Op> primitive;
  for (const Value& value : graph.results) primitive.emplace_back(value);
  return primitive;
}

}  // namespace

void bind_graphs(py::module_& m) {
  py::class_<WeakOp>(m, "WeakOp", "Refers to an op without keeping it. A call returns it, or None.")
      .def(py::init([](const Op& op) { return WeakOp{op.value().node}; }), "op"_a)
      .def("__call__", [](const WeakOp& self) {
        const NodePtr node = self.node.lock();
        return node ? object_of(Op(node)) : py::none();
      });
  m.def("ops_below", ops_below, "ops"_a,
        "Return the ops and all ops they depend on, operands first.");
  m.def("ops_in_scopes", ops_in_scopes, "results"_a, "scopes"_a,
        "Return the ops in these scopes that the results depend on, operands first.");
  m.def("state_below", state_below, "ops"_a,
        "Return the variables and persistent tensors that the ops depend on.");
  m.def(
      "has_label", [](const Op& op) { return op.node().label != nullptr; }, "op"_a,
      "Whether the op has a name and metadata. Ops created by primitive_ops do not.");
  m.def("primitive_ops", primitive_ops, "ops"_a,
        "Expand derivatives and composite ops into primitive ops with the same values.");
}

}  // namespace ng::python
