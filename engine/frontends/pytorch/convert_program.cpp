// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/convert_program.h"

#include <algorithm>
#include <filesystem>
#include <unordered_set>

#include "engine/base/quote.h"
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/frontends/pytorch/aten_ops.h"
#include "engine/frontends/pytorch/complex_values.h"
#include "engine/frontends/pytorch/loop_plan.h"
#include "engine/frontends/pytorch/op_arguments.h"
#include "engine/frontends/pytorch/view_writes.h"
#include "engine/frontends/tensorflow/convert_node.h"

namespace ng::pytorch {
namespace {

constexpr std::string_view op_domain = "pytorch", batch_norm_op = "aten.batch_norm.default";
constexpr const char* refused_op = "refused";  // reads a view whose elements have changed

// An op whose operand an earlier op has changed through another view.
void refuse_changed(NodeContext& n) {
  NodeContext::refuse(n.text("reason", "its operand has changed"));
}
constexpr OpRow refused = {refused_op, 1, 0, refuse_changed};

constexpr const char* update_op = "update";

// Gives a buffer a new value.
void update(NodeContext& n) {
  n.result(onnx::assigned(n, n.op(0), cast(n, n.shared(1), n.dtype())));
}
constexpr OpRow updates = {update_op, 1, 0, update};

void refuse_complex(NodeContext&) {
  NodeContext::refuse(
      "it is not imported for complex numbers; compute with their parts (torch.view_as_real), or "
      "leave it out of the program");
}
constexpr OpRow not_complex = {"complex", 1, 0, refuse_complex};

void refuse_unknown(NodeContext&) {
  NodeContext::refuse(
      "this op is not imported; export the program again with run_decompositions(), which composes "
      "many ops of others");
}
constexpr OpRow unknown = {"unknown", 1, 0, refuse_unknown};

const OpRow* row_of(std::string_view op_type) {
  if (op_type == refused_op) return &refused;
  if (op_type.starts_with(complex_prefix)) {
    const OpRow* row = find_complex_row(op_type.substr(complex_prefix.size()));
    return row ? row : &not_complex;
  }
  if (op_type == update_op) return &updates;
  const OpRow* row = find_row(op_type);
  return row || !op_type.starts_with("aten.") ? row : &unknown;
}

// "aten.add.Tensor" of "torch.ops.aten.add.Tensor"; "operator.add" of "_operator.add".
std::string op_type_of(const std::string& target) {
  constexpr std::string_view ops = "torch.ops.", plain = "_operator.";
  if (target.starts_with(ops)) return target.substr(ops.size());
  if (target.starts_with(plain)) return target.substr(1);
  return target;
}

std::string as_path(std::string module) {
  std::replace(module.begin(), module.end(), '.', '/');
  return module;
}

// The name of an op without the underscore of one that changes its operand: "aten.relu.default" of
// "aten.relu_.default". Empty if it changes none.
std::string functional_name(const std::string& op_type) {
  constexpr std::string_view aten = "aten.";
  if (!op_type.starts_with(aten)) return {};
  const std::size_t end = op_type.find('.', aten.size());
  const std::size_t last = (end == op_type.npos ? op_type.size() : end) - 1;
  const bool inner = last > aten.size() && op_type[last] == '_' && op_type[last - 1] != '_';
  return inner ? std::string(op_type).erase(last, 1) : std::string();
}

onnx::Attribute texts(std::string name, std::vector<std::string> values) {
  onnx::Attribute made;
  made.name = std::move(name);
  made.kind = onnx::AttributeKind::texts;
  made.strings = std::move(values);
  return made;
}

// The type of the parts of a complex number; empty: another type.
std::optional<onnx::ElementType> parts_of(onnx::ElementType type) {
  if (type == onnx::ElementType::complex64) return onnx::ElementType::f32;
  if (type == onnx::ElementType::complex128) return onnx::ElementType::f64;
  return {};
}

// Complex values are arrays of their parts.
void set_parts(onnx::ValueInfo& info) {
  const auto type = parts_of(info.type);
  if (!type) return;
  info.type = *type;
  info.dims->push_back({.length = 2, .symbol = {}});
}

// The same stored elements with the parts of complex numbers along a last dimension.
StoredTensor with_parts(StoredTensor stored) {
  const auto type = stored.dtype.dtype();
  if (stored.fault.empty() && !type && stored.dtype.parts() == 2 && stored.dtype.values()) {
    stored.dtype = *stored.dtype.values();
    for (std::int64_t& stride : stored.strides) stride *= 2;
    if (!stored.strides.empty() || stored.shape.empty()) stored.strides.push_back(1);
    stored.shape.push_back(2);
  }
  return stored;
}

struct Weight {
  std::string name;             // in the file
  std::size_t initializer = 0;  // its place in the model
};

// A value that shares its elements with another.
struct View {
  const Node* node = nullptr;
  std::size_t output = 0;  // of the node
  std::string parent;      // the first argument of the node
  bool certain = true;     // is neither it nor a parent a copy?
};

// A graph of the model that is built, and what is known of its values.
struct Scope {
  std::vector<onnx::Node>* nodes = nullptr;
  std::vector<onnx::ValueInfo>* infos = nullptr;                            // of results
  const std::unordered_map<std::string, onnx::ValueInfo>* types = nullptr;  // in the program
  const std::unordered_set<std::string>* row_major = nullptr;               // of these
  std::unordered_map<std::string, std::string> names = {};                  // in the model
  std::unordered_map<std::string, std::string> same = {};  // of results of ops that change operands
  std::unordered_map<std::string, View> views = {};
  std::unordered_map<std::string, std::vector<std::string>> sharing = {};  // by root: its views
  std::unordered_set<std::string> stale = {};  // views of a root that has changed since
  std::unordered_set<std::string> lost = {};   // changed by another view in an unknown way
};

class Converter {
 public:
  Converter(const Program& program, const Reader& reader, Notes& notes)
      : program_(program), reader_(reader), notes_(notes) {}

  onnx::Model run() {
    made_.path = program_.path;
    made_.producer = "PyTorch";
    made_.producer_version = program_.torch_version;
    made_.opsets[""] = onnx::newest_opset;
    location_ = std::filesystem::path(program_.path).filename().string();
    if (program_.file) (*made_.external)[location_] = program_.file;
    find_reads();
    name_values();
    for (const Input& input : program_.inputs) add_input(input);
    for (const Node& node : program_.nodes) add_node(node);
    add_outputs();
    note_complex();
    add_updates();
    return std::move(made_);
  }

 private:
  // The values that something reads; results that nothing reads are left out.
  void find_reads() {
    find_reads_of(program_.nodes);
    for (const Output& output : program_.outputs) read_.insert(output.value);
  }

  void find_reads_of(const std::vector<Node>& nodes) {
    for (const Node& node : nodes)
      for (const Argument& argument : node.arguments) {
        read_.insert(argument.values.begin(), argument.values.end());
        if (!argument.graph) continue;
        read_.insert(argument.graph->outputs.begin(), argument.graph->outputs.end());
        find_reads_of(argument.graph->nodes);
      }
  }

  // Is it a result of an op that changes its operand?
  static bool changes_operand(const Node& node) {
    const std::string op_type = op_type_of(node.target);
    return !functional_name(op_type).empty() && !node.arguments.empty() && !find_row(op_type) &&
           !node.arguments[0].values.empty();
  }

  // Returned values that share their elements with others and change: the last one gets the name.
  void find_rewritten(const std::unordered_set<std::string>& returned) {
    std::unordered_map<std::string, std::string> roots;
    std::unordered_set<std::string> changed, shared;
    const auto root_of = [&roots](const std::string& value) {
      const auto at = roots.find(value);
      return at == roots.end() ? value : at->second;
    };
    for (const Node& node : program_.nodes) {
      const bool changes = changes_operand(node);
      if (!changes && sharing_of(node, facts()) == Sharing::none) continue;
      const std::string root = root_of(node.arguments[0].values[0]);
      (changes ? changed : shared).insert(root);
      for (const std::string& value : node.outputs) roots.emplace(value, root);
    }
    for (const std::string& value : returned)
      if (const std::string root = root_of(value); changed.contains(root) && shared.contains(root))
        rewritten_.insert(value);
  }

  // Results that are returned keep their names; others get those of their modules.
  void name_values() {
    std::unordered_set<std::string> returned;
    for (const Output& output : program_.outputs)
      if (output.updates.empty()) returned.insert(output.value);
    find_rewritten(returned);
    for (const Input& input : program_.inputs) {
      if (input.kind == InputKind::user) name_value(input.value, input.value);
    }
    for (const Node& node : program_.nodes)
      for (const std::string& value : node.outputs)
        if (returned.contains(value))
          name_value(value, rewritten_.contains(value) ? value + "/before" : value);
    for (const Input& input : program_.inputs)
      if (input.kind == InputKind::weight) name_value(input.value, as_path(input.name));
    for (const Node& node : program_.nodes) {
      const std::string scope = node.module.empty() ? "" : as_path(node.module) + "/";
      for (const std::string& value : node.outputs)
        if (!value.empty() && !returned.contains(value)) name_value(value, scope + value);
    }
  }

  std::string free_name(const std::string& wanted) {
    std::string name = wanted;
    for (int i = 2; !taken_.insert(name).second; ++i) name = wanted + "_" + std::to_string(i);
    return name;
  }

  void name_value(const std::string& value, const std::string& wanted) {
    scope_.names.insert_or_assign(value, free_name(wanted));
  }

  void add_input(const Input& input) {
    if (input.value.empty() || input.kind == InputKind::constant) return;
    if (input.kind == InputKind::weight) return add_weight(input);
    const auto type = program_.types.find(input.value);
    onnx::ValueInfo info;
    if (type != program_.types.end()) info = type->second;
    if (type == program_.types.end()) {  // an integer that the program is given
      info.type = onnx::ElementType::i64;
      info.dims.emplace();
    }
    info.name = scope_.names.at(input.value);
    if (is_complex(input.value)) add_complex(info.name);
    set_parts(info);
    made_.graph.inputs.push_back(std::move(info));
  }

  void add_weight(const Input& input) {
    const StoredTensor stored = with_parts(program_.tensors.tensors[*input.tensor]);
    const std::string& name = scope_.names.at(input.value);
    if (is_complex(input.value)) made_.complex.insert(name);
    if (name != input.name) made_.in_file.emplace(name, input.name);
    weights_.emplace(input.value, Weight{input.name, made_.graph.initializers.size()});
    onnx::Tensor tensor;
    tensor.dims = stored.shape;
    if (!stored.is_real() || !stored.dtype.dtype()) {
      note_not_real(stored, notes_, quote(program_.path));
      tensor.type = onnx::ElementType::text;  // shown, and what reads it cannot run
      tensor.dims = {};
    } else if (program_.file && is_plain(program_.tensors, stored)) {
      tensor.type = onnx::element_type(*stored.dtype.dtype());
      tensor.external =
          onnx::ExternalData{location_, position_of(program_.tensors, stored), stored.bytes()};
    } else {
      tensor = tensorflow::tensor_of(read_stored(reader_, program_.tensors, stored));
    }
    tensor.name = name;
    tensor.trained = input.trained;
    made_.graph.initializers.push_back(std::move(tensor));
  }

  void add_node(const Node& node) {
    const std::string op_type = op_type_of(node.target);
    if (add_graphs(node, op_type)) return;
    onnx::Node made;
    made.kind = op_type;
    made.domain = op_domain;
    std::string changed = functional_name(op_type);
    const bool changes = changes_operand(node);
    made.op_type = changes ? changed : op_type;
    add_arguments(node, made);
    set_complex(node, made);
    if (is_row_major(node))
      made.attributes.push_back(tensorflow::attribute(row_major_key, std::int64_t{1}));
    if (changes && !made.inputs.empty() && !made.inputs[0].empty())
      made.attributes.push_back(tensorflow::attribute(changes_key, std::int64_t{1}));
    bool wanted = changes;
    for (const std::string& value : node.outputs) {
      const bool is_read = read_.contains(value);
      made.outputs.push_back(value.empty() || !(is_read || changes) ? std::string()
                                                                    : scope_.names.at(value));
      wanted = wanted || !made.outputs.back().empty();
    }
    if (!wanted) return;
    for (std::size_t i = 0; made.name.empty() && i < made.outputs.size(); ++i)
      made.name = made.outputs[i];
    made.source = node.source;
    for (const std::string& value : node.outputs) add_type(value);
    if (op_type == batch_norm_op) add_new_statistics(node, made);
    scope_.nodes->push_back(std::move(made));
    if (changes)
      change(node);
    else
      share(node);
  }

  // Is the tensor that an as_strided reads?
  bool is_row_major(const Node& node) const {
    const bool strided = op_type_of(node.target).starts_with("aten.as_strided.");
    if (!strided || node.arguments.empty() || node.arguments[0].values.empty()) return false;
    return scope_.row_major->contains(node.arguments[0].values[0]);
  }

  // An op that runs graphs, of the form that is known?
  bool add_graphs(const Node& node, const std::string& op_type) {
    const std::vector<Argument>& a = node.arguments;
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

  bool is_complex(const std::string& value) const {
    const auto type = scope_.types->find(value);
    return type != scope_.types->end() && parts_of(type->second.type);
  }

  // Names the complex arguments and the type of complex results; such a node has rows of its own.
  void set_complex(const Node& node, onnx::Node& made) const {
    std::vector<std::string> names;
    for (const Argument& argument : node.arguments) {
      const bool list = argument.kind == ArgumentKind::values;
      if (argument.kind == ArgumentKind::complex) names.push_back(argument.name);
      for (std::size_t i = 0; i < argument.values.size(); ++i)
        if (is_complex(argument.values[i]))
          names.push_back(list ? argument.name + "." + std::to_string(i) : argument.name);
    }
    const auto result = std::find_if(node.outputs.begin(), node.outputs.end(),
                                     [&](const std::string& value) { return is_complex(value); });
    if (made.op_type == refused_op || (names.empty() && result == node.outputs.end())) return;
    made.op_type = std::string(complex_prefix) + made.op_type;
    made.attributes.push_back(texts(complex_key, std::move(names)));
    if (result == node.outputs.end()) return;
    const auto type = static_cast<std::int64_t>(*parts_of(scope_.types->at(*result).type));
    made.attributes.push_back(tensorflow::attribute(parts_type_key, type));
  }

  static bool is_choice(const Node& node) {
    const std::vector<Argument>& a = node.arguments;
    return a.size() == 4 && a[0].kind == ArgumentKind::value && a[1].graph && a[2].graph &&
           a[1].graph->inputs.size() == a[3].values.size() &&
           a[2].graph->inputs.size() == a[3].values.size();
  }

  // A node of ONNX for an op that runs graphs.
  onnx::Node graph_node(const Node& node, const char* op_type) {
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

  std::vector<std::string> names_of(const Argument& argument) {
    std::vector<std::string> names;
    for (const std::string& value : argument.values) names.push_back(name_of(value));
    return names;
  }

  // Adds the nodes of a graph, which reads its inputs only, to the current one. Returns the names
  // of its outputs.
  std::vector<std::string> add_nodes_of(const Subgraph& graph,
                                        const std::vector<std::string>& given,
                                        const std::string& scope) {
    Scope inner{scope_.nodes, scope_.infos, &graph.types, &graph.row_major};
    for (std::size_t i = 0; i < given.size(); ++i) inner.names[graph.inputs[i]] = given[i];
    const Scope outer = std::exchange(scope_, std::move(inner));
    for (const Node& node : graph.nodes)
      for (const std::string& value : node.outputs)
        if (!value.empty()) name_value(value, scope + "/" + value);
    for (const Node& node : graph.nodes) add_node(node);
    std::vector<std::string> outputs;
    for (const std::string& value : graph.outputs) outputs.push_back(name_of(value));
    scope_ = outer;
    return outputs;
  }

  static onnx::ValueInfo named(const std::string& name) {
    onnx::ValueInfo info;
    info.name = name;
    return info;
  }

  // A graph of a node, with these inputs; `fill` adds its nodes and returns the names of outputs.
  template <typename Fill>
  onnx::Attribute graph_attribute(const char* name, const std::vector<std::string>& inputs,
                                  const Fill& fill) {
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

  // torch.cond: the operands are inputs of both graphs.
  void add_choice(const Node& node) {
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

  // The graph takes states, elements and operands that stay the same.
  static bool is_scan(const Node& node) {
    const std::vector<Argument>& a = node.arguments;
    return a.size() == 4 && a[0].graph && !a[2].values.empty() &&
           a[0].graph->inputs.size() ==
               a[1].values.size() + a[2].values.size() + a[3].values.size();
  }

  static bool is_map(const Node& node) {
    const std::vector<Argument>& a = node.arguments;
    return a.size() == 3 && a[0].graph && !a[1].values.empty() &&
           a[0].graph->inputs.size() == a[1].values.size() + a[2].values.size();
  }

  // `states`: the initial ones; the first axis of `sequences` counts the iterations.
  void add_scan(const Node& node, const Subgraph& graph, const std::vector<std::string>& states,
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

  // Names of the first inputs of a graph that is repeated.
  std::vector<std::string> inner_names(const Subgraph& graph, std::size_t count,
                                       const std::string& scope) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i)
      names.push_back(free_name(scope + "/" + graph.inputs[i]));
    return names;
  }

  static bool is_loop(const Node& node) {
    const std::vector<Argument>& a = node.arguments;
    if (a.size() != 4 || !a[0].graph || !a[1].graph) return false;
    const std::size_t inputs = a[2].values.size() + a[3].values.size();
    return a[0].graph->inputs.size() == inputs && a[1].graph->inputs.size() == inputs &&
           a[0].graph->outputs.size() == 1 && a[1].graph->outputs.size() == a[2].values.size();
  }

  // torch.while_loop: a Loop of ONNX, which tests its condition after each iteration.
  void add_loop(const Node& node) {
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

  // How often the loop runs at most; empty: its condition alone decides.
  std::string add_trips(const onnx::Node& loop, const LoopPlan& plan,
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

  // A counter as a function of the iteration, so that the importer sees when the loop ends.
  std::string add_counter(const onnx::Node& loop, std::int64_t by, const std::string& iteration,
                          const std::string& start, const std::string& state) {
    onnx::Node made = part_of_loop(loop, "loop.counter", "/counter");
    made.inputs = {iteration, start, state};
    made.attributes = {tensorflow::attribute("step", by)};
    scope_.nodes->push_back(made);
    return made.name;
  }

  onnx::Node part_of_loop(const onnx::Node& loop, const char* op_type, const char* part) {
    onnx::Node made;
    made.op_type = op_type;
    made.kind = loop.kind;
    made.domain = op_domain;
    made.source = loop.source;
    made.name = free_name(loop.name + part);
    made.outputs = {made.name};
    return made;
  }

  // Normalising by the batch changes the statistics of the module.
  void add_new_statistics(const Node& node, onnx::Node& made) {
    const auto argument = [&node](const char* name) -> const Argument* {
      for (const Argument& each : node.arguments)
        if (each.name == name) return &each;
      return nullptr;
    };
    const Argument* training = argument("training");
    if (!training || training->integers.empty() || training->integers[0] == 0) return;
    for (const char* name : {"running_mean", "running_var"}) {
      const Argument* statistic = argument(name);
      if (!statistic || statistic->values.empty() || statistic->values[0].empty()) return;
      const std::string buffer = identity(statistic->values[0]), result = buffer + "/new";
      name_value(result, name_of(buffer) + "/new");
      made.outputs.push_back(scope_.names.at(result));
      scope_.names[buffer] = scope_.names.at(result);
    }
  }

  // The value that an op gave its result that changed its operand: both are one tensor.
  const std::string& identity(const std::string& value) const {
    const auto at = scope_.same.find(value);
    return at == scope_.same.end() ? value : at->second;
  }

  // Where a value is now, after ops that changed it.
  const std::string& name_of(const std::string& value) {
    refresh(identity(value));
    const auto at = scope_.names.find(identity(value));
    if (at != scope_.names.end()) return at->second;
    Diagnostic diagnostic;
    diagnostic.what = "a node reads a value that nothing defines";
    diagnostic.where = quote(program_.path);
    diagnostic.found = quote(value);
    diagnostic.action = "the file is damaged; export the program again";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }

  void add_arguments(const Node& node, onnx::Node& made) {
    std::vector<std::string> arguments, booleans;
    const auto add_value = [&](std::string name, const std::string& value) {
      if (is_lost(value)) refuse_lost(value, made);
      made.inputs.push_back(value.empty() ? std::string() : name_of(value));
      arguments.push_back(std::move(name));
    };
    for (const Argument& argument : node.arguments) {
      using Kind = ArgumentKind;
      const std::string& name = argument.name;
      const bool one = argument.kind == Kind::value || argument.kind == Kind::integer;
      for (std::size_t i = 0; i < argument.values.size(); ++i) {
        const bool literal = argument.values[i].empty() && argument.kind != Kind::values;
        if (literal && argument.kind != Kind::value) continue;
        add_value(one ? name : name + "." + std::to_string(i), argument.values[i]);
      }
      const bool computed = one && !argument.values.empty() && !argument.values[0].empty();
      if (!computed) add_attribute(argument, made, booleans);
    }
    made.attributes.push_back(texts(arguments_key, std::move(arguments)));
    if (!booleans.empty()) made.attributes.push_back(texts(booleans_key, std::move(booleans)));
  }

  static void add_attribute(const Argument& argument, onnx::Node& made,
                            std::vector<std::string>& booleans) {
    using Kind = ArgumentKind;
    onnx::Attribute attribute;
    attribute.name = argument.name;
    switch (argument.kind) {
      case Kind::integer:
      case Kind::type:
        attribute.kind = onnx::AttributeKind::integer;
        attribute.i = argument.integers.at(0);
        if (argument.boolean) booleans.push_back(argument.name);
        break;
      case Kind::integers:
        attribute.kind = onnx::AttributeKind::integers;
        attribute.ints = argument.integers;
        break;
      case Kind::number:
        attribute.kind = onnx::AttributeKind::number;
        attribute.f = argument.numbers.at(0);
        break;
      case Kind::complex:
      case Kind::numbers:
        attribute.kind = onnx::AttributeKind::numbers;
        attribute.floats = argument.numbers;
        break;
      case Kind::text:
        attribute.kind = onnx::AttributeKind::text;
        attribute.s = argument.text;
        break;
      case Kind::none:
      case Kind::value:
      case Kind::values:
      case Kind::graph:
      case Kind::other: return;
    }
    made.attributes.push_back(std::move(attribute));
  }

  static void refuse_lost(const std::string& value, onnx::Node& made) {
    made.op_type = refused_op;
    made.attributes.push_back(tensorflow::attribute(
        "reason", ("it reads " + quote(value) +
                   ", whose elements an earlier op changes through another view; export the "
                   "program again with run_decompositions()")
                      .c_str()));
  }

  void add_type(const std::string& value) {
    const auto type = scope_.types->find(value);
    if (value.empty() || type == scope_.types->end()) return;
    onnx::ValueInfo info = type->second;
    info.name = scope_.names.at(value);
    set_parts(info);
    scope_.infos->push_back(std::move(info));
  }

  ValueFacts facts() const { return {*scope_.types, *scope_.row_major}; }

  const std::string& root_of(const std::string& value) const {
    const auto at = scope_.views.find(identity(value));
    return at == scope_.views.end() ? identity(value) : root_of(at->second.parent);
  }

  bool is_lost(const std::string& value) const { return scope_.lost.contains(identity(value)); }

  // The results of a view share the elements of its operand.
  void share(const Node& node) {
    const Sharing sharing = sharing_of(node, facts());
    if (sharing == Sharing::none) return;
    const std::string parent = identity(node.arguments[0].values[0]), root = root_of(parent);
    const auto above = scope_.views.find(parent);
    const bool certain =
        sharing == Sharing::certain && (above == scope_.views.end() || above->second.certain);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      if (node.outputs[i].empty() || node.outputs[i] == parent) continue;
      scope_.views.insert_or_assign(node.outputs[i], View{&node, i, parent, certain});
      scope_.sharing[root].push_back(node.outputs[i]);
    }
  }

  // The operand now has the result as its value. What it is a view of gets a new value, too, and
  // other views of that are computed again where they are read.
  void change(const Node& node) {
    if (node.arguments[0].values.empty() || node.outputs.empty()) return;
    const std::string operand = identity(node.arguments[0].values[0]);
    const std::string& result = node.outputs[0];
    const std::string root = root_of(operand);
    scope_.names[operand] = scope_.names.at(result);
    scope_.same[result] = operand;
    std::unordered_set<std::string> changed{operand};
    const bool known = write_back(operand, changed);
    if (!known && root != operand) scope_.lost.insert(root);
    if (!known && weights_.contains(root)) note_change(root);
    for (const std::string& other : scope_.sharing[root]) {
      if (changed.contains(other) || other == root) continue;
      (known && scope_.views.at(other).certain ? scope_.stale : scope_.lost).insert(other);
    }
  }

  // Gives what a changed view is a view of its new value. Returns false if it cannot be computed.
  bool write_back(const std::string& value, std::unordered_set<std::string>& changed) {
    const auto at = scope_.views.find(value);
    if (at == scope_.views.end()) return true;
    const View view = at->second;
    if (!view.certain) return false;
    const auto node = written_back(*view.node, view.output, facts());
    if (!node) return false;
    scope_.names[view.parent] =
        node->target.empty() ? scope_.names.at(value) : add_part(*node, view.parent);
    scope_.stale.erase(view.parent);
    changed.insert(view.parent);
    return write_back(view.parent, changed);
  }

  // Computes a view again whose root has changed.
  void refresh(const std::string& value) {
    if (scope_.stale.erase(value) == 0) return;
    const View view = scope_.views.at(value);
    Node again = *view.node;
    for (std::size_t i = 0; i < again.outputs.size(); ++i)
      if (i != view.output) again.outputs[i].clear();
    scope_.names[value] = add_part(again, value);
  }

  // Adds a node that the program does not have. Returns the name of its only result, which is like
  // `value`.
  std::string add_part(const Node& node, const std::string& value) {
    onnx::Node made;
    made.op_type = made.kind = op_type_of(node.target);
    made.domain = op_domain;
    add_arguments(node, made);
    set_complex(node, made);
    made.name = free_name(scope_.names.at(value));
    for (const std::string& output : node.outputs)
      made.outputs.push_back(output.empty() ? std::string() : made.name);
    made.source = node.source;
    const std::string name = made.name;
    scope_.nodes->push_back(std::move(made));
    return name;
  }

  void note_change(const std::string& what) {
    add_note(notes_,
             "the program changes " + quote(what) + "; here each run starts with its stored value",
             quote(program_.path));
  }

  void add_outputs() {
    std::unordered_set<std::string> returned;
    for (const Output& output : program_.outputs) {
      if (!output.updates.empty()) {
        add_update(output);
        continue;
      }
      if (output.value.empty()) continue;
      std::string name = name_of(output.value);
      if (is_lost(output.value)) name = add_lost_output(output.value, name);
      if (rewritten_.contains(output.value)) name = add_renamed_output(output.value, name);
      if (!returned.insert(name).second) continue;
      if (is_complex(output.value)) add_complex(name);
      onnx::ValueInfo info;
      info.name = name;
      made_.graph.outputs.push_back(std::move(info));
    }
    if (!made_.graph.outputs.empty()) return;
    Diagnostic diagnostic;
    diagnostic.what = "the program returns no tensor";
    diagnostic.where = quote(program_.path);
    diagnostic.expected = "an output";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }

  // An argument or a result of the program.
  void add_complex(const std::string& name) {
    made_.complex.insert(name);
    complex_ += (complex_.empty() ? "" : ", ") + quote(name);
  }

  void note_complex() {
    if (complex_.empty()) return;
    add_note(
        notes_,
        "the last axis of these complex arguments and results holds the real and the imaginary "
        "part: " +
            complex_,
        quote(program_.path));
  }

  // The last value of a buffer.
  void add_update(const Output& output) {
    const auto buffer = std::find_if(weights_.begin(), weights_.end(), [&](const auto& each) {
      return each.second.name == output.updates;
    });
    if (buffer == weights_.end() || is_lost(output.value)) return note_change(output.updates);
    scope_.names[buffer->first] = name_of(output.value);
  }

  // Of buffers that have another value now than at the begin.
  void add_updates() {
    for (const Input& input : program_.inputs) {
      const auto weight = weights_.find(input.value);
      if (weight == weights_.end()) continue;
      onnx::Tensor& tensor = made_.graph.initializers[weight->second.initializer];
      const std::string& value = scope_.names.at(input.value);
      if (value == tensor.name) continue;
      tensor.updated = true;
      onnx::Node& node = made_.graph.nodes.emplace_back();
      node.op_type = node.kind = update_op;
      node.domain = op_domain;
      node.name = tensor.name + "/update";
      node.inputs = {tensor.name, value};
      node.outputs = {node.name};
      made_.updates.push_back(node.name);
    }
  }

  std::string add_renamed_output(const std::string& value, const std::string& name) {
    if (!taken_.insert(value).second) return name;
    onnx::Node& node = made_.graph.nodes.emplace_back();
    node.op_type = node.kind = "aten.alias.default";
    node.domain = op_domain;
    node.name = value;
    node.inputs = {name};
    node.outputs = {value};
    node.attributes = {texts(arguments_key, {"self"})};
    return value;
  }

  // A node that cannot run, for an output whose elements have changed.
  std::string add_lost_output(const std::string& value, const std::string& name) {
    onnx::Node& node = made_.graph.nodes.emplace_back();
    node.name = name + "/changed";
    node.domain = op_domain;
    node.kind = "output";
    node.inputs = {name};
    node.outputs = {node.name};
    refuse_lost(value, node);
    return node.name;
  }

  const Program& program_;
  const Reader& reader_;
  Notes& notes_;
  onnx::Model made_;
  std::string location_, complex_;  // complex_: names, for a note
  std::unordered_set<std::string> read_, taken_, rewritten_;
  std::unordered_map<std::string, Weight> weights_;  // by value
  Scope scope_ = {&made_.graph.nodes, &made_.graph.values, &program_.types, &program_.row_major};
};

}  // namespace

const onnx::Dialect dialect = {op_domain, row_of};

onnx::Model convert(const Program& program, const Reader& reader, Notes& notes) {
  return Converter(program, reader, notes).run();
}

}  // namespace ng::pytorch
