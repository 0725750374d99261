// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/node_order.h"

#include <unordered_map>

#include "engine/base/error.h"
#include "engine/base/quote.h"

namespace ng::onnx {
namespace {

[[noreturn]] void refuse_node(const Node& node, const std::string& path, std::string what,
                              std::string found) {
  Diagnostic diagnostic;
  diagnostic.what = std::move(what);
  diagnostic.where = quote(path) + ", " + describe(node);
  diagnostic.found = std::move(found);
  diagnostic.action = "write the model again with the tool that created it";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

// Adds the values that a node reads, also those that its subgraphs read.
void add_reads(const Node& node, std::vector<const std::string*>& reads) {
  for (const std::string& name : node.inputs) {
    if (!name.empty()) reads.push_back(&name);
  }
  for (const Attribute& attribute : node.attributes) {
    if (!attribute.g) continue;
    for (const Node& inner : attribute.g->nodes) add_reads(inner, reads);
    for (const ValueInfo& output : attribute.g->outputs) reads.push_back(&output.name);
  }
}

}  // namespace

std::vector<std::string> names_read(const Graph& graph) {
  std::vector<const std::string*> reads;
  for (const Node& node : graph.nodes) add_reads(node, reads);
  for (const ValueInfo& output : graph.outputs) reads.push_back(&output.name);
  std::vector<std::string> names;
  for (const std::string* name : reads) names.push_back(*name);
  return names;
}

std::string describe(const Node& node) {
  return node.op_type + " node " + quote(scope_of(node));
}

std::string scope_of(const Node& node) {
  return !node.name.empty() || node.outputs.empty() ? node.name : node.outputs[0];
}

void refuse_value(const std::string& path, const std::string& what, const std::string& name) {
  Diagnostic diagnostic;
  diagnostic.what = what;
  diagnostic.where = quote(path);
  diagnostic.found = quote(name);
  diagnostic.action = "write the model again with the tool that created it";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

std::vector<const Node*> ordered_nodes(const std::vector<Node>& nodes, const std::string& path) {
  std::unordered_map<std::string, std::size_t> maker;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const std::string& output : nodes[i].outputs) {
      if (output.empty() || maker.emplace(output, i).second) continue;
      refuse_node(nodes[i], path, "two nodes define the same value", quote(output));
    }
  }
  std::vector<std::vector<std::size_t>> users(nodes.size());
  std::vector<std::size_t> waits(nodes.size(), 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::vector<const std::string*> reads;
    add_reads(nodes[i], reads);
    for (const std::string* name : reads) {
      const auto at = maker.find(*name);
      if (at == maker.end()) continue;
      users[at->second].push_back(i);
      ++waits[i];
    }
  }
  std::vector<const Node*> order;
  std::vector<bool> done(nodes.size(), false);
  std::vector<std::size_t> ready;
  for (std::size_t start = 0; start < nodes.size(); ++start) {
    if (!done[start] && waits[start] == 0) ready.push_back(start);
    while (!ready.empty()) {
      const std::size_t at = ready.back();
      ready.pop_back();
      if (done[at]) continue;
      done[at] = true;
      order.push_back(&nodes[at]);
      // Later nodes are reached in the file's order; only earlier ones must be revisited.
      for (const std::size_t user : users[at]) {
        if (--waits[user] == 0 && user < start) ready.push_back(user);
      }
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!done[i])
      refuse_node(nodes[i], path, "the graph has a cycle", "a node that needs its own result");
  }
  return order;
}

std::string without_slash(const std::string& name) {
  const std::size_t first = name.find_first_not_of('/');
  return first == std::string::npos ? "value" : name.substr(first);
}

}  // namespace ng::onnx
