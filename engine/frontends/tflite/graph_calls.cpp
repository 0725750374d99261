// SPDX-License-Identifier: Apache-2.0
// Operators of TensorFlow Lite that run other graphs of the model, and variables.
#include <algorithm>

#include "engine/base/quote.h"
#include "engine/formats/tensors/stored_type.h"
#include "engine/frontends/tensorflow/convert_graph.h"
#include "engine/frontends/tensorflow/convert_node.h"
#include "engine/frontends/tensorflow/onnx_steps.h"
#include "engine/frontends/tflite/graph_converter.h"

namespace ng::tflite {
namespace {

constexpr std::size_t most_depth = 16;  // of graphs in graphs

onnx::Node node_of(const Operator& op, std::string name, const char* op_type,
                   std::string_view domain) {
  onnx::Node node;
  node.name = std::move(name);
  node.op_type = op_type;
  node.kind = op.name;
  node.domain = domain;
  node.file_offset = op.file_offset;
  return node;
}

onnx::ValueInfo named(const std::string& name) {
  onnx::ValueInfo info;
  info.name = name;
  return info;
}

onnx::Attribute graph_attribute(const char* name, std::shared_ptr<const onnx::Graph> graph) {
  onnx::Attribute made;
  made.name = name;
  made.kind = onnx::AttributeKind::graph;
  made.g = std::move(graph);
  return made;
}

std::int64_t option_of(const Operator& op, const char* name) {
  const onnx::Attribute* found = op.find(name);
  return found ? found->i : 0;
}

// Counts a graph in graphs while it is converted.
class Nested {
 public:
  explicit Nested(std::size_t& depth) : depth_(depth) { ++depth_; }
  ~Nested() { --depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  std::size_t& depth_;
};

}  // namespace

bool GraphConverter::add_call(const Operator& op) {
  if (op.name == "IF") return add_branch(op), true;
  if (op.name == "WHILE") return add_loop(op), true;
  if (op.name == "CALL_ONCE") return start_variables(op), true;
  if (op.name == "READ_VARIABLE") return read_variable(op), true;
  if (op.name == "ASSIGN_VARIABLE") return assign_variable(op), true;
  if (op.name != "VAR_HANDLE") return false;
  const onnx::Attribute* shared_name = op.find("shared_name");
  const onnx::Attribute* container = op.find("container");
  const std::string own = shared_name ? shared_name->s : "", in = container ? container->s : "";
  if (!op.outputs.empty()) handles_[op.outputs[0]] = in.empty() ? own : in + "/" + own;
  return true;
}

const Graph& GraphConverter::need_graph(const Operator& op, const char* option, std::size_t inputs,
                                        std::size_t outputs) const {
  const std::int64_t index = option_of(op, option);
  if (index < 1 || index >= std::ssize(shared_.model.graphs))
    throw NotConverted{"its graph " + std::to_string(index) + " is not among those of the model"};
  const Graph& graph = shared_.model.graphs[static_cast<std::size_t>(index)];
  if (graph.inputs.size() != inputs || graph.outputs.size() != outputs)
    throw NotConverted{"its graph " + quote(graph.name) + " has other inputs or outputs than it"};
  return graph;
}

// Input `first` of the operator is the first of the graph.
std::vector<std::string> GraphConverter::run_graph(std::size_t index, const Operator& op,
                                                   std::size_t first,
                                                   const std::vector<std::string>& given,
                                                   std::vector<onnx::Node>& nodes) {
  if (shared_.depth >= most_depth) throw NotConverted{"its graphs are nested too deeply"};
  if (shared_.changes.in_graph(index)) throw NotConverted{"its graph changes a variable"};
  std::vector<std::string> handles;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const auto at = handles_.find(op.inputs.at(first + i));
    handles.push_back(at == handles_.end() ? std::string() : at->second);
  }
  const Nested nested(shared_.depth);
  return GraphConverter(shared_, index, nodes).convert_with(given, handles);
}

std::shared_ptr<const onnx::Graph> GraphConverter::branch_graph(std::size_t index,
                                                                const Operator& op) {
  auto graph = std::make_shared<onnx::Graph>();
  std::vector<std::string> given;
  for (std::size_t i = 1; i < op.inputs.size(); ++i) given.push_back(value_of(op.inputs[i]));
  for (const std::string& output : run_graph(index, op, 1, given, graph->nodes))
    graph->outputs.push_back(named(output));
  return graph;
}

void GraphConverter::add_branch(const Operator& op) {
  if (op.inputs.empty() || op.outputs.empty() ||
      std::count(op.inputs.begin(), op.inputs.end(), -1) > 0)
    throw NotConverted{"it has no condition"};
  for (const std::int64_t index : op.outputs) {
    if (is_resource(tensor(index))) throw NotConverted{"its result is a resource"};
  }
  onnx::Node node = node_of(op, name(op.outputs[0]), "If", "");
  node.inputs = {value_of(op.inputs[0])};
  for (const auto& [option, attribute] :
       {std::pair{"then_subgraph", "then_branch"}, std::pair{"else_subgraph", "else_branch"}}) {
    need_graph(op, option, op.inputs.size() - 1, op.outputs.size());
    node.attributes.push_back(graph_attribute(
        attribute, branch_graph(static_cast<std::size_t>(option_of(op, option)), op)));
  }
  for (const std::int64_t index : op.outputs) node.outputs.push_back(name(index));
  nodes_.push_back(std::move(node));
}

// A Loop of ONNX, whose body computes the condition after each iteration. What the body passes on
// is no state of it; a counter is computed from the number of the iteration, so that a condition of
// counters and constants decides at import how often the loop runs.
void GraphConverter::add_loop(const Operator& op) {
  const std::size_t count = op.inputs.size();
  if (op.outputs.size() != count || count == 0 ||
      std::count(op.inputs.begin(), op.inputs.end(), -1) > 0)
    throw NotConverted{"it has other results than values"};
  need_graph(op, "cond_subgraph", count, 1);
  const Graph& body = need_graph(op, "body_subgraph", count, count);
  const auto condition = static_cast<std::size_t>(option_of(op, "cond_subgraph"));
  const auto repeated = static_cast<std::size_t>(option_of(op, "body_subgraph"));
  const GraphForms inside(shared_.model, body);
  const std::string scope = name(op.outputs[0]);
  std::vector<std::string> outer, inner;
  for (const std::int64_t index : op.inputs) outer.push_back(value_of(index));
  onnx::Node loop = node_of(op, scope, "Loop", "");
  loop.inputs = {"", run_graph(condition, op, 0, outer, nodes_)[0]};
  auto graph = std::make_shared<onnx::Graph>();
  const std::string iteration = shared_.unique(scope + "/iteration"),
                    again = shared_.unique(scope + "/again");
  graph->inputs = {named(iteration), named(again)};
  std::vector<std::size_t> states;
  std::vector<onnx::Node> passed_on;
  for (std::size_t i = 0; i < count; ++i) {
    if (body.outputs[i] == body.inputs[i]) {
      inner.push_back(outer[i]);
      onnx::Node same = node_of(op, name(op.outputs[i]), "Identity", tensorflow::op_domain);
      same.inputs = {outer[i]};
      same.outputs = {name(op.outputs[i])};
      if (const auto at = handles_.find(op.inputs[i]); at != handles_.end())
        handles_[op.outputs[i]] = std::string(at->second);
      else
        passed_on.push_back(std::move(same));
      continue;
    }
    if (handles_.contains(op.inputs[i])) throw NotConverted{"its graph replaces a variable"};
    states.push_back(i);
    const std::string state = shared_.unique(scope + "/state_" + std::to_string(i));
    graph->inputs.push_back(named(state));
    loop.inputs.push_back(outer[i]);
    loop.outputs.push_back(name(op.outputs[i]));
    inner.push_back(state);
    if (!inside.counts(body.outputs[i], body.inputs[i])) continue;
    onnx::Node counter = node_of(op, shared_.unique(scope + "/counter_" + std::to_string(i)),
                                 "While", tensorflow::op_domain);
    counter.inputs = {iteration, outer[i]};
    counter.outputs = {counter.name};
    counter.attributes = {tensorflow::attribute("part", "counter")};
    inner.back() = counter.name;
    graph->nodes.push_back(std::move(counter));
  }
  const std::vector<std::string> next = run_graph(repeated, op, 0, inner, graph->nodes);
  graph->outputs.push_back(named(run_graph(condition, op, 0, next, graph->nodes)[0]));
  for (const std::size_t i : states) graph->outputs.push_back(named(next[i]));
  loop.attributes.push_back(graph_attribute("body", std::move(graph)));
  std::move(passed_on.begin(), passed_on.end(), std::back_inserter(nodes_));
  nodes_.push_back(std::move(loop));
}

// The graph assigns the first values of variables. It runs once, however many operators call it.
void GraphConverter::start_variables(const Operator& op) {
  need_graph(op, "init_subgraph", 0, 0);
  if (shared_.depth > 0 || number_ != 0) throw NotConverted{"it starts variables in a graph"};
  const auto graph = static_cast<std::size_t>(option_of(op, "init_subgraph"));
  if (!shared_.started.insert(graph).second) return;
  std::map<std::string, Variable> before;
  before.swap(shared_.variables);
  shared_.forgot = false;
  try {
    const Nested nested(shared_.depth);
    GraphConverter(shared_, graph, nodes_).convert_with({}, {});
  } catch (...) {
    shared_.variables.swap(before);
    throw;
  }
  for (auto& [variable, now] : shared_.variables) {
    if (const auto at = before.find(variable); at != before.end()) {
      now = {at->second.node, {}};  // a second first value
    } else if (!now.value.empty()) {
      onnx::Node node = node_of(op, shared_.unique(variable), "VarHandleOp", tensorflow::op_domain);
      node.kind = "VAR_HANDLE";
      node.inputs = {now.value};
      node.outputs = {node.name};
      now = {node.name, node.name};
      nodes_.push_back(std::move(node));
    }
  }
  shared_.variables.merge(before);
  if (shared_.forgot) shared_.forget_variables();
}

std::string GraphConverter::variable_of(std::int64_t handle) const {
  const auto at = handles_.find(handle);
  if (at == handles_.end()) throw NotConverted{"its variable is not known"};
  return at->second;
}

void GraphConverter::read_variable(const Operator& op) {
  if (op.inputs.empty() || op.outputs.empty()) throw NotConverted{"it has no variable"};
  const std::string variable = variable_of(op.inputs[0]);
  const auto value = shared_.variables.find(variable);
  if (value == shared_.variables.end())
    throw NotConverted{"the variable " + quote(variable) + " has no first value in the file"};
  if (value->second.value.empty())
    throw NotConverted{"the value of the variable " + quote(variable) +
                       " is not known: an operator that may change it is not imported, or two" +
                       " give it a first value"};
  onnx::Node node = node_of(op, name(op.outputs[0]), "Identity", tensorflow::op_domain);
  node.inputs = {value->second.value};
  node.outputs = {name(op.outputs[0])};
  nodes_.push_back(std::move(node));
}

// Later reads have the value; the variable itself gets it when the graph has run.
void GraphConverter::assign_variable(const Operator& op) {
  if (op.inputs.size() != 2 || op.inputs[1] < 0) throw NotConverted{"it has no variable and value"};
  shared_.variables[variable_of(op.inputs[0])].value = value_of(op.inputs[1]);
}

// The element where the position is the index, the list elsewhere.
void GraphConverter::add_list_write(const Operator& op, const ListWrite& write) {
  const Shape shape = tensor(write.list).shape;
  Shape along(shape.size(), 1);
  along[0] = shape[0];
  ng::Tensor places(tensor(write.index).type.dtype().value_or(DType::i32), along);
  for (std::int64_t i = 0; i < shape[0]; ++i) places.set(i, static_cast<double>(i));
  const std::string made = name(op.outputs[0]);
  onnx::Node here = node_of(op, shared_.unique(made + "/here"), "Equal", "");
  here.inputs = {add_known(shared_.unique(made + "/places"), places), value_of(write.index)};
  here.outputs = {here.name};
  onnx::Node node = node_of(op, made, "Where", "");
  node.inputs = {here.name, value_of(write.element), value_of(write.list)};
  node.outputs = {made};
  nodes_.push_back(std::move(here));
  nodes_.push_back(std::move(node));
}

}  // namespace ng::tflite
