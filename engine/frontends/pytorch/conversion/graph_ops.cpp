// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/conversion/graph_ops.h"

#include <functional>

#include "engine/frontends/pytorch/conversion/graph_converter.h"
#include "engine/frontends/pytorch/conversion/loop_plan.h"
#include "engine/frontends/pytorch/conversion/op_names.h"
#include "engine/frontends/tensorflow/onnx_steps.h"

namespace ng::pytorch {
namespace {

using Names = std::vector<std::string>;

onnx::ValueInfo named(const std::string& name) {
  onnx::ValueInfo info;
  info.name = name;
  return info;
}

// Adds the nodes of a graph, which reads its inputs only, to `made`. Returns the names of its
// outputs.
Names add_nodes_of(const Subgraph& graph, const Names& given, const std::string& scope,
                   Conversion& conversion, onnx::Graph& made) {
  GraphConverter inner(conversion, made, {graph.types, graph.row_major});
  for (std::size_t i = 0; i < given.size(); ++i) inner.set_name(graph.inputs[i], given[i]);
  for (const Node& node : graph.nodes)
    for (const std::string& value : node.outputs)
      if (!value.empty()) inner.name_value(value, scope + "/" + value);
  for (const Node& node : graph.nodes) inner.add_node(node);
  Names outputs;
  for (const std::string& value : graph.outputs) outputs.push_back(inner.name_of(value));
  return outputs;
}

// A graph of a node, with these inputs; `fill` adds its nodes and returns the names of outputs.
onnx::Attribute graph_attribute(const char* name, const Names& inputs,
                                const std::function<Names(onnx::Graph& made)>& fill) {
  auto made = std::make_shared<onnx::Graph>();
  made->name = name;
  for (const std::string& input : inputs) made->inputs.push_back(named(input));
  for (const std::string& output : fill(*made)) made->outputs.push_back(named(output));
  onnx::Attribute attribute;
  attribute.name = name;
  attribute.kind = onnx::AttributeKind::graph;
  attribute.g = std::move(made);
  return attribute;
}

// Names of the first inputs of a graph that is repeated.
Names inner_names(const Subgraph& graph, std::size_t count, const std::string& scope,
                  Conversion& conversion) {
  Names names;
  for (std::size_t i = 0; i < count; ++i)
    names.push_back(conversion.free_name(scope + "/" + graph.inputs[i]));
  return names;
}

bool is_choice(const Node& node) {
  const std::vector<Argument>& a = node.arguments;
  return a.size() == 4 && a[0].kind == ArgumentKind::value && a[1].graph && a[2].graph &&
         a[1].graph->inputs.size() == a[3].values.size() &&
         a[2].graph->inputs.size() == a[3].values.size();
}

// torch.cond: the operands are inputs of both graphs.
void add_choice(GraphConverter& outer, const Node& node) {
  const std::vector<Argument>& arguments = node.arguments;
  onnx::Node made = outer.graph_node(node, "If");
  made.inputs = {outer.name_of(arguments[0].values[0])};
  const Names operands = outer.names_of(arguments[3]);
  for (const auto& [name, at] : {std::pair{"then_branch", 1}, std::pair{"else_branch", 2}})
    made.attributes.push_back(graph_attribute(name, {}, [&, at = at](onnx::Graph& branch) {
      return add_nodes_of(*arguments[static_cast<std::size_t>(at)].graph, operands, made.name,
                          outer.conversion(), branch);
    }));
  outer.made().nodes.push_back(std::move(made));
}

bool is_scan(const Node& node) {
  const std::vector<Argument>& a = node.arguments;
  return a.size() == 4 && a[0].graph && !a[2].values.empty() &&
         a[0].graph->inputs.size() == a[1].values.size() + a[2].values.size() + a[3].values.size();
}

bool is_map(const Node& node) {
  const std::vector<Argument>& a = node.arguments;
  return a.size() == 3 && a[0].graph && !a[1].values.empty() &&
         a[0].graph->inputs.size() == a[1].values.size() + a[2].values.size();
}

// The graph takes states, elements and operands that stay the same. `states`: the initial ones; the
// first axis of `sequences` counts the iterations.
void add_scan(GraphConverter& outer, const Node& node, const Names& states, const Names& sequences,
              const Names& operands) {
  const Subgraph& graph = *node.arguments[0].graph;
  onnx::Node made = outer.graph_node(node, "Scan");
  made.inputs = states;
  made.inputs.insert(made.inputs.end(), sequences.begin(), sequences.end());
  const Names inputs = inner_names(graph, made.inputs.size(), made.name, outer.conversion());
  Names given = inputs;
  given.insert(given.end(), operands.begin(), operands.end());
  made.attributes.push_back(graph_attribute("body", inputs, [&](onnx::Graph& body) {
    return add_nodes_of(graph, given, made.name, outer.conversion(), body);
  }));
  made.attributes.push_back(
      tensorflow::attribute("num_scan_inputs", static_cast<std::int64_t>(sequences.size())));
  outer.made().nodes.push_back(std::move(made));
}

// Is the argument at `at` a graph that is called with those that follow?
bool calls(const Node& node, std::size_t at) {
  const std::vector<Argument>& a = node.arguments;
  return a.size() > at && a[at].graph && a[at].graph->inputs.size() == a.size() - at - 1 &&
         a[at].graph->outputs.size() == node.outputs.size();
}

bool is_wrapped(const Node& node) {
  return calls(node, 1) && node.arguments[0].integers.size() == 1;
}

// torch.autocast of a device, a type, whether it is enabled and whether it caches.
bool is_without_autocast(const Node& node) {
  if (!calls(node, 4)) return false;
  const std::vector<std::int64_t>& enabled = node.arguments[2].integers;
  return enabled.size() == 1 && enabled[0] == 0;
}

// Calls the graph at `at`; `stops`: no gradient flows through its results.
void add_call(GraphConverter& outer, const Node& node, std::size_t at, bool stops) {
  const Subgraph& graph = *node.arguments[at].graph;
  Names given;
  for (std::size_t i = at + 1; i < node.arguments.size(); ++i)
    given.push_back(outer.names_of(node.arguments[i]).at(0));
  const std::string scope = outer.conversion().free_name(op_type_of(node.target));
  const Names results = add_nodes_of(graph, given, scope, outer.conversion(), outer.made());
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (node.outputs[i].empty()) continue;
    const std::string inside = scope + "/" + node.outputs[i];
    outer.set_name(inside, results[i]);
    Node result{stops ? "torch.ops.aten.detach.default" : "torch.ops.aten.alias.default",
                node.module,
                {},
                {node.outputs[i]},
                node.source};
    Argument& operand = result.arguments.emplace_back();
    operand.name = "self";
    operand.kind = ArgumentKind::value;
    operand.values = {inside};
    outer.add_node(result);
  }
}

bool is_loop(const Node& node) {
  const std::vector<Argument>& a = node.arguments;
  if (a.size() != 4 || !a[0].graph || !a[1].graph) return false;
  const std::size_t inputs = a[2].values.size() + a[3].values.size();
  return a[0].graph->inputs.size() == inputs && a[1].graph->inputs.size() == inputs &&
         a[0].graph->outputs.size() == 1 && a[1].graph->outputs.size() == a[2].values.size();
}

// torch.while_loop: a Loop of ONNX, which tests its condition after each iteration.
class LoopConverter {
 public:
  LoopConverter(GraphConverter& outer, const Node& node)
      : outer_(outer),
        condition_(*node.arguments[0].graph),
        body_(*node.arguments[1].graph),
        made_(outer.graph_node(node, "Loop")),
        states_(outer.names_of(node.arguments[2])),
        operands_(outer.names_of(node.arguments[3])),
        plan_(plan_of_loop(condition_, body_, states_.size())) {}

  void run() {
    made_.inputs = {add_trips(), add_test(states_, "/first", outer_.made())};
    made_.inputs.insert(made_.inputs.end(), states_.begin(), states_.end());
    Conversion& conversion = outer_.conversion();
    Names inputs{conversion.free_name(made_.name + "/iteration"),
                 conversion.free_name(made_.name + "/again")};
    const Names own = inner_names(body_, states_.size(), made_.name, conversion);
    inputs.insert(inputs.end(), own.begin(), own.end());
    made_.attributes.push_back(graph_attribute(
        "body", inputs, [&](onnx::Graph& made) { return add_body(inputs[0], own, made); }));
    outer_.made().nodes.push_back(std::move(made_));
  }

 private:
  Names with_operands(Names given) const {
    given.insert(given.end(), operands_.begin(), operands_.end());
    return given;
  }

  std::string add_test(const Names& states, const char* part, onnx::Graph& made) {
    return add_nodes_of(condition_, with_operands(states), made_.name + part, outer_.conversion(),
                        made)
        .at(0);
  }

  Names add_body(const std::string& iteration, Names states, onnx::Graph& made) {
    for (std::size_t i = 0; i < states.size(); ++i)
      if (plan_.steps[i] != 0)
        states[i] = add_counter(plan_.steps[i], iteration, states_[i], states[i], made);
    Names outputs =
        add_nodes_of(body_, with_operands(states), made_.name, outer_.conversion(), made);
    outputs.insert(outputs.begin(), add_test(outputs, "/test", made));
    return outputs;
  }

  // How often the loop runs at most; empty: its condition alone decides.
  std::string add_trips() {
    if (plan_.limits.empty()) return {};
    onnx::Node made = part("loop.trips", "/trips");
    std::vector<std::int64_t> steps, ends;
    for (const LoopLimit& limit : plan_.limits) {
      made.inputs.push_back(states_[limit.counter]);
      steps.push_back(plan_.steps[limit.counter]);
      ends.push_back(limit.end);
    }
    made.attributes = {tensorflow::attribute("steps", std::move(steps)),
                       tensorflow::attribute("ends", std::move(ends))};
    outer_.made().nodes.push_back(made);
    return made.name;
  }

  // A counter as a function of the iteration, so that the importer sees when the loop ends.
  std::string add_counter(std::int64_t by, const std::string& iteration, const std::string& start,
                          const std::string& state, onnx::Graph& to) {
    onnx::Node made = part("loop.counter", "/counter");
    made.inputs = {iteration, start, state};
    made.attributes = {tensorflow::attribute("step", by)};
    to.nodes.push_back(made);
    return made.name;
  }

  onnx::Node part(const char* op_type, const char* name) {
    onnx::Node made;
    made.op_type = op_type;
    made.kind = made_.kind;
    made.domain = op_domain;
    made.source = made_.source;
    made.name = outer_.conversion().free_name(made_.name + name);
    made.outputs = {made.name};
    return made;
  }

  GraphConverter& outer_;
  const Subgraph &condition_, &body_;
  onnx::Node made_;
  const Names states_, operands_;
  const LoopPlan plan_;
};

}  // namespace

bool add_graphs(GraphConverter& outer, const Node& node, const std::string& op_type) {
  const std::vector<Argument>& a = node.arguments;
  if (outer.reads_lost(node)) return false;
  if (op_type == "higher_order.cond" && is_choice(node)) {
    add_choice(outer, node);
  } else if (op_type == "higher_order.scan" && is_scan(node)) {
    add_scan(outer, node, outer.names_of(a[1]), outer.names_of(a[2]), outer.names_of(a[3]));
  } else if (op_type == "higher_order.map_impl" && is_map(node)) {
    add_scan(outer, node, {}, outer.names_of(a[1]), outer.names_of(a[2]));
  } else if (op_type == "higher_order.while_loop" && is_loop(node)) {
    LoopConverter(outer, node).run();
  } else if (op_type == "higher_order.wrap_with_set_grad_enabled" && is_wrapped(node)) {
    add_call(outer, node, 1, node.arguments[0].integers[0] == 0);  // torch.no_grad()
  } else if (op_type == "higher_order.wrap_with_autocast" && is_without_autocast(node)) {
    add_call(outer, node, 4, false);
  } else {
    return false;
  }
  return true;
}

}  // namespace ng::pytorch
