// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/staging/staged_graph.h"

#include <algorithm>
#include <unordered_set>

#include "engine/graph/op_def.h"
#include "engine/passes/sharding/divided_axis.h"
#include "engine/passes/staging/forward_stages.h"

namespace ng {
namespace {

std::int64_t bytes_of(const Value& value) {
  return value.has_type() ? byte_size(value.type()) : 0;
}

// Values from which the data flows through the net: the batch, else all inputs, else all state.
std::vector<const Node*> sources_of(const std::vector<NodePtr>& order,
                                    const std::optional<Axis>& batch) {
  std::vector<const Node*> with_batch, inputs, state;
  for (const NodePtr& node : order) {
    const Traits& traits = node->def->traits;
    if (traits.is_state()) state.push_back(node.get());
    if (traits.kind != OpKind::placeholder) continue;
    inputs.push_back(node.get());
    if (batch && node->results[0].axes.contains(*batch)) with_batch.push_back(node.get());
  }
  return !with_batch.empty() ? with_batch : !inputs.empty() ? inputs : state;
}

}  // namespace

StagedGraph::StagedGraph(MicroBatches batches, int stages, const Graph& with_labels,
                         bool may_be_empty)
    : batches_(std::move(batches)), stages_(stages), order_(ordered_nodes(roots(batches_.graph))) {
  find_bound();
  find_gradients();
  place_forward(with_labels, may_be_empty);
  place_others();
  delay_factors();
}

bool StagedGraph::takes_part(const Node& node) const {
  return micro_batch_exchange(node) == CollectiveKind::shard;
}

Value StagedGraph::source_of(const Value& operand) const {
  return takes_part(*operand.node) ? operand.node->operands[0] : operand;
}

std::vector<Value> StagedGraph::bound_operands(const Node& node) const {
  std::vector<Value> bound;
  for (const Value& operand : node.operands) {
    const Value source = source_of(operand);
    if (place(*source.node).bound) bound.push_back(source);
  }
  return bound;
}

void StagedGraph::find_bound() {
  const std::vector<const Node*> sources = sources_of(order_, batch_axis(batches_.graph));
  std::unordered_map<const Node*, bool> flows;
  for (const Node* source : sources) flows[source] = true;
  for (const NodePtr& node : order_) {
    StagePlace& place = places_[node.get()];
    if (node->def->traits.is_source()) continue;
    for (const Value& operand : node->operands) {
      place.varying |= at(*operand.node).varying;
      flows[node.get()] |= flows[operand.node.get()];
    }
    flows[node.get()] |= place.varying;
    const auto exchange = micro_batch_exchange(*node);
    if (exchange) place.varying = exchange == CollectiveKind::shard;
    place.bound = flows[node.get()] && !takes_part(*node);
  }
}

void StagedGraph::find_gradients() {
  for (const NodePtr& node : order_) {
    StagePlace& place = at(*node);
    if (!place.bound) continue;
    place.gradient = node->gradient;
    for (const Value& operand : bound_operands(*node)) place.gradient |= at(*operand.node).gradient;
  }
}

void StagedGraph::place_forward(const Graph& with_labels, bool may_be_empty) {
  std::vector<NodePtr> forward;
  std::unordered_map<OpId, double> gradient_costs;  // by the forward op's id
  for (const NodePtr& node : order_) {
    const StagePlace& place = at(*node);
    if (!place.bound || micro_batch_exchange(*node)) continue;
    if (!place.gradient) {
      forward.push_back(node);
    } else if (!node->origins.empty()) {
      gradient_costs[node->origins[0]] += cost_of(*node);
    }
  }
  for (const auto& [node, stage] :
       forward_stages(*this, std::move(forward), gradient_costs, with_labels, may_be_empty)) {
    at(*node).stage = stage;
    for (const OpId origin : node->origins) {
      int& known = stage_by_origin_.try_emplace(origin, stage).first->second;
      known = std::max(known, stage);
    }
  }
}

int StagedGraph::stage_of_largest(const Node& node) const {
  std::int64_t largest = -1;
  int stage = 0;
  for (const Value& operand : bound_operands(node)) {
    if (bytes_of(operand) <= largest) continue;
    largest = bytes_of(operand);
    stage = place(*operand.node).stage;
  }
  return stage;
}

void StagedGraph::place_others() {
  for (const NodePtr& node : order_) {
    StagePlace& own = at(*node);
    if (!own.bound) continue;
    const auto exchange = micro_batch_exchange(*node);
    if (exchange) {
      own.stage = stage_of_largest(*node);
    } else if (own.gradient) {
      const auto origin =
          node->origins.empty() ? stage_by_origin_.end() : stage_by_origin_.find(node->origins[0]);
      own.stage = origin != stage_by_origin_.end() ? origin->second : stage_of_largest(*node);
    }
    for (const Value& operand : bound_operands(*node)) {
      const StagePlace& other = at(*operand.node);
      const bool passes = other.stage != own.stage || (other.varying && !own.varying);
      own.hop = std::max(own.hop, other.hop + (passes ? 1 : 0));
    }
  }
}

// Ops of the gradient that read forward values only, such as the derivative of a function, come
// with the gradients that they are multiplied by: until then the forward values are kept anyway.
void StagedGraph::delay_factors() {
  std::unordered_map<const Node*, int> first_use;
  std::unordered_set<const Node*> needed_elsewhere;
  for (auto at_node = order_.rbegin(); at_node != order_.rend(); ++at_node) {
    const Node& node = **at_node;
    StagePlace& own = at(node);
    if (!own.bound) continue;
    const auto use = first_use.find(&node);
    if (own.gradient && own.varying && use != first_use.end() && !needed_elsewhere.count(&node))
      own.hop = use->second;
    for (const Value& operand : bound_operands(node)) {
      const Node* source = operand.node.get();
      if (own.gradient && own.varying && own.stage == at(*source).stage) {
        int& first = first_use.try_emplace(source, own.hop).first->second;
        first = std::min(first, own.hop);
      } else {
        needed_elsewhere.insert(source);
      }
    }
  }
}

}  // namespace ng
