// SPDX-License-Identifier: Apache-2.0
// Columns from roles, readers and scopes.
#include "views/layout/bands.h"

#include <algorithm>
#include <limits>

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
  OpTable<std::string_view> scopes(graph, {});
  for (const OpRecord& op : graph.ops) scopes.set(op.id, outermost(op));
  for (const OpRecord& op : graph.ops) {
    if (ownBand(op) != Band::forward) continue;
    for (const OperandRecord& operand : op.operands) {
      const std::string_view from = scopes.of(operand.op);
      if (!from.empty() && from != outermost(op)) found.erase(std::string(from));
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
Bands::Bands(const std::vector<GraphRecordPtr>& graphs) : bands_(graphs, Band::forward) {
  if (!graphs.empty()) updating_ = updatingScopes(*graphs.front());
  OpTable<char> known(graphs, 0), settled(graphs, 0);
  for (const GraphRecordPtr& graph : graphs) {
    constexpr int unread = std::numeric_limits<int>::max();
    OpTable<int> readIn(*graph, unread);
    std::vector<OpKey> sources;
    for (const OpRecord& op : graph->ops) {
      const Band band = bandOf(op);
      if (!known.of(op.id)) bands_.set(op.id, band);
      known.set(op.id, 1);
      if (op.operands.empty() && band == Band::forward && !settled.of(op.id))
        sources.push_back(op.id);
      for (const OperandRecord& operand : op.operands)
        readIn.set(operand.op, std::min(readIn.of(operand.op), static_cast<int>(band)));
    }
    for (const OpKey source : sources) {
      if (readIn.of(source) == unread) continue;
      bands_.set(source, static_cast<Band>(readIn.of(source)));
      settled.set(source, 1);
    }
  }
}

}  // namespace ng::views
