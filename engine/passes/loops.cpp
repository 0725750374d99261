// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/loops.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "engine/graph/node_memory.h"
#include "engine/graph/op_def.h"
#include "engine/ops/scan/scan.h"
#include "engine/passes/rewriter.h"

namespace ng {
namespace {

Graph graph_of(const Body& body) {
  Graph graph;
  graph.results = body.results;
  graph.parameters = body.parameters;
  return graph;
}

// Scans of a graph with unexpanded derivatives keep all results: the expansion may read any.
bool has_derivatives(const std::vector<NodePtr>& nodes) {
  return std::any_of(nodes.begin(), nodes.end(), [](const NodePtr& node) {
    return node->def->traits.kind == OpKind::derivative;
  });
}

bool reaches(const Value& value, const NodePtr& target) {
  const auto nodes = ordered_nodes({value});
  return std::find(nodes.begin(), nodes.end(), target) != nodes.end();
}

// The body's results without those that nothing reads, neither afterwards nor in a later iteration.
std::vector<Value> wanted_results(const NodePtr& scan, const ReadValues& read) {
  const ScanParts parts = scan_parts(*scan);
  const Body& body = *scan->loop;
  auto is_read = [&](std::size_t i) { return read.count({scan.get(), static_cast<int>(i)}) > 0; };
  std::vector<bool> wanted(body.results.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    wanted[i] = is_read(i) || (i < parts.states && is_read(parts.saved() + i));
  }
  if (parts.active && std::find(wanted.begin(), wanted.end(), true) != wanted.end()) {
    wanted[*parts.active] = true;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t state = 0; state < parts.states; ++state) {
      if (wanted[state]) continue;
      for (std::size_t i = 0; i < wanted.size() && !wanted[state]; ++i) {
        wanted[state] =
            wanted[i] && body.results[i] && reaches(body.results[i], body.parameters[state]);
      }
      changed |= wanted[state];
    }
  }
  std::vector<Value> results = body.results;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!wanted[i]) results[i] = {};
  }
  return results;
}

std::shared_ptr<const Body> body_of(const Graph& graph, const Body& before) {
  auto body = std::make_shared<Body>();
  body->parameters = before.parameters;
  body->results = graph.results;
  for (const NodePtr& node : ordered_nodes(roots(graph))) {
    if (!node->def->traits.is_source()) body->order.push_back(node);
  }
  return body;
}

// Removes sequences and outer values that the body no longer reads.
void drop_unread_operands(Node& scan) {
  const ScanParts parts = scan_parts(scan);
  std::set<const Node*> read;
  for (const NodePtr& node : ordered_nodes(scan.loop->results)) read.insert(node.get());
  auto body = std::make_shared<Body>(*scan.loop);
  body->parameters.clear();
  std::vector<Value> operands;
  std::int64_t sequences = 0;
  for (std::size_t i = 0; i < scan.operands.size(); ++i) {
    const NodePtr& parameter = scan.loop->parameters[i];
    if (i >= parts.states && !read.count(parameter.get())) continue;
    operands.push_back(scan.operands[i]);
    body->parameters.push_back(parameter);
    sequences += i >= parts.states && i < parts.states + parts.sequences;
  }
  if (operands.size() == scan.operands.size()) return;
  scan.operands = std::move(operands);
  scan.attributes.set("sequences", sequences);
  scan.loop = std::move(body);
}

// Runs the pass on the scan's body. With `read`, also removes results that are not in it.
NodePtr with_step(const NodePtr& scan, const Pass& pass, const ReadValues* read,
                  PassContext& context) {
  Graph step = graph_of(*scan->loop);
  if (read) step.results = wanted_results(scan, *read);
  const std::string outer = context.loop;
  context.loop = (outer.empty() ? "" : outer + "_") + display_name(*scan);
  const Graph after = run_on_loops(pass, pass.run(step, context), context);
  context.loop = outer;
  if (after.results == scan->loop->results) return scan;
  auto copy = new_node(*scan);
  copy->loop = body_of(after, *scan->loop);
  if (read) drop_unread_operands(*copy);
  return copy;
}

}  // namespace

Graph run_on_loops(const Pass& pass, const Graph& graph, PassContext& context) {
  const auto nodes = ordered_nodes(roots(graph));
  if (std::none_of(nodes.begin(), nodes.end(),
                   [](const NodePtr& node) { return node->loop != nullptr; }))
    return graph;
  const ReadValues read = read_values(graph);
  const bool all_known = !has_derivatives(nodes);
  Rebuilder rebuilder;
  for (const NodePtr& node : nodes) {
    const NodePtr step =
        node->loop ? with_step(node, pass, all_known ? &read : nullptr, context) : node;
    rebuilder.set(node, Value{rebuilder.rebuilt_operands(step), 0});
  }
  return rebuilder.rebuilt(graph);
}

}  // namespace ng
