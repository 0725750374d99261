// SPDX-License-Identifier: Apache-2.0
// Ops that run graphs: cond, scan, map and while_loop.
#include "engine/frontends/pytorch/program_converter.h"

#include "engine/frontends/tensorflow/convert_node.h"
#include "engine/frontends/tensorflow/onnx_steps.h"

namespace ng::pytorch {

bool ProgramConverter::add_graphs(const Node& node, const std::string& op_type) {
  const std::vector<Argument>& a = node.arguments;
  if (reads_lost(node)) return false;
  if (op_type == "higher_order.cond" && is_choice(node)) {
    add_choice(node);
  } else if (op_type == "higher_order.scan" && is_scan(node)) {
    add_scan(node, *a[0].graph, names_of(a[1]), names_of(a[2]), names_of(a[3]));
  } else if (op_type == "higher_order.map_impl" && is_map(node)) {
    add_scan(node, *a[0].graph, {}, names_of(a[1]), names_of(a[2]));
  } else if (op_type == "higher_order.while_loop" && is_loop(node)) {
    add_loop(node);
  } else {
    return false;
  }
  return true;
}

bool ProgramConverter::is_choice(const Node& node) {
  const std::vector<Argument>& a = node.arguments;
  return a.size() == 4 && a[0].kind == ArgumentKind::value && a[1].graph && a[2].graph &&
         a[1].graph->inputs.size() == a[3].values.size() &&
         a[2].graph->inputs.size() == a[3].values.size();
}

onnx::Node ProgramConverter::graph_node(const Node& node, const char* op_type) {
  onnx::Node made;
  made.op_type = op_type;
  made.kind = op_type_of(node.target);
  made.source = node.source;
  for (const std::string& value : node.outputs)
    made.outputs.push_back(value.empty() ? std::string() : scope_.names.at(value));
  if (!made.outputs.empty()) made.name = made.outputs[0];
  for (const std::string& value : node.outputs) add_type(value);
  return made;
}

std::vector<std::string> ProgramConverter::names_of(const Argument& argument) {
  std::vector<std::string> names;
  for (const std::string& value : argument.values) names.push_back(name_of(value));
  return names;
}

std::vector<std::string> ProgramConverter::add_nodes_of(const Subgraph& graph,
                                                        const std::vector<std::string>& given,
                                                        const std::string& scope) {
  Scope inner{scope_.nodes, scope_.infos, &graph.types, &graph.row_major};
  for (std::size_t i = 0; i < given.size(); ++i) inner.names[graph.inputs[i]] = given[i];
  Scope outer = std::exchange(scope_, std::move(inner));
  for (const Node& node : graph.nodes)
    for (const std::string& value : node.outputs)
      if (!value.empty()) name_value(value, scope + "/" + value);
  for (const Node& node : graph.nodes) add_node(node);
  std::vector<std::string> outputs;
  for (const std::string& value : graph.outputs) outputs.push_back(name_of(value));
  scope_ = std::move(outer);
  return outputs;
}

onnx::ValueInfo ProgramConverter::named(const std::string& name) {
  onnx::ValueInfo info;
  info.name = name;
  return info;
}

onnx::Attribute ProgramConverter::graph_attribute(
    const char* name, const std::vector<std::string>& inputs,
    const std::function<std::vector<std::string>()>& fill) {
  auto made = std::make_shared<onnx::Graph>();
  made->name = name;
  for (const std::string& input : inputs) made->inputs.push_back(named(input));
  std::vector<onnx::Node>* nodes = std::exchange(scope_.nodes, &made->nodes);
  std::vector<onnx::ValueInfo>* infos = std::exchange(scope_.infos, &made->values);
  for (const std::string& output : fill()) made->outputs.push_back(named(output));
  scope_.nodes = nodes;
  scope_.infos = infos;
  onnx::Attribute attribute;
  attribute.name = name;
  attribute.kind = onnx::AttributeKind::graph;
  attribute.g = std::move(made);
  return attribute;
}

void ProgramConverter::add_choice(const Node& node) {
  const std::vector<Argument>& arguments = node.arguments;
  onnx::Node made = graph_node(node, "If");
  made.inputs = {name_of(arguments[0].values[0])};
  const std::vector<std::string> operands = names_of(arguments[3]);
  for (const auto& [name, at] : {std::pair{"then_branch", 1}, std::pair{"else_branch", 2}})
    made.attributes.push_back(graph_attribute(name, {}, [&, at = at] {
      return add_nodes_of(*arguments[static_cast<std::size_t>(at)].graph, operands, made.name);
    }));
  scope_.nodes->push_back(std::move(made));
}

bool ProgramConverter::is_scan(const Node& node) {
  const std::vector<Argument>& a = node.arguments;
  return a.size() == 4 && a[0].graph && !a[2].values.empty() &&
         a[0].graph->inputs.size() == a[1].values.size() + a[2].values.size() + a[3].values.size();
}

bool ProgramConverter::is_map(const Node& node) {
  const std::vector<Argument>& a = node.arguments;
  return a.size() == 3 && a[0].graph && !a[1].values.empty() &&
         a[0].graph->inputs.size() == a[1].values.size() + a[2].values.size();
}

void ProgramConverter::add_scan(const Node& node, const Subgraph& graph,
                                const std::vector<std::string>& states,
                                const std::vector<std::string>& sequences,
                                const std::vector<std::string>& operands) {
  onnx::Node made = graph_node(node, "Scan");
  made.inputs = states;
  made.inputs.insert(made.inputs.end(), sequences.begin(), sequences.end());
  const std::vector<std::string> inputs = inner_names(graph, made.inputs.size(), made.name);
  std::vector<std::string> given = inputs;
  given.insert(given.end(), operands.begin(), operands.end());
  made.attributes.push_back(
      graph_attribute("body", inputs, [&] { return add_nodes_of(graph, given, made.name); }));
  made.attributes.push_back(
      tensorflow::attribute("num_scan_inputs", static_cast<std::int64_t>(sequences.size())));
  scope_.nodes->push_back(std::move(made));
}

std::vector<std::string> ProgramConverter::inner_names(const Subgraph& graph, std::size_t count,
                                                       const std::string& scope) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(free_name(scope + "/" + graph.inputs[i]));
  return names;
}

bool ProgramConverter::is_loop(const Node& node) {
  const std::vector<Argument>& a = node.arguments;
  if (a.size() != 4 || !a[0].graph || !a[1].graph) return false;
  const std::size_t inputs = a[2].values.size() + a[3].values.size();
  return a[0].graph->inputs.size() == inputs && a[1].graph->inputs.size() == inputs &&
         a[0].graph->outputs.size() == 1 && a[1].graph->outputs.size() == a[2].values.size();
}

void ProgramConverter::add_loop(const Node& node) {
  const Subgraph &condition = *node.arguments[0].graph, &body = *node.arguments[1].graph;
  onnx::Node made = graph_node(node, "Loop");
  const std::vector<std::string> states = names_of(node.arguments[2]),
                                 operands = names_of(node.arguments[3]);
  const auto with_operands = [&](std::vector<std::string> given) {
    given.insert(given.end(), operands.begin(), operands.end());
    return given;
  };
  const auto tested = [&](const std::vector<std::string>& given, const char* part) {
    return add_nodes_of(condition, with_operands(given), made.name + part).at(0);
  };
  const LoopPlan plan = plan_of_loop(condition, body, states.size());
  made.inputs = {add_trips(made, plan, states), tested(states, "/first")};
  made.inputs.insert(made.inputs.end(), states.begin(), states.end());
  std::vector<std::string> inputs{free_name(made.name + "/iteration"),
                                  free_name(made.name + "/again")};
  const std::vector<std::string> own = inner_names(body, states.size(), made.name);
  inputs.insert(inputs.end(), own.begin(), own.end());
  made.attributes.push_back(graph_attribute("body", inputs, [&] {
    std::vector<std::string> given = own;
    for (std::size_t i = 0; i < given.size(); ++i)
      if (plan.steps[i] != 0)
        given[i] = add_counter(made, plan.steps[i], inputs[0], states[i], given[i]);
    std::vector<std::string> outputs = add_nodes_of(body, with_operands(given), made.name);
    outputs.insert(outputs.begin(), tested(outputs, "/test"));
    return outputs;
  }));
  scope_.nodes->push_back(std::move(made));
}

std::string ProgramConverter::add_trips(const onnx::Node& loop, const LoopPlan& plan,
                                        const std::vector<std::string>& states) {
  if (plan.limits.empty()) return {};
  onnx::Node made = part_of_loop(loop, "loop.trips", "/trips");
  std::vector<std::int64_t> steps, ends;
  for (const LoopLimit& limit : plan.limits) {
    made.inputs.push_back(states[limit.counter]);
    steps.push_back(plan.steps[limit.counter]);
    ends.push_back(limit.end);
  }
  made.attributes = {tensorflow::attribute("steps", std::move(steps)),
                     tensorflow::attribute("ends", std::move(ends))};
  scope_.nodes->push_back(made);
  return made.name;
}

std::string ProgramConverter::add_counter(const onnx::Node& loop, std::int64_t by,
                                          const std::string& iteration, const std::string& start,
                                          const std::string& state) {
  onnx::Node made = part_of_loop(loop, "loop.counter", "/counter");
  made.inputs = {iteration, start, state};
  made.attributes = {tensorflow::attribute("step", by)};
  scope_.nodes->push_back(made);
  return made.name;
}

onnx::Node ProgramConverter::part_of_loop(const onnx::Node& loop, const char* op_type,
                                          const char* part) {
  onnx::Node made;
  made.op_type = op_type;
  made.kind = loop.kind;
  made.domain = op_domain;
  made.source = loop.source;
  made.name = free_name(loop.name + part);
  made.outputs = {made.name};
  return made;
}

}  // namespace ng::pytorch
