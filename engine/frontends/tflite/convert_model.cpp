// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tflite/convert_model.h"

#include <filesystem>
#include <unordered_set>

#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/formats/tensors/tensor_directory.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/frontends/tensorflow/convert_graph.h"
#include "engine/frontends/tensorflow/convert_node.h"
#include "engine/frontends/tensorflow/onnx_steps.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"
#include "engine/frontends/tflite/operator_rows.h"

namespace ng::tflite {
namespace {

constexpr std::string_view onnx_prefix = "onnx:";
constexpr std::string_view refused_op = "Refused";

// An operator that is not imported; the reason is an attribute.
void refuse_operator(onnx::NodeContext& n) {
  onnx::NodeContext::refuse(n.text("reason", "this op is not imported"));
}
constexpr onnx::OpRow refused = {refused_op, 1, 0, refuse_operator};

const onnx::OpRow* row_of(std::string_view op) {
  return op == refused_op ? &refused : tensorflow::find_row(op);
}

bool is_quantised(const Tensor& tensor) {
  const auto dtype = tensor.type.dtype();
  const bool narrow = dtype == DType::i8 || dtype == DType::u8 || dtype == DType::i16;
  const bool bias = dtype == DType::i32;
  return !tensor.quantization.scale.empty() && (narrow || bias);
}

ng::Tensor floats(const std::vector<double>& values, bool scalar) {
  ng::Tensor made(DType::f32, scalar ? Shape{} : Shape{std::ssize(values)});
  for (std::int64_t i = 0; i < made.size(); ++i) made.set(i, values[static_cast<std::size_t>(i)]);
  return made;
}

class Converter {
 public:
  Converter(const Model& model, Notes& notes)
      : model_(model), graph_(model.graphs.front()), notes_(notes) {}

  Converted run() {
    made_.path = model_.path;
    made_.producer = "TensorFlow Lite";
    made_.opsets[""] = onnx::newest_opset;
    location_ = std::filesystem::path(model_.path).filename().string();
    if (model_.file) (*made_.external)[location_] = model_.file;
    name_tensors();
    name_by_signature();
    for (const std::int64_t index : graph_.inputs) add_input(index);
    for (const Operator& op : graph_.operators) add_operator(op);
    std::unordered_set<std::int64_t> returned;
    for (const std::int64_t index : graph_.outputs) {
      if (!returned.insert(index).second) continue;
      onnx::ValueInfo output;
      output.name = value_of(index);
      made_.graph.outputs.push_back(std::move(output));
    }
    if (made_.graph.outputs.empty()) {
      Diagnostic diagnostic;
      diagnostic.what = "the model has no output";
      diagnostic.where = quote(model_.path);
      diagnostic.found = counted(graph_.operators.size(), "operator");
      diagnostic.expected = "an output";
      refuse(ErrorKind::bad_file, std::move(diagnostic));
    }
    if (model_.graphs.size() > 1)
      add_note(notes_,
               "the model has " + counted(model_.graphs.size() - 1, "more graph") +
                   ", which only its branches and loops use; they are not imported",
               quote(model_.path));
    return {std::move(made_), std::move(in_file_)};
  }

 private:
  class Nodes;

  const Tensor& tensor(std::int64_t index) const {
    return graph_.tensors[static_cast<std::size_t>(index)];
  }

  // A merged operator has the names of all that it replaces, separated by semicolons; its result
  // comes before constants of the same first name.
  void name_tensors() {
    std::unordered_set<std::string> taken;
    names_.resize(graph_.tensors.size());
    for (const bool constant : {false, true}) {
      for (std::size_t i = 0; i < names_.size(); ++i) {
        const Tensor& given = graph_.tensors[i];
        if (given.is_constant() != constant) continue;
        std::string& name = names_[i] = given.name.substr(0, given.name.find(';'));
        while (name.empty() || !taken.insert(name).second) name += "_" + std::to_string(i);
        if (constant && name != given.name) in_file_.emplace(name, given.name);
      }
    }
  }

  // Inputs and outputs have the names of the signature, unless a tensor has them.
  void name_by_signature() {
    if (model_.signatures.empty()) return;
    std::unordered_set<std::string> taken(names_.begin(), names_.end());
    for (const auto* list : {&model_.signatures[0].inputs, &model_.signatures[0].outputs}) {
      for (const auto& [name, index] : *list) {
        if (taken.insert(name).second) names_[static_cast<std::size_t>(index)] = name;
      }
    }
  }

  void add_input(std::int64_t index) {
    if (!inputs_.insert(index).second) return;
    made_.graph.inputs.push_back(info_of(index));
  }

  onnx::ValueInfo info_of(std::int64_t index) const {
    const Tensor& given = tensor(index);
    onnx::ValueInfo info;
    info.name = names_[static_cast<std::size_t>(index)];
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
  std::string value_of(std::int64_t index) {
    const std::string& name = names_[static_cast<std::size_t>(index)];
    if (tensor(index).is_constant() && !inputs_.contains(index) && constants_.insert(index).second)
      add_constant(tensor(index), name);
    return name;
  }

  // The name of its value as the operators compute with it.
  std::string float_of(std::int64_t index) {
    const Tensor& given = tensor(index);
    const std::string name = value_of(index);
    if (!is_quantised(given)) return name;
    const std::string made = name + "/float";
    if (floats_.insert(index).second) {
      std::vector<std::string> inputs = quantisation_inputs(name, given);
      onnx::Node& node = add_node(made, "DequantizeLinear", "");
      node.kind = "Dequantize";
      node.inputs = std::move(inputs);
      node.outputs = {made};
      node.attributes = {tensorflow::attribute("axis", given.quantization.dimension)};
    }
    return made;
  }

  std::vector<std::string> quantisation_inputs(const std::string& value, const Tensor& given) {
    const Quantization& q = given.quantization;
    const bool scalar = q.scale.size() == 1;
    const std::string scale = add_known(value + "/scale", floats(q.scale, scalar));
    ng::Tensor zeros(*given.type.dtype(), scalar ? Shape{} : Shape{std::ssize(q.scale)});
    for (std::int64_t i = 0; i < zeros.size(); ++i)
      zeros.set(i, static_cast<double>(q.zero_point[static_cast<std::size_t>(i)]));
    return {value, scale, add_known(value + "/zero_point", zeros)};
  }

  // A constant that no training changes.
  std::string add_known(const std::string& name, const ng::Tensor& value) {
    if (!known_.insert(name).second) return name;
    onnx::Node& node = add_node(name, "Const", tensorflow::op_domain);
    node.outputs = {name};
    node.attributes = {tensorflow::tensor_attribute("value", tensorflow::tensor_of(value)),
                       tensorflow::integer_attribute("weight", 0)};
    return name;
  }

  void add_constant(const Tensor& given, const std::string& name) {
    onnx::Tensor made;
    made.name = name;
    made.dims = given.shape;
    made.file_offset = given.offset;
    const auto dtype = given.type.dtype();
    if (!given.fault.empty() || !dtype) {
      made.type = onnx::ElementType::text;  // shown, and what reads it cannot run
      made.dims = {};
      made_.graph.initializers.push_back(std::move(made));
      return;
    }
    made.type = onnx::element_type(*dtype);
    made.external = onnx::ExternalData{location_, given.offset, given.bytes};
    made_.graph.initializers.push_back(std::move(made));
  }

  onnx::Node& add_node(std::string name, std::string op_type, std::string_view domain) {
    onnx::Node& node = made_.graph.nodes.emplace_back();
    node.name = std::move(name);
    node.op_type = std::move(op_type);
    node.domain = domain;
    return node;
  }

  void add_operator(const Operator& op);
  void add_refused(const Operator& op, const std::string& reason);

  const Model& model_;
  const Graph& graph_;
  Notes& notes_;
  onnx::Model made_;
  std::string location_;
  std::vector<std::string> names_;              // by tensor
  std::map<std::string, std::string> in_file_;  // see Converted
  std::unordered_set<std::int64_t> inputs_, constants_, floats_;
  std::unordered_set<std::string> known_;
};

class Converter::Nodes : public OperatorNodes {
 public:
  Nodes(Converter& converter, const Operator& op)
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
      const std::string& name = converter_.names_[static_cast<std::size_t>(index)];
      outputs.push_back(is_quantised(converter_.tensor(index)) ? name + "/exact" : name);
    }
    fill(op_type, std::move(inputs), std::move(attributes)).outputs = outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const Tensor& made = converter_.tensor(op().outputs[i]);
      if (!is_quantised(made)) continue;
      const std::string& name = converter_.names_[static_cast<std::size_t>(op().outputs[i])];
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
    return op.outputs.empty() ? op.name
                              : converter_.names_[static_cast<std::size_t>(op.outputs[0])];
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

  Converter& converter_;
  const std::string name_;
  std::size_t parts_ = 0;
};

void Converter::add_operator(const Operator& op) {
  if (op.outputs.empty()) return;
  const OperatorRow* row = op.known ? find_row(op.name) : nullptr;
  if (!row) return add_refused(op, "this operator is not imported");
  try {
    Nodes nodes(*this, op);
    if (row->build) return row->build(nodes);
    std::vector<std::string> inputs;
    for (std::size_t i = 0; i < op.inputs.size(); ++i) inputs.push_back(nodes.input(i));
    nodes.finish(row->same, std::move(inputs), op.options);
  } catch (const NotConverted& refusal) {
    add_refused(op, refusal.reason);
  }
}

void Converter::add_refused(const Operator& op, const std::string& reason) {
  onnx::Node node;
  node.op_type = refused_op;
  node.kind = op.name;
  node.domain = tensorflow::op_domain;
  node.attributes = op.options;
  node.attributes.push_back(tensorflow::attribute("reason", reason.c_str()));
  for (const std::int64_t index : op.inputs)
    node.inputs.push_back(index < 0 || !tensor(index).fault.empty() ? std::string()
                                                                    : value_of(index));
  for (const std::int64_t index : op.outputs) {
    node.outputs.push_back(names_[static_cast<std::size_t>(index)]);
    made_.graph.values.push_back(info_of(index));
  }
  node.name = node.outputs[0];
  made_.graph.nodes.push_back(std::move(node));
}

}  // namespace

const onnx::Dialect dialect = {tensorflow::op_domain, row_of};

Converted convert(const Model& model, Notes& notes) {
  return Converter(model, notes).run();
}

}  // namespace ng::tflite
