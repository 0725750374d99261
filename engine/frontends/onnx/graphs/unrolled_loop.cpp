// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/graphs/unrolled_loop.h"

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/node_order.h"
#include "engine/graph/node.h"
#include "engine/ops/opaque.h"

namespace ng::onnx {
namespace {

ItemPtr known(DType dtype, double value) {
  auto item = std::make_shared<Item>();
  item->known = ng::Tensor::from(dtype, {}, std::span(&value, 1));
  return item;
}

}  // namespace

std::vector<ItemPtr> UnrolledLoop::iterate(const Node& node, const Graph& body,
                                           std::int64_t iteration,
                                           const std::vector<ItemPtr>& states,
                                           const ModelBuilder::Scope& scope) {
  if (body.nodes.size() > most_inlined - builder_.inlined_) {
    NodeContext::refuse("the model has more than " + std::to_string(most_inlined) +
                        " nodes when its loops are unrolled");
  }
  builder_.inlined_ += body.nodes.size();
  std::vector<ItemPtr> inputs{known(DType::i64, static_cast<double>(iteration)),
                              known(DType::bool_, 1)};
  inputs.insert(inputs.end(), states.begin(), states.end());
  const std::size_t opaque = builder_.made_.opaque.size();
  const std::string part = scope_of(node) + "/" + std::to_string(iteration);
  std::vector<ItemPtr> made = builder_.build_graph(body, scope, part, inputs);
  if (builder_.made_.opaque.size() > opaque) {
    const ng::Node& refused = builder_.made_.opaque[opaque].node();
    NodeContext::refuse("its body: " + refused.attributes.get<std::string>("kind") + ": " +
                        reason_not_to_run(refused));
  }
  for (const ItemPtr& item : made) {
    if (!item->unknown.empty()) NodeContext::refuse("its body: " + item->unknown);
  }
  return made;
}

ItemPtr UnrolledLoop::stacked(const Node& node, const std::vector<ItemPtr>& items) {
  NodeContext n(node, 0, {}, builder_.dims_);
  std::vector<Op> rows;
  for (const ItemPtr& item : items) {
    if (item->shape() != items[0]->shape() || item->dtype() != items[0]->dtype()) {
      NodeContext::refuse("an output of its iterations changes its shape or type");
    }
    rows.push_back(with_ones(n, op_of(*item, builder_.dims_), {0}, {"iteration"}));
  }
  auto made = std::make_shared<Item>();
  made->op = joined(n, rows, 0);
  made->narrow = items[0]->narrow;
  return made;
}

std::optional<std::vector<ItemPtr>> UnrolledLoop::build(const Node& node, const Graph& body,
                                                        std::int64_t trips,
                                                        const std::vector<ItemPtr>& states,
                                                        const ModelBuilder::Scope& scope) {
  const std::size_t first = builder_.made_.results.size(), opaque = builder_.made_.opaque.size();
  try {
    return unrolled(node, body, trips, states, scope);
  } catch (const NotImported&) {
    builder_.abandon(first, opaque, scope.prefix + scope_of(node));
    return {};
  }
}

std::vector<ItemPtr> UnrolledLoop::unrolled(const Node& node, const Graph& body, std::int64_t trips,
                                            std::vector<ItemPtr> states,
                                            const ModelBuilder::Scope& scope) {
  if (body.inputs.size() != states.size() + 2 || body.outputs.size() < states.size() + 1) {
    NodeContext::refuse("its body has other inputs or outputs than the node");
  }
  std::vector<std::vector<ItemPtr>> outputs(body.outputs.size() - states.size() - 1);
  for (std::int64_t i = 0; i < trips; ++i) {
    const std::vector<ItemPtr> made = iterate(node, body, i, states, scope);
    for (std::size_t k = 0; k < states.size(); ++k) states[k] = made[k + 1];
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      outputs[k].push_back(made[k + 1 + states.size()]);
    }
    if (!made[0]->known) NodeContext::refuse("its condition is computed at run time");
    if (!is_true(*made[0]->known)) break;
  }
  for (const std::vector<ItemPtr>& items : outputs) states.push_back(stacked(node, items));
  return states;
}

}  // namespace ng::onnx
