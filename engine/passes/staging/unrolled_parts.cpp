// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/staging/unrolled_parts.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

#include "engine/graph/op_def.h"
#include "engine/passes/staging/micro_batch_values.h"
#include "engine/passes/staging/micro_batches.h"

namespace ng {
namespace {

class Unroller {
 public:
  Unroller(const Graph& graph, int count, const char* rule)
      : graph_(graph), count_(count), rule_(rule) {}

  UnrolledParts run() {
    for (const NodePtr& node : ordered_nodes(graph_)) add(node);
    result_.graph = graph_;
    const auto replace = [this](Value& value) {
      if (value) value = value_of(value, 0);
    };
    for (Value& value : result_.graph.results) replace(value);
    for (Value& value : result_.graph.kept) replace(value);
    for (Value& value : result_.graph.unused) replace(value);
    for (StateWrite& write : result_.graph.writes) replace(write.value);
    return std::move(result_);
  }

 private:
  using Copy = std::tuple<const Node*, int, int>;  // op, result, part

  void add(const NodePtr& node) {
    const auto exchange = micro_batch_exchange(*node);
    if (exchange == CollectiveKind::shard) return add_parts(*node);
    if (exchange) return combine(*node);
    bool varies = false;
    for (const Value& operand : node->operands) varies |= varying_.count(operand.node.get()) > 0;
    if (!varies) return set(*node, 0, with_operands_of(node, 0));
    varying_.insert(node.get());
    for (int part = 0; part < count_; ++part) {
      const NodePtr copy = part == 0 ? with_operands_of(node, 0) : copy_of(*node, part);
      result_.part[copy.get()] = part;
      set(*node, part, copy);
    }
  }

  void add_parts(const Node& shard) {
    varying_.insert(&shard);
    for (int part = 0; part < count_; ++part) {
      const Creation creation(rule_, shard);
      const Value whole = value_of(shard.operands[0], part);
      values_[{&shard, 0, part}] = micro_batch_part(Op(whole), shard.results[0].axes, part);
      for (const NodePtr& made : creation.made()) result_.part[made.get()] = part;
    }
  }

  void combine(const Node& exchange) {
    const Creation creation(rule_, exchange);
    MicroBatchSum sum(exchange);
    for (int part = 0; part < count_; ++part) sum.add(value_of(exchange.operands[0], part));
    values_[{&exchange, 0, 0}] = sum.whole();
  }

  NodePtr with_operands_of(const NodePtr& node, int part) const {
    std::vector<Value> operands = operands_of(*node, part);
    return operands == node->operands ? node : with_operands(node, std::move(operands));
  }

  NodePtr copy_of(const Node& node, int part) const {
    const Creation creation(rule_, node);
    std::vector<Value> operands = operands_of(node, part);
    if (!node.loop) return make_node(*node.def, std::move(operands), node.attributes);
    return make_loop_node(*node.def, std::move(operands), node.attributes, node.results, node.loop);
  }

  std::vector<Value> operands_of(const Node& node, int part) const {
    std::vector<Value> operands = node.operands;
    for (Value& operand : operands) operand = value_of(operand, part);
    return operands;
  }

  Value value_of(const Value& value, int part) const {
    const bool varies = varying_.count(value.node.get()) > 0;
    return values_.at({value.node.get(), value.result, varies ? part : 0});
  }

  void set(const Node& node, int part, const NodePtr& computed) {
    const auto results = std::max<std::size_t>(1, node.results.size());
    for (std::size_t i = 0; i < results; ++i)
      values_[{&node, static_cast<int>(i), part}] = Value{computed, static_cast<int>(i)};
  }

  const Graph& graph_;
  const int count_;
  const char* const rule_;
  UnrolledParts result_;
  std::map<Copy, Value> values_;
  std::unordered_set<const Node*> varying_;  // have a value for each part
};

}  // namespace

UnrolledParts unrolled_parts(const Graph& graph, int count, const char* rule) {
  return Unroller(graph, count, rule).run();
}

}  // namespace ng
