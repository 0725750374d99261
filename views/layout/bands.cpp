// SPDX-License-Identifier: Apache-2.0
// Columns from roles, readers and scopes.
#include "views/layout/bands.h"

#include <algorithm>

namespace ng::views {
namespace {

std::string_view outermost(const OpRecord& op) {
  return std::string_view(op.scope).substr(0, op.scope.find('/'));
}

// Scopes that assign, and from which nothing that computes reads. The schedule of an optimizer's
// rate is of no use to anybody else.
std::unordered_set<std::string> updatingScopes(const GraphRecord& graph) {
  std::unordered_set<std::string> found;
  for (const OpRecord& op : graph.ops)
    if (op.op == "assign" && !op.scope.empty()) found.emplace(outermost(op));
  if (found.empty()) return found;
  std::unordered_map<OpKey, std::string_view> scopes;
  scopes.reserve(graph.ops.size());
  for (const OpRecord& op : graph.ops) scopes[op.id] = outermost(op);
  for (const OpRecord& op : graph.ops) {
    if (ownBand(op) != Band::forward) continue;
    for (const OperandRecord& operand : op.operands) {
      const auto from = scopes.find(operand.op);
      if (from != scopes.end() && from->second != outermost(op))
        found.erase(std::string(from->second));
    }
  }
  return found;
}

}  // namespace

// A derivative that is asked for, but not expanded yet, stands with the update that reads it.
Band ownBand(const OpRecord& op) {
  if (op.role == "update" || op.op == "deriv") return Band::update;
  if (op.role == "gradient") return Band::gradient;
  return Band::forward;
}

Band Bands::bandOf(const OpRecord& op) const {
  const Band own = ownBand(op);
  const bool may = own == Band::forward && !updating_.empty();
  return may && updates(std::string(outermost(op))) ? Band::update : own;
}

// A source stands with the ops that read it, in the first column where it is read by the first
// graph that reads it: how it is written, not what passes make of it.
Bands::Bands(const std::vector<GraphRecordPtr>& graphs) {
  if (!graphs.empty()) updating_ = updatingScopes(*graphs.front());
  std::unordered_set<OpKey> settled;
  for (const GraphRecordPtr& graph : graphs) {
    bands_.reserve(graph->ops.size());
    std::unordered_map<OpKey, Band> readIn;
    readIn.reserve(graph->ops.size());
    std::vector<OpKey> sources;
    for (const OpRecord& op : graph->ops) {
      const Band band = bandOf(op);
      bands_.try_emplace(op.id, band);
      if (op.operands.empty() && band == Band::forward && !settled.count(op.id))
        sources.push_back(op.id);
      for (const OperandRecord& operand : op.operands) {
        const auto [it, fresh] = readIn.try_emplace(operand.op, band);
        if (!fresh) it->second = std::min(it->second, band);
      }
    }
    for (const OpKey source : sources) {
      const auto it = readIn.find(source);
      if (it == readIn.end()) continue;
      bands_[source] = it->second;
      settled.insert(source);
    }
  }
}

Band Bands::of(OpKey op) const {
  const auto it = bands_.find(op);
  return it == bands_.end() ? Band::forward : it->second;
}

}  // namespace ng::views
