// SPDX-License-Identifier: Apache-2.0
// Dead code elimination (DCE): removes values without readers and writes without effect.
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"
#include "engine/passes/passes.h"

namespace ng {
namespace {

constexpr std::string_view unused = "unused value", rewritten = "v <- v";

Graph run(const Graph& graph, PassContext& context) {
  Graph result = graph;
  const auto fired = [&context](std::string_view rule, OpId op) {
    context.rewrites.push_back({std::string(rule), {op}, {}, 0});
  };
  if (context.rule_enabled(unused)) {
    std::erase_if(result.unused, [&fired](const Value& value) {
      // Other ranks wait for an exchange, or ask this one for state that they do not keep.
      if (value.node->def->traits.collective || is_state(*value.node)) return false;
      fired(unused, value.node->id);
      return true;
    });
  }
  if (!context.rule_enabled(rewritten)) return result;
  std::erase_if(result.writes, [&fired](const StateWrite& write) {
    if (!(write.variable == write.value)) return false;
    fired(rewritten, write.by->id);
    return true;
  });
  return result;
}

}  // namespace

const Pass eliminate_dead_ops = {
    .name = "eliminate_dead_ops",
    .sentence = "values without readers and writes without effect -> removed",
    .phase = PassPhase::graph,
    .condition = "",
    .reason = "after the rules, which leave ops without readers; before fuse",
    .run = run,
    .rules = {unused, rewritten},
    .formerly = "drop_dead_ops",
};

}  // namespace ng
