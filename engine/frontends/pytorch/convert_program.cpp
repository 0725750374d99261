// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/convert_program.h"

#include <algorithm>
#include <filesystem>
#include <unordered_set>

#include "engine/base/quote.h"
#include "engine/frontends/onnx/graphs/repeated_outputs.h"
#include "engine/frontends/pytorch/conversion/complex_parts.h"
#include "engine/frontends/pytorch/conversion/graph_converter.h"
#include "engine/frontends/pytorch/conversion/node_attributes.h"
#include "engine/frontends/pytorch/conversion/op_names.h"
#include "engine/frontends/pytorch/op_arguments.h"
#include "engine/frontends/tensorflow/convert_node.h"

namespace ng::pytorch {
namespace {

std::string as_path(std::string module) {
  std::replace(module.begin(), module.end(), '.', '/');
  return module;
}

// For one run.
class ProgramConverter {
 public:
  ProgramConverter(const Program& program, const Reader& reader, Notes& notes)
      : program_(program), reader_(reader), conversion_{program, notes} {}

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
    for (const Node& node : program_.nodes) graph_.add_node(node);
    add_outputs();
    note_complex();
    add_updates();
    return std::move(made_);
  }

 private:
  // The values that something reads; results that nothing reads are left out. What a check reads
  // alone does not count: checks have no results and are left out, too.
  void find_reads() {
    for (const Output& output : program_.outputs) conversion_.read.insert(output.value);
    find_reads_of(program_.nodes);
  }

  // From the last node on, so that all that reads a value is known.
  void find_reads_of(const std::vector<Node>& nodes) {
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
      if (!is_kept(*node)) continue;
      for (const Argument& argument : node->arguments) {
        conversion_.read.insert(argument.values.begin(), argument.values.end());
        if (!argument.graph) continue;
        conversion_.read.insert(argument.graph->outputs.begin(), argument.graph->outputs.end());
        find_reads_of(argument.graph->nodes);
      }
    }
  }

  bool is_kept(const Node& node) const {
    const auto has_graph = [](const Argument& argument) { return argument.graph != nullptr; };
    const auto is_read = [this](const std::string& value) {
      return !value.empty() && conversion_.read.contains(value);
    };
    return changes_operand(node) ||
           std::any_of(node.arguments.begin(), node.arguments.end(), has_graph) ||
           std::any_of(node.outputs.begin(), node.outputs.end(), is_read);
  }

  // Results that are returned keep their names; others get those of their modules.
  void name_values() {
    std::unordered_set<std::string> returned;
    for (const Output& output : program_.outputs)
      if (output.updates.empty()) returned.insert(output.value);
    find_rewritten(returned);
    for (const Input& input : program_.inputs)
      rewritten_.erase(input.value);  // they keep their names
    for (const Input& input : program_.inputs) {
      if (input.kind == InputKind::user) graph_.name_value(input.value, input.value);
    }
    for (const Node& node : program_.nodes)
      for (const std::string& value : node.outputs)
        if (returned.contains(value)) name_returned(value);
    for (const Input& input : program_.inputs)
      if (input.kind == InputKind::weight) graph_.name_value(input.value, as_path(input.name));
    for (const Node& node : program_.nodes) {
      const std::string scope = node.module.empty() ? "" : as_path(node.module) + "/";
      for (const std::string& value : node.outputs)
        if (!value.empty() && !returned.contains(value)) graph_.name_value(value, scope + value);
    }
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
      if (!changes && sharing_of(node, facts_) == Sharing::none) continue;
      const std::string root = root_of(node.arguments[0].values[0]);
      (changes ? changed : shared).insert(root);
      for (const std::string& value : node.outputs) roots.emplace(value, root);
    }
    for (const std::string& value : returned)
      if (const std::string root = root_of(value); changed.contains(root) && shared.contains(root))
        rewritten_.insert(value);
  }

  // The last value of one that changes gets its name.
  void name_returned(const std::string& value) {
    const bool reserved = rewritten_.contains(value) && conversion_.taken.insert(value).second;
    if (!reserved) rewritten_.erase(value);
    graph_.name_value(value, reserved ? value + "/before" : value);
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
    info.name = graph_.name_given(input.value);
    if (graph_.is_complex(input.value)) made_.complex.insert(info.name);
    set_parts(info);
    made_.graph.inputs.push_back(std::move(info));
  }

  void add_weight(const Input& input) {
    const StoredTensor stored = with_parts(program_.tensors.tensors[*input.tensor]);
    const std::string& name = graph_.name_given(input.value);
    if (graph_.is_complex(input.value)) made_.complex.insert(name);
    if (name != input.name) made_.in_file.emplace(name, input.name);
    conversion_.weights.emplace(input.value, Weight{input.name, made_.graph.initializers.size()});
    onnx::Tensor tensor;
    tensor.dims = stored.shape;
    if (!stored.is_real() || !stored.dtype.dtype()) {
      note_not_real(stored, conversion_.notes, quote(program_.path));
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
    tensor.parameter = input.parameter;
    tensor.trained = input.trained;
    made_.graph.initializers.push_back(std::move(tensor));
  }

  void add_outputs() {
    std::unordered_map<std::string, std::string> names;
    for (const Output& output : program_.outputs) {
      if (!output.updates.empty()) {
        add_update(output);
        continue;
      }
      if (output.value.empty()) continue;
      const auto [at, first] = names.try_emplace(output.value);
      if (first) at->second = output_name(output.value);
      if (graph_.is_complex(output.value)) made_.complex.insert(at->second);
      onnx::ValueInfo info;
      info.name = at->second;
      made_.graph.outputs.push_back(std::move(info));
    }
    copy_repeated_outputs(made_);
    if (!made_.graph.outputs.empty()) return;
    Diagnostic diagnostic;
    diagnostic.what = "the program returns no tensor";
    diagnostic.where = quote(program_.path);
    diagnostic.expected = "an output";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }

  std::string output_name(const std::string& value) {
    std::string name = graph_.name_of(value);
    if (graph_.is_lost(value)) name = add_lost_output(value, name);
    return rewritten_.contains(value) ? add_renamed_output(value, name) : name;
  }

  std::string add_renamed_output(const std::string& value, const std::string& name) {
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

  void note_complex() {
    std::string complex;
    for (const auto* list : {&made_.graph.inputs, &made_.graph.outputs})
      for (const onnx::ValueInfo& value : *list)
        if (made_.complex.contains(value.name))
          complex += (complex.empty() ? "" : ", ") + quote(value.name);
    if (complex.empty()) return;
    add_note(
        conversion_.notes,
        "the last axis of these complex arguments and results holds the real and the imaginary "
        "part: " +
            complex,
        quote(program_.path));
  }

  // The last value of a buffer.
  void add_update(const Output& output) {
    const auto buffer =
        std::find_if(conversion_.weights.begin(), conversion_.weights.end(),
                     [&](const auto& each) { return each.second.name == output.updates; });
    if (buffer == conversion_.weights.end() || graph_.is_lost(output.value))
      return conversion_.note_change(output.updates);
    graph_.set_name(buffer->first, graph_.name_of(output.value));
  }

  // Of buffers that have another value now than at the begin.
  void add_updates() {
    for (const Input& input : program_.inputs) {
      const auto weight = conversion_.weights.find(input.value);
      if (weight == conversion_.weights.end()) continue;
      onnx::Tensor& tensor = made_.graph.initializers[weight->second.initializer];
      const std::string& value = graph_.name_given(input.value);
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

  const Program& program_;
  const Reader& reader_;
  Conversion conversion_;
  onnx::Model made_;
  std::string location_;
  std::unordered_set<std::string> rewritten_;
  const ValueFacts facts_{program_.types, program_.row_major};
  GraphConverter graph_{conversion_, made_.graph, facts_};
};

}  // namespace

onnx::Model convert(const Program& program, const Reader& reader, Notes& notes) {
  return ProgramConverter(program, reader, notes).run();
}

}  // namespace ng::pytorch
