// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/conversion/graph_converter.h"

#include <algorithm>

#include "engine/base/quote.h"
#include "engine/frontends/pytorch/aten_ops.h"
#include "engine/frontends/pytorch/complex_values.h"
#include "engine/frontends/pytorch/conversion/complex_parts.h"
#include "engine/frontends/pytorch/conversion/graph_ops.h"
#include "engine/frontends/pytorch/conversion/node_attributes.h"
#include "engine/frontends/pytorch/conversion/op_names.h"
#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {
namespace {

constexpr std::string_view batch_norm_op = "aten.batch_norm.default";

const Argument* argument_of(const Node& node, const char* name) {
  for (const Argument& each : node.arguments)
    if (each.name == name) return &each;
  return nullptr;
}

// Ops that give their operand other lengths, and change no element.
bool changes_shape(std::string_view op_type) {
  constexpr std::string_view ops[] = {"aten.as_strided", "aten.squeeze",   "aten.swapaxes",
                                      "aten.t",          "aten.transpose", "aten.unsqueeze"};
  const std::string_view name = op_type.substr(0, op_type.find('.', sizeof("aten.") - 1));
  return std::find(std::begin(ops), std::end(ops), name) != std::end(ops);
}

}  // namespace

void refuse_lost(const std::string& value, onnx::Node& made) {
  made.op_type = refused_op;
  made.attributes.push_back(tensorflow::attribute(
      "reason", ("it reads " + quote(value) +
                 ", whose elements an earlier op changes through another view; export the "
                 "program again with run_decompositions()")
                    .c_str()));
}

void GraphConverter::add_node(const Node& node) {
  const std::string op_type = op_type_of(node.target);
  if (add_graphs(*this, node, op_type)) return;
  onnx::Node made;
  made.kind = op_type;
  made.domain = op_domain;
  const bool changes = changes_operand(node);
  made.op_type = changes ? functional_name(op_type) : op_type;
  add_arguments(node, made);
  lose_changed(node);
  set_complex(node, made);
  if (is_row_major(node))
    made.attributes.push_back(tensorflow::attribute(row_major_key, std::int64_t{1}));
  if (conversion_.program.decomposed && !find_row(made.op_type))
    made.attributes.push_back(tensorflow::attribute(decomposed_key, std::int64_t{1}));
  if (changes && !made.inputs.empty() && !made.inputs[0].empty())
    made.attributes.push_back(tensorflow::attribute(changes_key, std::int64_t{1}));
  if (!add_results(node, changes, made) && !changes) return;
  for (std::size_t i = 0; made.name.empty() && i < made.outputs.size(); ++i)
    made.name = made.outputs[i];
  made.source = node.source;
  for (const std::string& value : node.outputs) add_type(value);
  if (op_type == batch_norm_op) add_new_statistics(node, made);
  made_.nodes.push_back(std::move(made));
  changes ? change(node) : share(node);
}

bool GraphConverter::add_results(const Node& node, bool changes, onnx::Node& made) const {
  bool any = false;
  for (const std::string& value : node.outputs) {
    const bool wanted = !value.empty() && (changes || conversion_.read.contains(value));
    made.outputs.push_back(wanted ? names_.at(value) : std::string());
    any |= wanted;
  }
  return any;
}

onnx::Node GraphConverter::graph_node(const Node& node, const char* op_type) {
  onnx::Node made;
  made.op_type = op_type;
  made.kind = op_type_of(node.target);
  made.source = node.source;
  for (const std::string& value : node.outputs)
    made.outputs.push_back(value.empty() ? std::string() : names_.at(value));
  if (!made.outputs.empty()) made.name = made.outputs[0];
  for (const std::string& value : node.outputs) add_type(value);
  return made;
}

void GraphConverter::name_value(const std::string& value, const std::string& wanted) {
  names_.insert_or_assign(value, conversion_.free_name(wanted));
}

const std::string& GraphConverter::name_of(const std::string& value) {
  const std::string& identity = shared_.identity(value);
  refresh(identity);
  const auto at = names_.find(identity);
  if (at != names_.end()) return at->second;
  conversion_.refuse_undefined(value);
}

std::vector<std::string> GraphConverter::names_of(const Argument& argument) {
  std::vector<std::string> names;
  for (const std::string& value : argument.values) names.push_back(name_of(value));
  return names;
}

bool GraphConverter::is_row_major(const Node& node) const {
  const bool strided = op_type_of(node.target).starts_with("aten.as_strided.");
  if (!strided || node.arguments.empty() || node.arguments[0].values.empty()) return false;
  return facts_.row_major.contains(node.arguments[0].values[0]);
}

bool GraphConverter::is_complex(const std::string& value) const {
  const auto type = facts_.types.find(value);
  return type != facts_.types.end() && parts_of(type->second.type);
}

void GraphConverter::set_complex(const Node& node, onnx::Node& made) const {
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
  const auto type = static_cast<std::int64_t>(*parts_of(facts_.types.at(*result).type));
  made.attributes.push_back(tensorflow::attribute(parts_type_key, type));
}

void GraphConverter::add_new_statistics(const Node& node, onnx::Node& made) {
  const Argument* training = argument_of(node, "training");
  if (!training || training->integers.empty() || training->integers[0] == 0) return;
  for (const char* name : {"running_mean", "running_var"}) {
    const Argument* statistic = argument_of(node, name);
    if (!statistic || statistic->values.empty() || statistic->values[0].empty()) return;
    const std::string buffer = shared_.identity(statistic->values[0]), result = buffer + "/new";
    name_value(result, name_of(buffer) + "/new");
    made.outputs.push_back(names_.at(result));
    set_name(buffer, names_.at(result));
  }
}

void GraphConverter::add_arguments(const Node& node, onnx::Node& made) {
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

void GraphConverter::add_type(const std::string& value) {
  const auto type = facts_.types.find(value);
  if (value.empty() || type == facts_.types.end()) return;
  onnx::ValueInfo info = type->second;
  info.name = names_.at(value);
  set_parts(info);
  made_.values.push_back(std::move(info));
}

void GraphConverter::share(const Node& node) {
  const Sharing sharing = sharing_of(node, facts_);
  if (sharing == Sharing::none) return;
  const std::string undefined = shared_.add_views(node, sharing == Sharing::certain);
  if (!undefined.empty()) conversion_.refuse_undefined(undefined);
}

void GraphConverter::change(const Node& node) {
  if (node.arguments[0].values.empty() || node.outputs.empty()) return;
  const std::string operand = shared_.identity(node.arguments[0].values[0]);
  const std::string& result = node.outputs[0];
  set_name(operand, names_.at(result));
  shared_.set_same(result, operand);
  std::unordered_set<std::string> changed{operand};
  const bool known =
      !changes_shape(functional_name(op_type_of(node.target))) && write_back(operand, changed);
  const std::string& root = shared_.root_of(operand);
  if (!known && conversion_.weights.contains(root)) conversion_.note_change(root);
  shared_.change(operand, changed, known);
}

bool GraphConverter::write_back(const std::string& value,
                                std::unordered_set<std::string>& changed) {
  const View* at = shared_.view_of(value);
  if (!at) return true;
  const View view = *at;
  if (!view.certain) return false;
  const auto node = written_back(*view.node, view.output, facts_);
  if (!node) return false;
  set_name(view.parent, node->target.empty() ? names_.at(value) : add_part(*node, view.parent));
  shared_.take_stale(view.parent);
  changed.insert(view.parent);
  return write_back(view.parent, changed);
}

void GraphConverter::lose_changed(const Node& node) {
  const std::string op_type = op_type_of(node.target), name = op_type.substr(0, op_type.rfind('.'));
  const bool custom =
      node.target.starts_with("torch.ops.") && !op_type.starts_with("aten.") && !find_row(op_type);
  const bool without_results = std::all_of(node.outputs.begin(), node.outputs.end(),
                                           [](const std::string& each) { return each.empty(); });
  const bool all = custom && (without_results || name.ends_with('_'));
  const bool changes = changes_operand(node);
  for (const Argument& argument : node.arguments) {
    const bool list =
        changes && &argument == &node.arguments[0] && argument.kind == ArgumentKind::values;
    const bool out =
        argument.name == "out" ||
        (op_type.ends_with(".values") && (argument.name == "values" || argument.name == "indices"));
    if (!all && !list && !out) continue;
    for (const std::string& value : argument.values)
      if (!value.empty()) lose(value);
  }
}

void GraphConverter::lose(const std::string& value) {
  shared_.lose(value);
  const std::string& root = shared_.root_of(value);
  if (conversion_.weights.contains(root)) conversion_.note_change(root);
}

void GraphConverter::refresh(const std::string& value) {
  if (!shared_.take_stale(value)) return;
  const View view = *shared_.view_of(value);
  Node again = *view.node;
  for (std::size_t i = 0; i < again.outputs.size(); ++i)
    if (i != view.output) again.outputs[i].clear();
  set_name(value, add_part(again, value));
}

std::string GraphConverter::add_part(const Node& node, const std::string& value) {
  onnx::Node made;
  made.op_type = made.kind = op_type_of(node.target);
  made.domain = op_domain;
  add_arguments(node, made);
  set_complex(node, made);
  made.name = conversion_.free_name(names_.at(value));
  for (const std::string& output : node.outputs)
    made.outputs.push_back(output.empty() ? std::string() : made.name);
  made.source = node.source;
  const std::string name = made.name;
  made_.nodes.push_back(std::move(made));
  return name;
}

}  // namespace ng::pytorch
