// SPDX-License-Identifier: Apache-2.0
#include "views/layout/groups/block_summary.h"

#include <map>
#include <set>

#include "engine/records/graph_record.h"
#include "views/layout/groups/block_scopes.h"
#include "views/layout/groups/repeats.h"

namespace ng::views {
namespace {

struct Layer {
  std::string first;  // its first scope
  std::string name;
  std::int64_t blocks = 1;
};

// The repeated scopes that are in no other repeated scope.
std::map<std::string, Layer> outermostLayers(const std::vector<Repeat>& repeats) {
  std::map<std::string, Layer> layers;
  const auto inside = [&layers](const std::string& scope) {
    for (std::size_t end = scope.find('/'); end != scope.npos; end = scope.find('/', end + 1))
      if (layers.contains(scope.substr(0, end))) return true;
    return false;
  };
  for (const Repeat& repeat : repeats) {  // outer scopes first
    if (inside(repeat.scopes.front())) continue;
    const std::string& first = repeat.scopes.front();
    const std::string name = first.substr(0, first.find_last_of('/') + 1) + repeat.name;
    for (const std::string& scope : repeat.scopes)
      layers[scope] = {first, name, static_cast<std::int64_t>(repeat.scopes.size())};
  }
  return layers;
}

// The layer around a scope; else its outermost part.
Layer layerOf(const std::map<std::string, Layer>& layers, const std::string& scope) {
  for (std::size_t end = scope.find('/'); !scope.empty(); end = scope.find('/', end + 1)) {
    if (const auto at = layers.find(scope.substr(0, end)); at != layers.end()) return at->second;
    if (end == scope.npos) break;
  }
  const std::string outermost = scope.substr(0, scope.find('/'));
  return {outermost, outermost, 1};
}

std::int64_t elements(const OpRecord& op) {
  std::int64_t count = op.results.empty() ? 0 : 1;
  for (const ResultRecord& result : op.results)
    for (const AxisRecord& axis : result.axes) count *= axis.length.value_or(0);
  return count;
}

}  // namespace

std::vector<BlockSummary> blocksOf(const GraphRecord& graph) {
  const BlockScopes blocks(graph);
  const auto layers = outermostLayers(repeatsIn(graph, blocks));
  std::vector<BlockSummary> rows;
  std::map<std::string, std::size_t> index;
  std::set<OpKey> counted;
  for (const OpRecord& op : graph.ops) {
    if (op.role == OpRole::gradient || op.role == OpRole::update || op.operands.empty()) continue;
    const Layer layer = layerOf(layers, blocks.scopeOf(op, op.scope));
    const auto [at, fresh] = index.try_emplace(layer.first, rows.size());
    if (fresh) rows.push_back({layer.name, layer.blocks, 0, 0, 0, 0, {}});
    BlockSummary& row = rows[at->second];
    ++row.ops;
    row.members.push_back(op.id);
    row.flops += op.flops;
    row.bytes += op.bytes;
    for (const OperandRecord& operand : op.operands) {
      const OpRecord* source = graph.find(operand.op);
      if (source == nullptr || source->traits.kind != OpKind::variable) continue;
      if (counted.insert(source->id).second) row.parameters += elements(*source);
    }
  }
  return rows;
}

}  // namespace ng::views
