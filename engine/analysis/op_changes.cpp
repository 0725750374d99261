// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/op_changes.h"

#include <algorithm>

#include "engine/analysis/difference/texts_by_key.h"
#include "engine/base/tensor.h"
#include "engine/records/graph_record.h"
#include "engine/records/model_node.h"
#include "engine/records/op_name.h"
#include "engine/records/operand_name.h"
#include "engine/records/place_key.h"
#include "engine/records/values/weight_change.h"

namespace ng {

std::string axes_text(const ResultRecord& result) {
  std::string text;
  for (const AxisRecord& axis : result.axes)
    text += (text.empty() ? "" : ", ") + axis.name + " " + length_text(axis);
  return "(" + text + ")";
}

std::string text_or_dash(const std::string& text) {
  return text.empty() ? "–" : text;
}

bool OpChanges::add(const OpRecord& a, const OpRecord& b) {
  first_ = difference_.changes.size();
  op_ = &b;
  add_names(a, b);
  add_text("op", a.op, b.op);
  add_results(a, b);
  add_operands(a, b);
  add_attributes(a, b);
  add_metadata(a, b);
  add_step();
  return difference_.changes.size() > first_;
}

Change& OpChanges::add_change(const std::string& what, const std::string& before,
                              const std::string& after) {
  Change change{ChangeOf::op, ChangeKind::changed,  op_->name,           op_->id,
                what,         text_or_dash(before), text_or_dash(after), {}};
  change.scope = op_->scope;
  return difference_.changes.emplace_back(std::move(change));
}

bool OpChanges::has_change(const std::string& what) const {
  return std::any_of(difference_.changes.begin() + static_cast<std::ptrdiff_t>(first_),
                     difference_.changes.end(),
                     [&](const Change& change) { return change.what == what; });
}

void OpChanges::add_text(const std::string& what, const std::string& before,
                         const std::string& after) {
  if (before != after) add_change(what, before, after);
}

// Automatic names count calls, and are no one's choice.
void OpChanges::add_names(const OpRecord& a, const OpRecord& b) {
  const bool automatic = has_automatic_name(a) && has_automatic_name(b);
  if (automatic ? a.scope != b.scope : full_name(a) != full_name(b))
    difference_.renamed.push_back({RenameOf::op, full_name(a), full_name(b), b.id});
}

void OpChanges::add_results(const OpRecord& a, const OpRecord& b) {
  for (std::size_t i = 0; i < std::max(a.results.size(), b.results.size()); ++i) {
    const std::string of = i == 0 ? "" : " of result " + std::to_string(i);
    const bool first = i < a.results.size(), second = i < b.results.size();
    const std::string before = first ? axes_text(a.results[i]) : "";
    const std::string after = second ? axes_text(b.results[i]) : "";
    if (renamed_axes(before, axes_) != after) add_change("axes" + of, before, after);
    add_text("dtype" + of, std::string(first ? name(a.results[i].dtype) : ""),
             std::string(second ? name(b.results[i].dtype) : ""));
  }
}

void OpChanges::add_operands(const OpRecord& a, const OpRecord& b) {
  const auto same = [](const OperandRecord& x, const OperandRecord& y) {
    return x.op == y.op && x.result == y.result;
  };
  if (b.traits.commutative && std::is_permutation(a.operands.begin(), a.operands.end(),
                                                  b.operands.begin(), b.operands.end(), same))
    return;
  for (std::size_t i = 0; i < std::max(a.operands.size(), b.operands.size()); ++i) {
    const OperandRecord* first = i < a.operands.size() ? &a.operands[i] : nullptr;
    const OperandRecord* second = i < b.operands.size() ? &b.operands[i] : nullptr;
    if (first && second && same(*first, *second)) continue;
    const std::string& named = second ? second->name : first->name;
    const std::string before = first ? operand_name(before_.graph, *first) : "";
    const std::string after = second ? operand_name(after_.graph, *second) : "";
    // Another op may have the same name, if that is automatic.
    add_change("operand " + (named.empty() ? std::to_string(i) : named), before,
               before == after ? "another op named " + after : after);
  }
}

void OpChanges::add_attributes(const OpRecord& a, const OpRecord& b) {
  for (const auto& [key, value] : texts_by_key(a.attributes, b.attributes)) {
    if (add_elements(key)) continue;
    // Axes and type of the result, which are compared already.
    if ((key == "axes" || key == "dtype") && has_change(key)) continue;
    if (renamed_axes(value.first, axes_) != value.second)
      add_change(key, value.first, value.second);
  }
}

void OpChanges::add_metadata(const OpRecord& a, const OpRecord& b) {
  for (const auto& [key, value] : texts_by_key(a.metadata, b.metadata)) {
    if (key == place_key || is_origin_key(key)) continue;
    if (renamed_axes(value.first, axes_) != value.second)
      add_change("metadata " + key, value.first, value.second);
  }
}

void OpChanges::add_step() {
  const auto a = before_.steps.find(op_->id), b = after_.steps.find(op_->id);
  if (a == before_.steps.end() || b == after_.steps.end()) return;
  for (const SignatureChange& each :
       signature_changes(before_.graph, a->second, after_.graph, b->second))
    add_change(each.what + " of the step", each.before, each.after);
}

const Tensor* OpChanges::tensor_of(const ComparedSide& side, const std::string& attribute) const {
  const auto found = side.tensors.find({op_->id, attribute});
  return found == side.tensors.end() ? nullptr : found->second.get();
}

// False: the attribute has no elements on one of the sides. Text says only type and shape.
bool OpChanges::add_elements(const std::string& attribute) {
  const Tensor *a = tensor_of(before_, attribute), *b = tensor_of(after_, attribute);
  if (!a || !b) return false;
  const std::optional<WeightChange> changed = weight_change(*a, *b);
  if (!changed) return true;
  const auto type = [](const Tensor& tensor) {
    return std::string(name(tensor.dtype)) + to_string(tensor.shape);
  };
  const std::string text = to_string(*changed);
  Change& change = add_change(attribute, type(*a), type(*b) + (text.empty() ? "" : ", " + text));
  change.elements = changed->elements;
  change.order = changed->order;
  return true;
}

}  // namespace ng
