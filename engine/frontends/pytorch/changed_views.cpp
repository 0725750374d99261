// SPDX-License-Identifier: Apache-2.0
// Values that share their elements, and ops that change them.
#include "engine/frontends/pytorch/program_converter.h"

#include <algorithm>

#include "engine/base/quote.h"
#include "engine/frontends/pytorch/aten_ops.h"
#include "engine/frontends/pytorch/complex_values.h"
#include "engine/frontends/tensorflow/onnx_steps.h"

namespace ng::pytorch {
namespace {

constexpr int most_parents = 256;  // of a view whose changes are followed

// Ops that give their operand other lengths, and change no element.
bool changes_shape(std::string_view op_type) {
  constexpr std::string_view ops[] = {"aten.as_strided", "aten.squeeze",   "aten.swapaxes",
                                      "aten.t",          "aten.transpose", "aten.unsqueeze"};
  const std::string_view name = op_type.substr(0, op_type.find('.', sizeof("aten.") - 1));
  return std::find(std::begin(ops), std::end(ops), name) != std::end(ops);
}

}  // namespace

bool ProgramConverter::changes_operand(const Node& node) {
  const std::string op_type = op_type_of(node.target);
  return !functional_name(op_type).empty() && !node.arguments.empty() && !find_row(op_type) &&
         !node.arguments[0].values.empty();
}

void ProgramConverter::find_rewritten(const std::unordered_set<std::string>& returned) {
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

const std::string& ProgramConverter::identity(const std::string& value) const {
  const auto at = scope_.same.find(value);
  return at == scope_.same.end() ? value : at->second;
}

const std::string& ProgramConverter::name_of(const std::string& value) {
  refresh(identity(value));
  const auto at = scope_.names.find(identity(value));
  if (at != scope_.names.end()) return at->second;
  refuse_undefined(value);
}

void ProgramConverter::refuse_undefined(const std::string& value) const {
  Diagnostic diagnostic;
  diagnostic.what = "a node reads a value that nothing defines";
  diagnostic.where = quote(program_.path);
  diagnostic.found = quote(value);
  diagnostic.action = "the file is damaged; export the program again";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

void ProgramConverter::refuse_lost(const std::string& value, onnx::Node& made) {
  made.op_type = refused_op;
  made.attributes.push_back(tensorflow::attribute(
      "reason", ("it reads " + quote(value) +
                 ", whose elements an earlier op changes through another view; export the "
                 "program again with run_decompositions()")
                    .c_str()));
}

ValueFacts ProgramConverter::facts() const {
  return {*scope_.types, *scope_.row_major};
}

const std::string& ProgramConverter::root_of(const std::string& value) const {
  const auto at = scope_.views.find(identity(value));
  return at == scope_.views.end() ? identity(value) : at->second.root;
}

bool ProgramConverter::is_lost(const std::string& value) const {
  return scope_.lost.contains(identity(value));
}

bool ProgramConverter::reads_lost(const Node& node) const {
  for (const Argument& argument : node.arguments)
    for (const std::string& value : argument.values)
      if (is_lost(value)) return true;
  return false;
}

void ProgramConverter::share(const Node& node) {
  const Sharing sharing = sharing_of(node, facts());
  if (sharing == Sharing::none) return;
  const std::string parent = identity(node.arguments[0].values[0]), root = root_of(parent);
  const auto above = scope_.views.find(parent);
  const bool first = above == scope_.views.end();
  const int depth = first ? 1 : above->second.depth + 1;
  const bool certain =
      sharing == Sharing::certain && depth <= most_parents && (first || above->second.certain);
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    if (node.outputs[i].empty() || node.outputs[i] == parent) continue;
    const View made{&node, i, parent, root, depth, certain};
    if (node.outputs[i] == root || !scope_.views.emplace(node.outputs[i], made).second)
      refuse_undefined(node.outputs[i]);  // a value is a view of itself, or made twice
    scope_.sharing[root].push_back(node.outputs[i]);
  }
}

void ProgramConverter::change(const Node& node) {
  if (node.arguments[0].values.empty() || node.outputs.empty()) return;
  const std::string operand = identity(node.arguments[0].values[0]);
  const std::string& result = node.outputs[0];
  const std::string root = root_of(operand);
  scope_.names[operand] = scope_.names.at(result);
  scope_.same[result] = operand;
  std::unordered_set<std::string> changed{operand};
  const bool known =
      !changes_shape(functional_name(op_type_of(node.target))) && write_back(operand, changed);
  if (!known && root != operand) scope_.lost.insert(root);
  if (!known && weights_.contains(root)) note_change(root);
  for (const std::string& other : scope_.sharing[root]) {
    if (changed.contains(other) || other == root) continue;
    (known && scope_.views.at(other).certain ? scope_.stale : scope_.lost).insert(other);
  }
}

void ProgramConverter::lose_changed(const Node& node) {
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

void ProgramConverter::lose(const std::string& value) {
  const std::string root = root_of(value);
  scope_.lost.insert(root);
  scope_.lost.insert(scope_.sharing[root].begin(), scope_.sharing[root].end());
  if (weights_.contains(root)) note_change(root);
}

bool ProgramConverter::write_back(const std::string& value,
                                  std::unordered_set<std::string>& changed) {
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

void ProgramConverter::refresh(const std::string& value) {
  if (scope_.stale.erase(value) == 0) return;
  const View view = scope_.views.at(value);
  Node again = *view.node;
  for (std::size_t i = 0; i < again.outputs.size(); ++i)
    if (i != view.output) again.outputs[i].clear();
  scope_.names[value] = add_part(again, value);
}

std::string ProgramConverter::add_part(const Node& node, const std::string& value) {
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

void ProgramConverter::note_change(const std::string& what) {
  add_note(notes_,
           "the program changes " + quote(what) + "; here each run starts with its stored value",
           quote(program_.path));
}

std::string ProgramConverter::add_renamed_output(const std::string& value,
                                                 const std::string& name) {
  onnx::Node& node = made_.graph.nodes.emplace_back();
  node.op_type = node.kind = "aten.alias.default";
  node.domain = op_domain;
  node.name = value;
  node.inputs = {name};
  node.outputs = {value};
  node.attributes = {texts(arguments_key, {"self"})};
  return value;
}

std::string ProgramConverter::add_lost_output(const std::string& value, const std::string& name) {
  onnx::Node& node = made_.graph.nodes.emplace_back();
  node.name = name + "/changed";
  node.domain = op_domain;
  node.kind = "output";
  node.inputs = {name};
  node.outputs = {node.name};
  refuse_lost(value, node);
  return node.name;
}

}  // namespace ng::pytorch
