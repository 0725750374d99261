// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/binding/checkpoint_binding.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/base/quote.h"
#include "engine/documents/binding/overflow.h"
#include "engine/documents/binding/tensor_rules.h"
#include "engine/documents/binding/tensor_suggestions.h"
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"
#include "engine/records/model_node.h"

namespace ng {
namespace {

using Entries = std::map<std::string, const CheckpointEntry*>;

std::vector<std::string> labels(const Axes& axes) {
  std::vector<std::string> list;
  for (const Axis& axis : axes) list.push_back(axis.label());
  return list;
}

std::string text_of(const StoredType& dtype, const Shape& shape) {
  return std::string(dtype.name()) + " " + to_string(shape);
}

void take_tensor(VariableBinding& variable, const CheckpointEntry& entry,
                 const std::vector<std::size_t>& order) {
  variable.tensor = entry.name;
  variable.order = order;
  const Shape shape = transposed(entry.shape, order);
  variable.state = VariableBinding::State::bound;
  if (shape == variable.shape && is_convertible(entry, variable.dtype)) return;
  variable.state = VariableBinding::State::mismatched;
  if (!entry.fault.empty()) {
    variable.problem = "the tensor cannot be read: " + entry.fault;
    return;
  }
  variable.problem = "the tensor is " + text_of(entry.dtype, shape) + ", not " +
                     text_of(variable.dtype, variable.shape);
  variable.transposable = is_convertible(entry, variable.dtype) &&
                          order_between(entry.shape, variable.shape).has_value();
  if (variable.transposable) variable.problem += "; it fits when transposed";
}

Entries entries_by_name(const CheckpointContents& contents, const TensorRules& rules) {
  Entries entries;
  std::vector<std::string> names;
  for (const CheckpointEntry& entry : contents.entries) {
    names.push_back(entry.name);
    const std::string renamed = rules.renamed(entry.name);
    if (!entries.emplace(renamed, &entry).second)
      refuse(ErrorKind::value, "two tensors would have the name " + quote(renamed));
  }
  rules.require_used(names);
  return entries;
}

// A module and its state dict name a tensor fc/weight and fc.weight.
std::string with_slashes(std::string name) {
  std::replace(name.begin(), name.end(), '.', '/');
  return name;
}

// Tensors whose names differ from a variable's in separators only. Null: several do.
Entries entries_by_path(const Entries& by_name, const std::vector<Op>& state) {
  std::map<std::string, int> missing;
  std::set<std::string> names;
  for (const Op& op : state) {
    names.insert(op.name());
    if (!by_name.contains(op.name())) ++missing[with_slashes(op.name())];
  }
  Entries by_path;
  for (const auto& [name, entry] : by_name) {
    const std::string path = with_slashes(name);
    if (names.contains(name) || !missing.contains(path)) continue;
    const bool one = by_path.emplace(path, entry).second && missing.at(path) == 1;
    if (!one) by_path[path] = nullptr;
  }
  return by_path;
}

const CheckpointEntry* find(const Entries& entries, const std::string& name) {
  const auto found = entries.find(name);
  return found == entries.end() ? nullptr : found->second;
}

// The tensor with the name of the variable, or with that of its weight in the model's file. Null:
// there is neither.
const CheckpointEntry* named(const Entries& entries, const Op& variable) {
  if (const CheckpointEntry* entry = find(entries, variable.name())) return entry;
  const Metadata& metadata = variable.metadata();
  const auto in_file = metadata.find(name_in_file_key);
  return in_file == metadata.end() ? nullptr : find(entries, in_file->second);
}

void apply(VariableBinding& variable, const TensorChoice& choice,
           const CheckpointContents& contents) {
  variable.declined = choice.tensor.empty();
  if (variable.declined) return;
  const CheckpointEntry* entry = contents.find(choice.tensor);
  if (entry == nullptr)
    refuse(ErrorKind::key, "the checkpoint has no tensor " + quote(choice.tensor) +
                               ", which was chosen for " + quote(choice.variable));
  if (!choice.order.empty() && choice.order.size() != entry->shape.size())
    refuse(ErrorKind::value, "the order of axes chosen for " + quote(choice.variable) + " has " +
                                 std::to_string(choice.order.size()) + " axes; the tensor " +
                                 quote(choice.tensor) + " has " +
                                 std::to_string(entry->shape.size()));
  if (!lists_each_axis(choice.order))
    refuse(ErrorKind::value, "the order of axes chosen for " + quote(choice.variable) +
                                 " does not list each axis once");
  take_tensor(variable, *entry, choice.order);
}

VariableBinding unbound(const Op& op) {
  VariableBinding variable;
  variable.variable = op.name();
  variable.dtype = op.dtype();
  variable.axes = labels(op.axes());
  variable.shape = op.axes().lengths();
  return variable;
}

void add_suggestions(CheckpointBinding& binding, const CheckpointContents& contents) {
  std::set<std::string> taken;
  for (const VariableBinding& variable : binding.variables) taken.insert(variable.tensor);
  std::vector<const CheckpointEntry*> extra;
  for (const CheckpointEntry& entry : contents.entries) {
    if (taken.contains(entry.name)) continue;
    extra.push_back(&entry);
    binding.extra.push_back(entry.name);
  }
  const TensorSuggestions suggestions(extra);
  for (VariableBinding& variable : binding.variables)
    if (variable.state != VariableBinding::State::bound)
      variable.suggestions = suggestions.similar_to(variable);
}

TensorRules rules_of(const BindingChoices& choices) {
  TensorRules rules;
  for (const std::string& rule : choices.renames) rules.rename(rule);
  for (const std::string& rule : choices.transposes) rules.transpose(rule);
  return rules;
}

// May the variable take a suggestion?
bool is_open(const VariableBinding& variable) {
  return variable.state == VariableBinding::State::missing && !variable.declined;
}

// Is this similarity, one of `all`, clearly the highest of them: by 0.05, or with at most half of
// what the second lacks? Long names that differ in a number are similar.
bool leads(double similarity, std::vector<double> all) {
  constexpr double least_lead = 0.05;
  std::sort(all.rbegin(), all.rend());
  if (similarity < all.front()) return false;
  return all.size() == 1 || similarity - all[1] >= least_lead ||
         (similarity > all[1] && 1 - similarity <= (1 - all[1]) / 2);
}

Tensor converted(const Tensor& tensor, const VariableBinding& variable) {
  Tensor value = broadcast_to(tensor, variable.dtype, tensor.shape, "the variable");
  if (tensor.dtype == value.dtype || !overflows(tensor, value)) return value;
  Diagnostic diagnostic;
  diagnostic.what = "the tensor " + quote(variable.tensor) + " has numbers that the variable " +
                    quote(variable.variable) + " cannot hold";
  diagnostic.found = std::string(name(tensor.dtype)) + " numbers that are infinite in " +
                     std::string(name(variable.dtype));
  diagnostic.action = "choose another tensor for the variable with --tensor";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace

std::vector<Op> state_of(const Document& document) {
  std::vector<Op> state;
  for (const Op& op : document.ops)
    if (is_state(op.node())) state.push_back(op);
  std::sort(state.begin(), state.end(),
            [](const Op& a, const Op& b) { return a.name() < b.name(); });
  return state;
}

CheckpointBinding bind_by_names(const CheckpointContents& contents, const std::vector<Op>& state,
                                const BindingChoices& given) {
  const TensorRules rules = rules_of(given);
  const Entries by_name = entries_by_name(contents, rules);
  const Entries by_path = entries_by_path(by_name, state);
  std::map<std::string, const TensorChoice*> choices;
  for (const TensorChoice& choice : given.chosen) choices[choice.variable] = &choice;
  CheckpointBinding binding;
  for (const Op& op : state) {
    VariableBinding& variable = binding.variables.emplace_back(unbound(op));
    if (const auto choice = choices.extract(variable.variable)) {
      apply(variable, *choice.mapped(), contents);
      continue;
    }
    const CheckpointEntry* entry = named(by_name, op);
    const bool exact = entry != nullptr;
    if (!exact) entry = find(by_path, with_slashes(variable.variable));
    if (entry == nullptr) continue;
    const auto order = rules.order(entry->name, entry->shape.size());
    if (exact || transposed(entry->shape, order) == variable.shape)
      take_tensor(variable, *entry, order);
  }
  if (!choices.empty())
    refuse(ErrorKind::key, "there is no variable " + quote(choices.begin()->first) +
                               ", for which a tensor was chosen");
  return binding;
}

CheckpointBinding bind_checkpoint(const CheckpointContents& contents, const std::vector<Op>& state,
                                  const BindingChoices& choices) {
  CheckpointBinding binding = bind_by_names(contents, state, choices);
  add_suggestions(binding, contents);
  if (choices.suggested) accept_suggestions(binding);
  return binding;
}

void accept_suggestions(CheckpointBinding& binding, double least_similarity) {
  std::map<std::string, std::vector<double>> for_tensor;  // similarities to the open variables
  for (const VariableBinding& variable : binding.variables)
    if (is_open(variable))
      for (const TensorSuggestion& each : variable.suggestions)
        for_tensor[each.tensor].push_back(each.similarity);
  std::set<std::string> taken;
  for (VariableBinding& variable : binding.variables) {
    if (!is_open(variable) || variable.suggestions.empty()) continue;
    const TensorSuggestion& best = variable.suggestions.front();
    std::vector<double> for_variable;
    for (const TensorSuggestion& each : variable.suggestions)
      for_variable.push_back(each.similarity);
    if (best.similarity < least_similarity || !leads(best.similarity, for_variable) ||
        !leads(best.similarity, for_tensor[best.tensor]))
      continue;
    variable.state = VariableBinding::State::bound;
    variable.tensor = best.tensor;
    variable.order = best.order;
    taken.insert(best.tensor);
  }
  std::erase_if(binding.extra, [&](const std::string& name) { return taken.contains(name); });
}

Checkpoint bound_checkpoint(CheckpointSource& source, const CheckpointBinding& binding,
                            const std::string& title, const std::vector<Op>& state,
                            const std::function<Tensor(const Op&)>& otherwise) {
  Checkpoint checkpoint;
  checkpoint.document = title;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const VariableBinding& variable = binding.variables[i];
    const Node& node = state[i].node();
    Tensor value;
    if (variable.state == VariableBinding::State::bound)
      value = converted(transposed(source.read(variable.tensor), variable.order), variable);
    else
      value = otherwise ? otherwise(state[i]) : initial_contents(node);
    checkpoint.tensors.push_back(
        {variable.variable, variable.axes, std::string(node.def->name), std::move(value)});
  }
  return checkpoint;
}

}  // namespace ng
