// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tensorflow/convert_graph.h"

#include <algorithm>
#include <unordered_set>

#include "engine/base/counted.h"
#include "engine/base/nearest.h"
#include "engine/base/quote.h"
#include "engine/frontends/tensorflow/convert_node.h"
#include "engine/frontends/tensorflow/graph_index.h"
#include "engine/frontends/tensorflow/loop_nodes.h"
#include "engine/frontends/tensorflow/node_scope.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"

namespace ng::tensorflow {
namespace {

constexpr std::size_t most_depth = 64;  // functions that call each other

bool is_call(const NodeDef& node) {
  return node.op == "PartitionedCall" || node.op == "StatefulPartitionedCall";
}

bool is_branch(const NodeDef& node) {
  return node.op == "If" || node.op == "StatelessIf";
}

bool is_loop(const NodeDef& node) {
  return node.op == "While" || node.op == "StatelessWhile";
}

// Reads its input as a weight.
bool is_layer(const NodeDef& node) {
  static const std::unordered_set<std::string_view> ops = {"BiasAdd",
                                                           "Conv2D",
                                                           "Conv2DBackpropInput",
                                                           "Conv3D",
                                                           "DepthwiseConv2dNative",
                                                           "GatherV2",
                                                           "FusedBatchNorm",
                                                           "FusedBatchNormV2",
                                                           "FusedBatchNormV3",
                                                           "MatMul",
                                                           "Gather",
                                                           "_FusedMatMul"};
  return ops.contains(node.op);
}

class Converter {
 public:
  Converter(const MetaGraph& graph, const std::string& path, const ConvertOptions& options,
            Notes& notes)
      : index_(graph, path), options_(options), notes_(notes), scope_(graph.graph.nodes, path) {}

  onnx::Model run() {
    model_.path = index_.path();
    model_.producer = "TensorFlow";
    model_.producer_version = index_.graph().tensorflow_version;
    model_.opsets[""] = onnx::newest_opset;
    const SignatureDef* signature = chosen_signature();
    std::vector<Endpoint> wanted;
    if (signature) {
      for (const auto& [key, info] : signature->outputs) {
        wanted.push_back(scope_.endpoint(info.tensor, nullptr));
        model_.graph.outputs.push_back(output_of(output_name(key)));
      }
    } else {
      for (const NodeDef* node : index_.results()) {
        wanted.push_back({node->name, 0});
        model_.graph.outputs.push_back(output_of(node->name));
      }
    }
    const std::size_t results = wanted.size();
    add_updates(wanted);
    if (wanted.empty()) {
      refuse_node(nullptr, index_.path(), "the graph has no result",
                  "only variables, constants and updates", "a node whose value nothing reads");
    }
    if (options_.unread && !signature)
      for (const NodeDef* node : index_.unread()) wanted.push_back({node->name, 0});
    scope_.need(wanted, [this](const NodeDef& node) { return initial_value_of(node); });
    find_initial_nodes(wanted);
    add_inputs(signature);
    for (std::size_t i = 0; signature && i < results; ++i) {
      add_output(wanted[i], model_.graph.outputs[i].name);
    }
    find_weights();
    for (const NodeDef* node : scope_.needed()) add_main_node(*node);
    note_own_gradients();
    return std::move(model_);
  }

 private:
  const SignatureDef* chosen_signature() const {
    const auto& all = index_.graph().signatures;
    std::vector<std::string> names;
    const SignatureDef* first = nullptr;
    for (const SignatureDef& signature : all) {
      if (signature.name == options_.signature) return &signature;
      if (signature.name.starts_with("__") || signature.outputs.empty()) continue;
      names.push_back(signature.name);
      if (!first || signature.name == "serving_default") first = &signature;
    }
    if (options_.signature.empty()) {
      for (const std::string& name : names)
        if (name != first->name)
          add_note(notes_,
                   "the signature " + quote(name) + " is left out; " + quote(first->name) +
                       " is imported",
                   quote(index_.path()));
      return first;
    }
    Diagnostic diagnostic;
    diagnostic.what = "the model has no signature " + quote(options_.signature);
    diagnostic.where = quote(index_.path());
    for (const std::string& name : names) {
      diagnostic.expected += (diagnostic.expected.empty() ? "one of: " : ", ") + name;
    }
    refuse(ErrorKind::key, std::move(diagnostic));
  }

  static onnx::ValueInfo output_of(const std::string& name) {
    onnx::ValueInfo value;
    value.name = name;
    return value;
  }

  bool is_output(const std::string& name) const {
    const auto& all = model_.graph.outputs;
    return std::any_of(all.begin(), all.end(),
                       [&](const onnx::ValueInfo& output) { return output.name == name; });
  }

  // That of the signature, unless a node or another output has this name.
  std::string output_name(std::string key) const {
    while (index_.find(key) || is_output(key)) key += "_output";
    return key;
  }

  // A result under the name of the signature. It may be an input, which has a name by then.
  void add_output(const Endpoint& value, const std::string& name) {
    onnx::Node node;
    node.op_type = node.kind = "Identity";
    node.domain = op_domain;
    node.name = name;
    node.inputs = {value_name(value)};
    node.outputs = {name};
    model_.graph.nodes.push_back(std::move(node));
  }

  // Assignments, which are no results, and what initialises variables.
  void add_updates(std::vector<Endpoint>& wanted) const {
    if (!options_.updates) return;
    for (const NodeDef& node : index_.graph().graph.nodes) {
      if (!node.op.starts_with("Assign") || !find_row(node.op)) continue;
      const std::vector<Endpoint> inputs = index_.inputs_of(node);
      if (inputs.size() > 1 && !index_.is_restored(inputs[1])) wanted.push_back({node.name, 0});
    }
  }

  // Does this assignment set what its variable begins with?
  bool sets_initial_value(const NodeDef* node) const {
    if (!node || !node->op.starts_with("Assign")) return false;
    const std::vector<Endpoint> inputs = index_.inputs_of(*node);
    if (inputs.size() < 2) return false;
    const auto at = index_.initial_values().find(inputs[0].node);
    return at != index_.initial_values().end() && at->second.value() == inputs[1].value();
  }

  // Nodes that only initial values need: their random numbers are part of the model, not drawn at
  // each run.
  void find_initial_nodes(const std::vector<Endpoint>& wanted) {
    std::vector<Endpoint> computed;
    for (const Endpoint& value : wanted) {
      if (!sets_initial_value(index_.find(value.node))) computed.push_back(value);
    }
    NodeScope running(index_.graph().graph.nodes, index_.path());
    running.need(computed);
    const std::vector<const NodeDef*> nodes = running.needed();
    const std::unordered_set<const NodeDef*> run(nodes.begin(), nodes.end());
    for (const NodeDef* node : scope_.needed()) {
      if (!run.contains(node)) initial_.insert(node);
    }
  }

  // A variable without a value reads its initial value.
  std::vector<Endpoint> initial_value_of(const NodeDef& node) {
    if (!is_variable(node) || value_of(node)) return {};
    const auto at = index_.initial_values().find(node.name);
    if (at == index_.initial_values().end()) return {};
    return {at->second};
  }

  // Such as of tf.nn.silu, whose own gradient is that of its formula, or of a reversed gradient.
  void note_own_gradients() {
    if (own_gradients_ == 0) return;
    add_note(notes_,
             counted(own_gradients_, "node") +
                 " of tf.custom_gradient: training takes the derivatives of the ops inside, not "
                 "their own gradients, which are not imported",
             quote(index_.path()));
  }

  const std::optional<ng::Tensor>& value_of(const NodeDef& variable) {
    const auto [at, first] = values_.try_emplace(variable.name);
    if (!first || !options_.variables) return at->second;
    for (const std::string& name : index_.checkpoint_keys(variable)) {
      if (!at->second) at->second = options_.variables(name);
    }
    if (!at->second) {
      add_note(notes_, "the checkpoint has no value of the variable " + quote(variable.name),
               quote(index_.path()));
    }
    return at->second;
  }

  static std::vector<onnx::Dimension> dimensions_of(const std::vector<std::int64_t>& lengths) {
    std::vector<onnx::Dimension> dims;
    for (const std::int64_t length : lengths) {
      onnx::Dimension& dim = dims.emplace_back();
      if (length >= 0)
        dim.length = length;
      else if (dims.size() == 1)
        dim.symbol = "batch";
    }
    return dims;
  }

  static onnx::ValueInfo input_of(const NodeDef& node, const TensorInfo* info) {
    onnx::ValueInfo input;
    input.name = node.name;
    const AttrValue *dtype = node.find("dtype"), *shape = node.find("shape");
    const AttrValue* inferred = node.find("_output_shapes");
    if (dtype) input.type = element_type(dtype->type);
    PartialShape lengths = shape ? shape->shape : std::nullopt;
    if (!lengths && info) lengths = info->shape;
    if (!lengths && inferred && !inferred->shapes.empty()) lengths = inferred->shapes[0];
    if (lengths) input.dims = dimensions_of(*lengths);
    return input;
  }

  // Inputs of the signature in its order, then others in the file's order.
  void add_inputs(const SignatureDef* signature) {
    std::unordered_set<std::string> added;
    const auto add = [&](const NodeDef& node, const TensorInfo* info, const std::string& name) {
      if (!added.insert(node.name).second) return;
      onnx::ValueInfo input = input_of(node, info);
      renamed_[node.name] = input.name = name;
      model_.graph.inputs.push_back(std::move(input));
    };
    if (signature) {
      for (const auto& [key, info] : signature->inputs) {
        const NodeDef* node = index_.find(scope_.endpoint(info.tensor, nullptr).node);
        if (!is_input(*node)) continue;
        const bool taken = key != node->name && (index_.find(key) || is_output(key));
        add(*node, &info, taken ? node->name : key);
      }
    }
    for (const NodeDef* node : scope_.needed()) {
      if (is_input(*node)) add(*node, nullptr, node->name);
    }
  }

  // Constants of a frozen graph that were variables: those behind an Identity or a layer.
  void find_weights() {
    for (const NodeDef* node : scope_.needed()) {
      const bool alias = node->op == "Identity" || node->op == "ReadVariableOp";
      if (!alias && !is_layer(*node)) continue;
      for (const Endpoint& input : index_.inputs_of(*node)) weights_.insert(input.node);
    }
  }

  std::string value_name(const Endpoint& value) const {
    const auto at = renamed_.find(value.value());
    return at == renamed_.end() ? value.value() : at->second;
  }

  void add_main_node(const NodeDef& node) {
    if (is_input(node)) return;
    std::vector<Endpoint> inputs = index_.inputs_of(node);
    for (const Endpoint& input : initial_value_of(node)) inputs.push_back(input);
    std::vector<std::string> names;
    for (const Endpoint& input : inputs) names.push_back(value_name(input));
    add_converted(node, std::move(names), scope_.results_of(node), model_.graph.nodes);
    if (!is_variable(node)) return;
    onnx::Node& made = model_.graph.nodes.back();
    if (!index_.is_trained(node)) made.attributes.push_back(integer_attribute("trained", 0));
    if (!value_of(node)) return;
    made.attributes.push_back(tensor_attribute("value", tensor_of(*value_of(node))));
    made.attributes.push_back(integer_attribute("weight", 1));
  }

  void add_converted(const NodeDef& node, std::vector<std::string> inputs,
                     std::vector<std::string> outputs, std::vector<onnx::Node>& nodes) {
    const AttrValue* gradient = node.find("_gradient_op_type");
    if (gradient && gradient->s.starts_with("CustomGradient")) ++own_gradients_;
    onnx::Node made = plain_node(node);
    made.inputs = std::move(inputs);
    made.outputs = std::move(outputs);
    if (is_loop(node) && add_loop(node, made, nodes)) return;
    if (is_branch(node)) {
      add_branches(node, made);
    } else if (const std::string called = called_by(node); !called.empty()) {
      need_function(called, &node);
      made.op_type = called;
      made.domain = function_domain;
    } else {
      made.attributes = attributes_of(node, weights_.contains(node.name));
      if (initial_.contains(&node)) made.attributes.push_back(integer_attribute("initial", 1));
    }
    nodes.push_back(std::move(made));
  }

  static onnx::Node plain_node(const NodeDef& node) {
    onnx::Node made;
    made.name = node.name;
    made.op_type = made.kind = node.op;
    made.domain = op_domain;
    made.device = node.device;
    made.file_offset = node.file_offset;
    return made;
  }

  std::string called_by(const NodeDef& node) const {
    const AttrValue* f = is_call(node) ? node.find("f") : nullptr;
    return f ? f->s : index_.function(node.op) ? node.op : std::string();
  }

  // The loop of ONNX runs a known number of times. Returns false for a loop of another form.
  bool add_loop(const NodeDef& node, const onnx::Node& made, std::vector<onnx::Node>& nodes) {
    const AttrValue *cond = node.find("cond"), *body = node.find("body");
    const FunctionDef* condition = cond ? index_.function(cond->s) : nullptr;
    const FunctionDef* repeated = body ? index_.function(body->s) : nullptr;
    if (!condition || !repeated) {
      refuse_node(&node, index_.path(), "a loop has no function", "", "a condition and a body");
    }
    if (made.inputs.size() != repeated->inputs.size()) {
      refuse_node(&node, index_.path(), "a loop has other inputs than its body",
                  std::to_string(made.inputs.size()), std::to_string(repeated->inputs.size()));
    }
    const auto plan = plan_of_loop(*condition, *repeated, index_.path());
    if (!plan) return false;
    const std::string function = add_loop_function(node, *repeated, *plan);
    LoopNodes loop{plain_node(node), made, *plan, nodes};
    loop.add(function);
    return true;
  }

  // The body as a function of all values of the loop that returns its states, then the elements of
  // its lists.
  std::string add_loop_function(const NodeDef& node, const FunctionDef& body,
                                const LoopPlan& plan) {
    std::vector<Endpoint> wanted;
    for (const LoopRole role : {LoopRole::state, LoopRole::list}) {
      for (const LoopValue& value : plan.values) {
        if (value.role == role) wanted.push_back(value.result);
      }
    }
    const std::string name = body.name + " of " + node.name;
    enter_function(name, &node);
    onnx::Function made = function_with(body, wanted);
    leave_function(name, std::move(made));
    return name;
  }

  // The branches of ONNX see the values around them: each calls its function with the inputs.
  void add_branches(const NodeDef& node, onnx::Node& made) {
    if (made.inputs.empty()) refuse_node(&node, index_.path(), "a branch has no condition", "");
    made.op_type = "If";
    made.domain.clear();
    for (const char* name : {"then_branch", "else_branch"}) {
      const AttrValue* f = node.find(name);
      if (!f) refuse_node(&node, index_.path(), "a branch has no function", name);
      need_function(f->s, &node);
      onnx::Node call;
      call.name = node.name;
      call.op_type = f->s;
      call.domain = function_domain;
      call.inputs.assign(made.inputs.begin() + 1, made.inputs.end());
      auto graph = std::make_shared<onnx::Graph>();
      for (std::size_t i = 0; i < made.outputs.size(); ++i) {
        call.outputs.push_back(std::to_string(i));
        graph->outputs.push_back(output_of(call.outputs.back()));
      }
      graph->nodes.push_back(std::move(call));
      onnx::Attribute branch;
      branch.name = name;
      branch.kind = onnx::AttributeKind::graph;
      branch.g = std::move(graph);
      made.attributes.push_back(std::move(branch));
    }
    made.inputs.resize(1);
  }

  // Converts a function and those that it calls, once.
  void need_function(const std::string& name, const NodeDef* user) {
    const auto state = functions_.find(name);
    if (state != functions_.end() && state->second) return;
    const FunctionDef* function = index_.function(name);
    if (!function) {
      refuse_node(user, index_.path(), "a node calls a function that nothing defines", quote(name));
    }
    enter_function(name, user);
    leave_function(name, convert_function(*function));
  }

  void enter_function(const std::string& name, const NodeDef* user) {
    const auto [at, first] = functions_.emplace(name, false);
    if (!first && !at->second) {
      refuse_node(user, index_.path(), "a function calls itself", quote(name));
    }
    if (++depth_ > most_depth) {
      refuse_node(user, index_.path(), "functions call each other too deeply", quote(name),
                  "at most " + std::to_string(most_depth) + " levels");
    }
  }

  void leave_function(const std::string& name, onnx::Function made) {
    --depth_;
    made.name = name;
    bool& done = functions_[name];
    if (!done) model_.functions.push_back(std::move(made));
    done = true;
  }

  onnx::Function convert_function(const FunctionDef& function) {
    const NodeScope scope(function, index_.path());
    std::vector<Endpoint> returned;
    for (const ArgDef& output : function.outputs) {
      const auto at = function.returns.find(output.name);
      if (at == function.returns.end()) {
        refuse_node(nullptr, index_.path(),
                    "the function " + quote(function.name) + " does not return its output",
                    quote(output.name));
      }
      returned.push_back(scope.endpoint(at->second, nullptr));
    }
    return function_with(function, returned);
  }

  onnx::Function function_with(const FunctionDef& function, const std::vector<Endpoint>& returned) {
    onnx::Function made;
    made.name = function.name;
    made.domain = function_domain;
    for (const ArgDef& argument : function.inputs) made.inputs.push_back(argument.name);
    for (const Endpoint& value : returned) made.outputs.push_back(value.value());
    NodeScope scope(function, index_.path());
    scope.need(returned);
    for (const NodeDef* node : scope.needed()) {
      std::vector<std::string> inputs;
      for (const Endpoint& input : scope.inputs_of(*node)) inputs.push_back(input.value());
      add_converted(*node, std::move(inputs), scope.results_of(*node), made.nodes);
    }
    return made;
  }

  GraphIndex index_;
  const ConvertOptions& options_;
  Notes& notes_;
  NodeScope scope_;
  onnx::Model model_;
  std::unordered_map<std::string, std::optional<ng::Tensor>> values_;  // of variables
  std::unordered_map<std::string, std::string> renamed_;               // inputs
  std::size_t own_gradients_ = 0;  // nodes with gradients of their own
  std::unordered_set<std::string> weights_;
  std::unordered_set<const NodeDef*> initial_;
  std::unordered_map<std::string, bool> functions_;  // false: being converted
  std::size_t depth_ = 0;
};

}  // namespace

const onnx::Dialect dialect = {op_domain, find_row};

onnx::Model convert(const MetaGraph& graph, const std::string& path, const ConvertOptions& options,
                    Notes& notes) {
  return Converter(graph, path, options, notes).run();
}

}  // namespace ng::tensorflow
