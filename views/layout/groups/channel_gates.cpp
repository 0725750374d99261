// SPDX-License-Identifier: Apache-2.0
#include "views/layout/groups/channel_gates.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "engine/records/graph_record.h"
#include "engine/records/model_node.h"

namespace ng::views {
namespace {

constexpr std::size_t mostNodes = 16;  // of a block
constexpr std::string_view means[] = {"GlobalAveragePool", "ReduceMean"};
constexpr std::string_view gates[] = {"Sigmoid", "HardSigmoid", "Clip", "Div", "Mul"};

template <class Names>
bool contains(const Names& names, const std::string& name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

struct Links {
  std::string type;
  std::vector<std::string> reads;  // names of nodes; "" for what comes from no node
  std::set<std::string> readers;
};
using Nodes = std::map<std::string, Links>;

Nodes nodesOf(const GraphRecord& graph) {
  Nodes nodes;
  for (const OpRecord& op : graph.ops) {
    const auto node = model_node(op);
    if (!node) continue;
    Links& links = nodes[node->name];
    links.type = node->type;
    for (const OperandRecord& operand : op.operands) {
      const OpRecord* read = graph.find(operand.op);
      if (!read || read->traits.kind == OpKind::constant || read->traits.kind == OpKind::variable)
        continue;
      const auto from = model_node(*read);
      const std::string name = from ? from->name : std::string();
      if (name == node->name || contains(links.reads, name)) continue;
      links.reads.push_back(name);
      if (from) nodes[name].readers.insert(node->name);
    }
  }
  return nodes;
}

// The nodes that compute `gate` from the means of `value`; nullopt: it depends on something else.
std::optional<std::set<std::string>> nodesBetween(const Nodes& nodes, const std::string& value,
                                                  const std::string& gate) {
  std::set<std::string> found;
  std::vector<std::string> waiting{gate};
  bool means_found = false;
  while (!waiting.empty()) {
    const std::string name = waiting.back();
    waiting.pop_back();
    if (name.empty() || name == value) return std::nullopt;
    if (!found.insert(name).second) continue;
    if (found.size() > mostNodes) return std::nullopt;
    const Links& node = nodes.at(name);
    if (contains(means, node.type)) {
      if (node.reads != std::vector{value}) return std::nullopt;
      means_found = true;
      continue;
    }
    waiting.insert(waiting.end(), node.reads.begin(), node.reads.end());
  }
  return means_found ? std::optional(found) : std::nullopt;
}

// The block whose product is the node `name`.
std::optional<std::set<std::string>> blockOf(const Nodes& nodes, const std::string& name) {
  const Links& product = nodes.at(name);
  if (product.type != "Mul" || product.reads.size() != 2) return std::nullopt;
  for (const std::size_t gate : {0u, 1u}) {
    const std::string &from = product.reads[gate], &value = product.reads[1 - gate];
    if (from.empty() || !contains(gates, nodes.at(from).type)) continue;
    auto block = nodesBetween(nodes, value, from);
    if (!block) continue;
    block->insert(name);
    const bool closed = std::all_of(block->begin(), block->end(), [&](const std::string& each) {
      const auto& readers = nodes.at(each).readers;
      return each == name ||
             std::includes(block->begin(), block->end(), readers.begin(), readers.end());
    });
    if (closed) return block;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::set<std::string>> channelGates(const GraphRecord& graph) {
  const Nodes nodes = nodesOf(graph);
  std::vector<std::set<std::string>> blocks;
  std::set<std::string> taken;
  std::set<std::string> seen;
  for (const OpRecord& op : graph.ops) {  // in the order of computation
    const auto node = model_node(op);
    if (!node || !seen.insert(node->name).second) continue;
    auto block = blockOf(nodes, node->name);
    if (!block) continue;
    if (std::any_of(block->begin(), block->end(),
                    [&](const std::string& each) { return taken.contains(each); }))
      continue;
    taken.insert(block->begin(), block->end());
    blocks.push_back(std::move(*block));
  }
  return blocks;
}

}  // namespace ng::views
