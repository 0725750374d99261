// SPDX-License-Identifier: Apache-2.0
// Assigns ops to columns by their roles, readers and scopes.
#include "views/layout/bands.h"

#include <algorithm>
#include <limits>

#include "engine/records/graph_record.h"

namespace ng::views {
namespace {

std::string_view outermost(const OpRecord& op) {
  return std::string_view(op.scope).substr(0, op.scope.find('/'));
}

// Outermost scopes that contain assignments and that no computing op outside reads, such as an
// optimizer's: nothing else uses the schedule of its learning rate.
std::unordered_set<std::string> updatingScopes(const GraphRecord& graph) {
  std::unordered_set<std::string> found;
  for (const OpRecord& op : graph.ops)
    if (op.traits.is_effect() && !op.scope.empty()) found.emplace(outermost(op));
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

// A derivative that is not expanded yet is in the column of the update that reads it.
Band ownBand(const OpRecord& op) {
  if (op.role == OpRole::update || op.traits.kind == OpKind::derivative) return Band::update;
  if (op.role == OpRole::gradient) return Band::gradient;
  return Band::forward;
}

Band Bands::bandOf(const OpRecord& op) const {
  const Band own = ownBand(op);
  const bool may = own == Band::forward && !updating_.empty();
  return may && updates(std::string(outermost(op))) ? Band::update : own;
}

// A source is in the first column among those of its readers, in the first graph in which it is
// read: the graph as written decides, not what passes make of it.
Bands::Bands(const std::vector<GraphRecordPtr>& graphs) : bands_(graphs, Band::forward) {
  if (!graphs.empty()) updating_ = updatingScopes(*graphs.front());
  OpTable<char> known(graphs, 0), settled(graphs, 0);
  for (const GraphRecordPtr& graph : graphs) {
    constexpr int unread = std::numeric_limits<int>::max();
    OpTable<int> readIn(*graph, unread);
    std::vector<OpId> sources;
    for (const OpRecord& op : graph->ops) {
      const Band band = bandOf(op);
      if (!known.of(op.id)) bands_.set(op.id, band);
      known.set(op.id, 1);
      if (op.operands.empty() && band == Band::forward && !settled.of(op.id))
        sources.push_back(op.id);
      for (const OperandRecord& operand : op.operands)
        readIn.set(operand.op, std::min(readIn.of(operand.op), static_cast<int>(band)));
    }
    for (const OpId source : sources) {
      if (readIn.of(source) == unread) continue;
      bands_.set(source, static_cast<Band>(readIn.of(source)));
      settled.set(source, 1);
    }
  }
}

}  // namespace ng::views
