// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tflite/graph_converter.h"

#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/frontends/onnx/graphs/repeated_outputs.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/frontends/tensorflow/convert_graph.h"
#include "engine/frontends/tensorflow/convert_node.h"
#include "engine/frontends/tensorflow/onnx_steps.h"

namespace ng::tflite {
namespace {

constexpr std::string_view onnx_prefix = "onnx:";
constexpr std::size_t most_operators = 100'000;                  // of graphs that operators run
constexpr std::size_t most_tensor_bytes = std::size_t{8} << 20;  // of their tensors' names
constexpr std::size_t bytes_of_a_tensor = 64;                    // besides its name

bool is_quantised(const Tensor& tensor) {
  const auto dtype = tensor.type.dtype();
  const bool narrow = dtype == DType::i8 || dtype == DType::u8 || dtype == DType::i16;
  const bool bias = dtype == DType::i32 || dtype == DType::i64;  // i64 with 16-bit activations
  return !tensor.quantization.scale.empty() && (narrow || bias);
}

ng::Tensor floats(const std::vector<double>& values, bool scalar) {
  ng::Tensor made(DType::f32, scalar ? Shape{} : Shape{std::ssize(values)});
  for (std::int64_t i = 0; i < made.size(); ++i) made.set(i, values[static_cast<std::size_t>(i)]);
  return made;
}

}  // namespace

std::string Conversion::unique(const std::string& name) {
  if (taken.insert(name).second) return name;
  std::size_t& next = numbers.try_emplace(name, 2).first->second;
  while (true) {
    std::string made = name + "_" + std::to_string(next++);
    if (taken.insert(made).second) return made;
  }
}

void Conversion::forget_variables() {
  forgot = true;
  for (auto& [name, variable] : variables) variable.value.clear();
}

GraphConverter::GraphConverter(Conversion& shared, std::size_t graph,
                               std::vector<onnx::Node>& nodes)
    : shared_(shared),
      number_(graph),
      graph_(shared.model.graphs[graph]),
      forms_(shared.model, graph_),
      nodes_(nodes) {}

void GraphConverter::convert_main() {
  name_tensors();
  name_by_signature();
  for (const std::int64_t index : graph_.inputs) {
    if (inputs_.insert(index).second) shared_.made.graph.inputs.push_back(info_of(index));
  }
  for (const Operator& op : graph_.operators) add_operator(op);
  for (const auto& [variable, now] : shared_.variables) {
    if (now.node.empty() || now.value.empty() || now.value == now.node) continue;
    onnx::Node& node =
        add_node(shared_.unique(now.node + "/assign"), "AssignVariableOp", tensorflow::op_domain);
    node.kind = "ASSIGN_VARIABLE";
    node.inputs = {now.node, now.value};
    node.outputs = {node.name};
  }
  add_outputs();
}

void GraphConverter::add_outputs() {
  for (const std::int64_t index : graph_.outputs) {
    onnx::ValueInfo output;
    output.name = value_of(index);
    std::deque<std::string>& names = output_names_[index];
    if (!names.empty() && names.front() != output.name) {
      onnx::Node& node = add_node(names.front(), "Identity", "");
      node.inputs = {output.name};
      node.outputs = {node.name};
      output.name = node.name;
    }
    if (!names.empty()) names.pop_front();
    shared_.made.graph.outputs.push_back(std::move(output));
  }
  copy_repeated_outputs(shared_.made);
}

std::vector<std::string> GraphConverter::convert_with(const std::vector<std::string>& given,
                                                      const std::vector<std::string>& handles) {
  count_tensors();
  name_tensors();
  for (std::size_t i = 0; i < graph_.inputs.size(); ++i) {
    const std::int64_t index = graph_.inputs[i];
    inputs_.insert(index);
    names_[static_cast<std::size_t>(index)] = given[i];
    if (!handles[i].empty()) handles_[index] = handles[i];
  }
  const std::vector<bool> needed = needed_operators();
  for (std::size_t i = 0; i < graph_.operators.size(); ++i) {
    if (!needed[i]) continue;
    if (++shared_.operators > most_operators)
      throw NotConverted{"its graphs have more than " + counted(most_operators, "operator")};
    add_operator(graph_.operators[i]);
  }
  std::vector<std::string> outputs;
  for (const std::int64_t index : graph_.outputs) outputs.push_back(value_of(index));
  return outputs;
}

// Once the limit is exceeded, further graphs are refused without a look at their tensors.
void GraphConverter::count_tensors() {
  std::size_t& bytes = shared_.tensor_bytes;
  for (std::size_t i = 0; bytes <= most_tensor_bytes && i < graph_.tensors.size(); ++i)
    bytes += graph_.tensors[i].name.size() + bytes_of_a_tensor;
  if (bytes > most_tensor_bytes)
    throw NotConverted{"the graphs that operators run have too many tensors"};
}

// Operators that no result depends on are left out, unless they may change variables.
std::vector<bool> GraphConverter::needed_operators() const {
  std::vector<bool> needed(graph_.operators.size(), false);
  std::unordered_set<std::int64_t> read(graph_.outputs.begin(), graph_.outputs.end());
  for (std::size_t i = graph_.operators.size(); i-- > 0;) {
    const Operator& op = graph_.operators[i];
    needed[i] = op.outputs.empty() || shared_.changes.by(op, graph_);
    for (const std::int64_t index : op.outputs) needed[i] = needed[i] || read.contains(index);
    if (!needed[i]) continue;
    if (const auto write = forms_.list_write(op))
      read.insert({write->list, write->index, write->element});
    else
      read.insert(op.inputs.begin(), op.inputs.end());
  }
  return needed;
}

// A merged operator has the names of all that it replaces, separated by semicolons; its result
// comes before constants of the same first name.
void GraphConverter::name_tensors() {
  names_.resize(graph_.tensors.size());
  const std::string folder = number_ == 0 ? "" : "graph_" + std::to_string(number_) + "/";
  for (const bool constant : {false, true}) {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const Tensor& given = graph_.tensors[i];
      if (given.is_constant() != constant) continue;
      const std::string first = given.name.substr(0, given.name.find(';'));
      const std::string& name = names_[i] =
          shared_.unique(first.empty() ? "_" + std::to_string(i) : first);
      if (constant && name != folder + given.name)
        shared_.made.in_file.emplace(name, folder + given.name);
    }
  }
}

// Inputs and outputs have the names of the signature, unless another tensor has them. The first
// name of a tensor is its own.
void GraphConverter::name_by_signature() {
  if (shared_.model.signatures.empty()) return;
  const auto& signature = shared_.model.signatures[0];
  std::unordered_set<std::int64_t> named;
  for (const auto* list : {&signature.inputs, &signature.outputs}) {
    for (const auto& [name, index] : *list) {
      std::string& own = names_[static_cast<std::size_t>(index)];
      if (!shared_.taken.insert(name).second && name != own) continue;
      if (named.insert(index).second) own = name;
      if (list == &signature.outputs) output_names_[index].push_back(name);
    }
  }
}

onnx::ValueInfo GraphConverter::info_of(std::int64_t index) const {
  const Tensor& given = tensor(index);
  onnx::ValueInfo info;
  info.name = name(index);
  const auto dtype = given.type.dtype();
  info.type = dtype ? onnx::element_type(*dtype) : onnx::ElementType::undefined;
  info.dims.emplace();
  for (const std::int64_t length : given.shape) {
    onnx::Dimension& dim = info.dims->emplace_back();
    if (length >= 0)
      dim.length = length;
    else if (info.dims->size() == 1)
      dim.symbol = "batch";
  }
  return info;
}

// The name of a tensor's stored value. A constant is added when it is first read.
std::string GraphConverter::value_of(std::int64_t index) {
  if (tensor(index).is_constant() && !inputs_.contains(index) && constants_.insert(index).second)
    add_constant(tensor(index), name(index));
  return name(index);
}

// The name of its value as the operators compute with it.
std::string GraphConverter::float_of(std::int64_t index) {
  const Tensor& given = tensor(index);
  const std::string name = value_of(index);
  if (!is_quantised(given)) return name;
  std::string& made = floats_[index];
  if (made.empty()) {
    made = shared_.unique(name + "/float");
    std::vector<std::string> inputs = quantisation_inputs(name, given);
    onnx::Node& node = add_node(made, "DequantizeLinear", "");
    node.kind = "Dequantize";
    node.inputs = std::move(inputs);
    node.outputs = {made};
    node.attributes = {tensorflow::attribute("axis", given.quantization.dimension)};
  }
  return made;
}

std::vector<std::string> GraphConverter::quantisation_inputs(const std::string& value,
                                                             const Tensor& given) {
  const Quantization& q = given.quantization;
  const bool scalar = q.scale.size() == 1;
  const std::string scale = add_known(value + "/scale", floats(q.scale, scalar));
  ng::Tensor zeros(*given.type.dtype(), scalar ? Shape{} : Shape{std::ssize(q.scale)});
  for (std::int64_t i = 0; i < zeros.size(); ++i)
    zeros.set(i, static_cast<double>(q.zero_point[static_cast<std::size_t>(i)]));
  return {value, scale, add_known(value + "/zero_point", zeros)};
}

// A constant that no training changes.
std::string GraphConverter::add_known(const std::string& name, const ng::Tensor& value) {
  if (!shared_.known.insert(name).second) return name;
  onnx::Node& node = shared_.made.graph.nodes.emplace_back();  // all graphs see it
  node.name = name;
  node.op_type = "Const";
  node.domain = tensorflow::op_domain;
  node.outputs = {name};
  node.attributes = {tensorflow::tensor_attribute("value", tensorflow::tensor_of(value)),
                     tensorflow::integer_attribute("weight", 0)};
  return name;
}

void GraphConverter::add_constant(const Tensor& given, const std::string& name) {
  onnx::Tensor made;
  made.name = name;
  made.dims = given.shape;
  made.file_offset = given.offset;
  const auto dtype = given.type.dtype();
  if (!given.fault.empty() || !dtype) {
    made.type = onnx::ElementType::text;  // shown, and what reads it cannot run
    made.dims = {};
    shared_.made.graph.initializers.push_back(std::move(made));
    return;
  }
  made.type = onnx::element_type(*dtype);
  made.external = onnx::ExternalData{shared_.location, given.offset, given.bytes};
  shared_.made.graph.initializers.push_back(std::move(made));
}

onnx::Node& GraphConverter::add_node(std::string name, std::string op_type,
                                     std::string_view domain) {
  onnx::Node& node = nodes_.emplace_back();
  node.name = std::move(name);
  node.op_type = std::move(op_type);
  node.domain = domain;
  return node;
}

class GraphConverter::Nodes : public OperatorNodes {
 public:
  Nodes(GraphConverter& converter, const Operator& op)
      : OperatorNodes(op), converter_(converter), name_(name_of(op)) {}

  std::string input(std::size_t i) override {
    if (!has(i)) return {};
    const Tensor& read = tensor(i);
    if (!read.fault.empty()) {
      const std::string kind = read.is_constant() ? "constant " : "input ";
      throw NotConverted{"its " + kind + quote(read.name) + " cannot be read: " + read.fault};
    }
    return converter_.float_of(op().inputs[i]);
  }
  const Tensor& tensor(std::size_t i) const override {
    if (!has(i)) throw NotConverted{"its input " + std::to_string(i) + " is missing"};
    return converter_.tensor(op().inputs[i]);
  }
  const Tensor& result(std::size_t i) const override {
    return converter_.tensor(op().outputs.at(i));
  }

  std::string add(const char* op_type, std::vector<std::string> inputs,
                  std::vector<onnx::Attribute> attributes) override {
    const std::string made = next_name();
    fill(op_type, std::move(inputs), std::move(attributes)).outputs = {made};
    return made;
  }

  // A quantised result is rounded to its steps.
  void finish(const char* op_type, std::vector<std::string> inputs,
              std::vector<onnx::Attribute> attributes) override {
    std::vector<std::string> outputs;
    for (const std::int64_t index : op().outputs) {
      const std::string& name = converter_.name(index);
      outputs.push_back(is_quantised(converter_.tensor(index)) ? name + "/exact" : name);
    }
    fill(op_type, std::move(inputs), std::move(attributes)).outputs = outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const Tensor& made = converter_.tensor(op().outputs[i]);
      if (!is_quantised(made)) continue;
      const std::string& name = converter_.name(op().outputs[i]);
      std::vector<std::string> quantised = converter_.quantisation_inputs(name, made);
      quantised[0] = outputs[i];
      onnx::Node& node = converter_.add_node(name_, "QuantizeLinear", "");
      node.kind = "Quantize";
      node.inputs = std::move(quantised);
      node.outputs = {name};
      node.attributes = {tensorflow::attribute("axis", made.quantization.dimension)};
    }
  }

  std::string integers(std::vector<std::int64_t> values, bool scalar) override {
    ng::Tensor made(DType::i32, scalar ? Shape{} : Shape{std::ssize(values)});
    for (std::size_t i = 0; i < values.size(); ++i)
      made.set(static_cast<std::int64_t>(i), static_cast<double>(values[i]));
    return converter_.add_known(next_name(), made);
  }

  std::string number(double value) override {
    return converter_.add_known(next_name(), floats({value}, true));
  }

 private:
  std::string name_of(const Operator& op) const {
    return op.outputs.empty() ? op.name : converter_.name(op.outputs[0]);
  }
  std::string next_name() {
    const std::int64_t first = op().outputs.empty() ? 0 : op().outputs[0];
    return name_ + "/" + std::to_string(first) + "." + std::to_string(parts_++);
  }
  onnx::Node& fill(const char* op_type, std::vector<std::string> inputs,
                   std::vector<onnx::Attribute> attributes) {
    const std::string_view type = op_type;
    const bool plain = type.starts_with(onnx_prefix);
    onnx::Node& node =
        converter_.add_node(name_, std::string(plain ? type.substr(onnx_prefix.size()) : type),
                            plain ? std::string_view() : tensorflow::op_domain);
    node.kind = op().name;
    node.inputs = std::move(inputs);
    node.attributes = std::move(attributes);
    node.file_offset = op().file_offset;
    return node;
  }

  GraphConverter& converter_;
  const std::string name_;
  std::size_t parts_ = 0;
};

void GraphConverter::add_operator(const Operator& op) {
  note_state(op);
  try {
    if (op.known && add_call(op)) return;
    if (const auto write = forms_.list_write(op)) return add_list_write(op, *write);
    if (op.outputs.empty()) return add_refused(op, "it has no results");
    const OperatorRow* row = op.known ? find_row(op.name) : nullptr;
    if (!row) return add_refused(op, "this operator is not imported");
    Nodes nodes(*this, op);
    if (row->build) return row->build(nodes);
    std::vector<std::string> inputs;
    for (std::size_t i = 0; i < op.inputs.size(); ++i) inputs.push_back(nodes.input(i));
    nodes.finish(row->same, std::move(inputs), op.options);
  } catch (const NotConverted& refusal) {
    add_refused(op, refusal.reason);
  }
}

// TensorFlow Lite keeps the state of a recurrent operator from call to call.
void GraphConverter::note_state(const Operator& op) {
  if (shared_.keeps_state || !op.known || !find_row(op.name)) return;
  for (const std::int64_t index : op.inputs) {
    if (index < 0 || !tensor(index).kept) continue;
    shared_.keeps_state = true;
    add_note(shared_.notes, tensorflow::states_note, quote(shared_.model.path));
    return;
  }
}

// Is the input of an operator there, a tensor that can be read, and no handle of a variable?
bool GraphConverter::reads_value(std::int64_t index) const {
  return index >= 0 && tensor(index).fault.empty() && !handles_.contains(index);
}

void GraphConverter::add_refused(const Operator& op, const std::string& reason) {
  if (shared_.changes.by(op, graph_)) shared_.forget_variables();
  if (op.outputs.empty()) {
    add_note(shared_.notes, "an operator " + quote(op.name) + " is left out: " + reason,
             quote(shared_.model.path));
    return;
  }
  onnx::Node node;
  node.op_type = refused_op;
  node.kind = op.name;
  node.domain = tensorflow::op_domain;
  node.attributes = op.options;
  node.attributes.push_back(tensorflow::attribute("reason", reason.c_str()));
  for (const std::int64_t index : op.inputs)
    node.inputs.push_back(reads_value(index) ? value_of(index) : std::string());
  for (const std::int64_t index : op.outputs) {
    node.outputs.push_back(name(index));
    shared_.made.graph.values.push_back(info_of(index));
  }
  node.name = node.outputs[0];
  nodes_.push_back(std::move(node));
}

}  // namespace ng::tflite
