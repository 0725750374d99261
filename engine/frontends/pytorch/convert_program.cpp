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
#include "engine/frontends/pytorch/op_arguments.h"
#include "engine/frontends/pytorch/program_converter.h"
#include "engine/frontends/tensorflow/convert_node.h"

namespace ng::pytorch {
namespace {

constexpr std::string_view batch_norm_op = "aten.batch_norm.default";

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

std::string as_path(std::string module) {
  std::replace(module.begin(), module.end(), '.', '/');
  return module;
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

}  // namespace

std::string op_type_of(const std::string& target) {
  constexpr std::string_view ops = "torch.ops.", plain = "_operator.";
  if (target.starts_with(ops)) return target.substr(ops.size());
  if (target.starts_with(plain)) return target.substr(1);
  return target;
}

std::string functional_name(const std::string& op_type) {
  constexpr std::string_view aten = "aten.";
  if (!op_type.starts_with(aten)) return {};
  const std::size_t end = op_type.find('.', aten.size());
  const std::size_t last = (end == op_type.npos ? op_type.size() : end) - 1;
  const std::string_view name = std::string_view(op_type).substr(0, last + 1);
  if (name.starts_with("aten.__i") && name.ends_with("__"))
    return std::string(op_type).erase(aten.size() + 2, 1);
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

onnx::Model ProgramConverter::run() {
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

void ProgramConverter::find_reads() {
  find_reads_of(program_.nodes);
  for (const Output& output : program_.outputs) read_.insert(output.value);
}

void ProgramConverter::find_reads_of(const std::vector<Node>& nodes) {
  for (const Node& node : nodes)
    for (const Argument& argument : node.arguments) {
      read_.insert(argument.values.begin(), argument.values.end());
      if (!argument.graph) continue;
      read_.insert(argument.graph->outputs.begin(), argument.graph->outputs.end());
      find_reads_of(argument.graph->nodes);
    }
}

void ProgramConverter::name_values() {
  std::unordered_set<std::string> returned;
  for (const Output& output : program_.outputs)
    if (output.updates.empty()) returned.insert(output.value);
  find_rewritten(returned);
  for (const Input& input : program_.inputs)
    rewritten_.erase(input.value);  // they keep their names
  for (const Input& input : program_.inputs) {
    if (input.kind == InputKind::user) name_value(input.value, input.value);
  }
  for (const Node& node : program_.nodes)
    for (const std::string& value : node.outputs)
      if (returned.contains(value)) name_returned(value);
  for (const Input& input : program_.inputs)
    if (input.kind == InputKind::weight) name_value(input.value, as_path(input.name));
  for (const Node& node : program_.nodes) {
    const std::string scope = node.module.empty() ? "" : as_path(node.module) + "/";
    for (const std::string& value : node.outputs)
      if (!value.empty() && !returned.contains(value)) name_value(value, scope + value);
  }
}

// The last value of one that changes gets its name.
void ProgramConverter::name_returned(const std::string& value) {
  const bool reserved = rewritten_.contains(value) && taken_.insert(value).second;
  if (!reserved) rewritten_.erase(value);
  name_value(value, reserved ? value + "/before" : value);
}

std::string ProgramConverter::free_name(const std::string& wanted) {
  std::string name = wanted;
  for (int i = 2; !taken_.insert(name).second; ++i) name = wanted + "_" + std::to_string(i);
  return name;
}

void ProgramConverter::name_value(const std::string& value, const std::string& wanted) {
  scope_.names.insert_or_assign(value, free_name(wanted));
}

void ProgramConverter::add_input(const Input& input) {
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

void ProgramConverter::add_weight(const Input& input) {
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

void ProgramConverter::add_node(const Node& node) {
  const std::string op_type = op_type_of(node.target);
  if (add_graphs(node, op_type)) return;
  onnx::Node made;
  made.kind = op_type;
  made.domain = op_domain;
  std::string changed = functional_name(op_type);
  const bool changes = changes_operand(node);
  made.op_type = changes ? changed : op_type;
  add_arguments(node, made);
  lose_changed(node);
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

bool ProgramConverter::is_row_major(const Node& node) const {
  const bool strided = op_type_of(node.target).starts_with("aten.as_strided.");
  if (!strided || node.arguments.empty() || node.arguments[0].values.empty()) return false;
  return scope_.row_major->contains(node.arguments[0].values[0]);
}

bool ProgramConverter::is_complex(const std::string& value) const {
  const auto type = scope_.types->find(value);
  return type != scope_.types->end() && parts_of(type->second.type);
}

void ProgramConverter::set_complex(const Node& node, onnx::Node& made) const {
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

void ProgramConverter::add_new_statistics(const Node& node, onnx::Node& made) {
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

void ProgramConverter::add_arguments(const Node& node, onnx::Node& made) {
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

void ProgramConverter::add_attribute(const Argument& argument, onnx::Node& made,
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

void ProgramConverter::add_type(const std::string& value) {
  const auto type = scope_.types->find(value);
  if (value.empty() || type == scope_.types->end()) return;
  onnx::ValueInfo info = type->second;
  info.name = scope_.names.at(value);
  set_parts(info);
  scope_.infos->push_back(std::move(info));
}

void ProgramConverter::add_outputs() {
  std::unordered_set<std::string> returned, done;
  for (const Output& output : program_.outputs) {
    if (!output.updates.empty()) {
      add_update(output);
      continue;
    }
    if (output.value.empty() || !done.insert(output.value).second) continue;
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

void ProgramConverter::add_complex(const std::string& name) {
  made_.complex.insert(name);
  complex_ += (complex_.empty() ? "" : ", ") + quote(name);
}

void ProgramConverter::note_complex() {
  if (complex_.empty()) return;
  add_note(notes_,
           "the last axis of these complex arguments and results holds the real and the imaginary "
           "part: " +
               complex_,
           quote(program_.path));
}

void ProgramConverter::add_update(const Output& output) {
  const auto buffer = std::find_if(weights_.begin(), weights_.end(), [&](const auto& each) {
    return each.second.name == output.updates;
  });
  if (buffer == weights_.end() || is_lost(output.value)) return note_change(output.updates);
  scope_.names[buffer->first] = name_of(output.value);
}

void ProgramConverter::add_updates() {
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

const onnx::Dialect dialect = {op_domain, row_of};

onnx::Model convert(const Program& program, const Reader& reader, Notes& notes) {
  return ProgramConverter(program, reader, notes).run();
}

}  // namespace ng::pytorch
