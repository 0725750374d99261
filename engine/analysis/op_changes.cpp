// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/op_changes.h"

#include <algorithm>
#include <cstring>

#include "engine/analysis/match_graphs.h"
#include "engine/base/tensor.h"
#include "engine/records/graph_record.h"

namespace ng {
namespace {

// Number of elements with other bits; of tensors of one type and shape.
std::int64_t differing_elements(const Tensor& a, const Tensor& b) {
  if (a.bytes == b.bytes) return 0;
  const std::size_t size = size_of(a.dtype);
  std::int64_t count = 0;
  for (std::size_t at = 0; at < a.bytes.size(); at += size)
    count += std::memcmp(a.bytes.data() + at, b.bytes.data() + at, size) != 0 ? 1 : 0;
  return count;
}

}  // namespace

std::string axes_text(const ResultRecord& result) {
  std::string text;
  for (const AxisRecord& axis : result.axes)
    text += (text.empty() ? "" : ", ") + axis.name + " " + length_text(axis);
  return "(" + text + ")";
}

std::string name_in(const GraphRecord& graph, const OperandRecord& operand) {
  const OpRecord* op = graph.find(operand.op);
  const std::string name = op ? op->name : std::to_string(operand.op);
  return operand.result == 0 ? name : name + ", result " + std::to_string(operand.result);
}

std::string text_or_dash(const std::string& text) {
  return text.empty() ? "–" : text;
}

bool OpChanges::add(const OpRecord& a, const OpRecord& b) {
  const std::size_t size = changes_.size();
  op_ = &b;
  if (!has_automatic_name(a) || !has_automatic_name(b)) add_text("name", a.name, b.name);
  add_text("scope", a.scope, b.scope);
  add_text("op", a.op, b.op);
  add_results(a, b);
  add_operands(a, b);
  add_attributes(a, b);
  add_elements(b);
  return changes_.size() > size;
}

void OpChanges::add_text(const std::string& what, const std::string& before,
                         const std::string& after) {
  if (before != after)
    changes_.push_back({ChangeOf::op,
                        ChangeKind::changed,
                        op_->name,
                        op_->id,
                        what,
                        text_or_dash(before),
                        text_or_dash(after),
                        {}});
}

void OpChanges::add_results(const OpRecord& a, const OpRecord& b) {
  for (std::size_t i = 0; i < std::max(a.results.size(), b.results.size()); ++i) {
    const std::string of = i == 0 ? "" : " of result " + std::to_string(i);
    const bool first = i < a.results.size(), second = i < b.results.size();
    add_text("axes" + of, first ? axes_text(a.results[i]) : "",
             second ? axes_text(b.results[i]) : "");
    add_text("dtype" + of, std::string(first ? name(a.results[i].dtype) : ""),
             std::string(second ? name(b.results[i].dtype) : ""));
  }
}

void OpChanges::add_operands(const OpRecord& a, const OpRecord& b) {
  for (std::size_t i = 0; i < std::max(a.operands.size(), b.operands.size()); ++i) {
    const OperandRecord* first = i < a.operands.size() ? &a.operands[i] : nullptr;
    const OperandRecord* second = i < b.operands.size() ? &b.operands[i] : nullptr;
    if (first && second && first->op == second->op && first->result == second->result) continue;
    const std::string& named = second ? second->name : first->name;
    const std::string what = "operand " + (named.empty() ? std::to_string(i) : named);
    const std::string before = text_or_dash(first ? name_in(before_.graph, *first) : "");
    const std::string after = text_or_dash(second ? name_in(after_.graph, *second) : "");
    // Another op may have the same name, if that is automatic.
    changes_.push_back({ChangeOf::op,
                        ChangeKind::changed,
                        op_->name,
                        op_->id,
                        what,
                        before,
                        before == after ? "another op named " + after : after,
                        {}});
  }
}

void OpChanges::add_attributes(const OpRecord& a, const OpRecord& b) {
  std::map<std::string, std::pair<std::string, std::string>> values;
  for (const auto& [key, value] : a.attributes) values[key].first = value;
  for (const auto& [key, value] : b.attributes) values[key].second = value;
  for (const auto& [key, value] : values) add_text(key, value.first, value.second);
}

// Tensors of one type and shape have the same text.
void OpChanges::add_elements(const OpRecord& op) {
  const auto end = after_.tensors.end();
  for (auto at = after_.tensors.lower_bound({op.id, ""}); at != end && at->first.first == op.id;
       ++at) {
    const auto other = before_.tensors.find(at->first);
    if (other == before_.tensors.end()) continue;
    const Tensor &a = *other->second, &b = *at->second;
    if (a.dtype != b.dtype || a.shape != b.shape) continue;
    const std::int64_t count = differing_elements(a, b);
    const std::string type = std::string(name(b.dtype)) + to_string(b.shape);
    if (count > 0)
      add_text(at->first.second, type,
               type + ", " + std::to_string(count) + " of " + std::to_string(b.size()) +
                   " elements differ");
  }
}

}  // namespace ng
