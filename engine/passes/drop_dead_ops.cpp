// SPDX-License-Identifier: Apache-2.0
// values that nobody reads, and writes that change nothing -> gone
#include "engine/passes/passes.h"

namespace ng {
namespace {

Graph run(const Graph& graph, PassContext& context) {
  Graph result = graph;
  for (const Value& value : graph.unused) {
    context.rewrites.push_back({"unused value", {value.node->id}, {}, 0});
  }
  result.unused.clear();
  std::erase_if(result.writes, [&context](const StateWrite& write) {
    if (!(write.variable == write.value)) return false;
    context.rewrites.push_back({"v <- v", {write.by->id}, {}, 0});
    return true;
  });
  return result;
}

}  // namespace

const Pass drop_dead_ops = {
    .name = "drop_dead_ops",
    .sentence = "values that nobody reads and writes that change nothing -> gone",
    .phase = "graph",
    .condition = "",
    .reason = "after the rules, which leave ops without readers; before kernels are made",
    .run = run,
};

}  // namespace ng
