// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/staging/forward_stages.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_set>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"
#include "engine/passes/staging/balanced_stages.h"
#include "engine/passes/staging/staged_graph.h"

namespace ng {
namespace {

// A byte that is sent costs as much as two FLOP, as where shard_axes divides ops.
constexpr double cost_of_sent_byte = 2;

[[noreturn]] void refuse_stages(int stages, std::size_t ops) {
  Diagnostic diagnostic;
  diagnostic.what = "the net cannot be cut into " + std::to_string(stages) + " stages";
  diagnostic.found = std::to_string(ops) + " forward ops that depend on its inputs";
  diagnostic.expected = "at least one op for each stage, in the order of the data";
  diagnostic.action = "choose fewer stages, or other values of the metadata 'stage'";
  refuse(ErrorKind::value, std::move(diagnostic));
}

[[noreturn]] void refuse_fixed(const Node& node, const std::string& found,
                               const std::string& expected) {
  Diagnostic diagnostic;
  diagnostic.what = "the metadata 'stage' of an op cannot be followed";
  diagnostic.where = describe(node);
  diagnostic.found = found;
  diagnostic.expected = expected;
  diagnostic.action = "change or remove the op's metadata 'stage'";
  diagnostic.ops = {node.id};
  refuse(ErrorKind::value, std::move(diagnostic));
}

int stage_of_text(const Node& node, const std::string& text, int stages) {
  int stage = -1;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, stage);
  if (error == std::errc() && at == end && stage >= 0 && stage < stages) return stage;
  refuse_fixed(node, "'" + text + "'", "a stage from 0 to " + std::to_string(stages - 1));
}

// The stages that users fixed, by the ids of their ops.
std::unordered_map<OpId, int> fixed_stages(const Graph& graph, int stages) {
  std::unordered_map<OpId, int> fixed;
  for (const NodePtr& node : ordered_nodes(graph)) {
    if (!node->label) continue;
    const auto found = node->label->metadata.find("stage");
    if (found != node->label->metadata.end())
      fixed[node->id] = stage_of_text(*node, found->second, stages);
  }
  return fixed;
}

struct ForwardOp {
  NodePtr node;
  StageItem item;
};

class ForwardStages {
 public:
  ForwardStages(const StagedGraph& graph, std::vector<NodePtr> forward,
                const std::unordered_map<OpId, double>& gradient_costs, const Graph& with_labels,
                bool may_be_empty)
      : graph_(graph),
        may_be_empty_(may_be_empty),
        gradient_costs_(gradient_costs),
        fixed_(fixed_stages(with_labels, graph.stages())) {
    for (const NodePtr& node : with_late_inputs(forward)) ops_.push_back({node, item_of(*node)});
  }

  std::vector<std::pair<NodePtr, int>> run() {
    number();
    limit_from_above();
    const auto by_limits = [](const ForwardOp& a, const ForwardOp& b) {
      return std::pair(a.item.first, a.item.last) < std::pair(b.item.first, b.item.last);
    };
    std::stable_sort(ops_.begin(), ops_.end(), by_limits);  // operands still come first
    number();
    count_cuts();
    std::vector<StageItem> items;
    for (const ForwardOp& op : ops_) items.push_back(op.item);
    const int ops = static_cast<int>(ops_.size());
    const int count = may_be_empty_ ? std::min(graph_.stages(), ops) : graph_.stages();
    std::vector<int> stages = balanced_stages(items, count);
    if (stages.empty() && may_be_empty_) stages = balanced_stages(items, graph_.stages(), true);
    if (stages.empty() && count > 0) refuse_stages(graph_.stages(), ops_.size());
    std::vector<std::pair<NodePtr, int>> result;
    for (std::size_t i = 0; i < ops_.size(); ++i) result.emplace_back(ops_[i].node, stages[i]);
    return result;
  }

 private:
  // Ops that only prepare inputs, such as labels, come right before their first user.
  std::vector<NodePtr> with_late_inputs(const std::vector<NodePtr>& forward) {
    std::unordered_map<const Node*, NodePtr> waiting;
    std::vector<NodePtr> order;
    for (const NodePtr& node : forward) {
      if (prepares_input(*node, waiting)) {
        waiting[node.get()] = node;
        continue;
      }
      append_with_inputs(node, waiting, order);
    }
    for (const NodePtr& node : forward)
      if (waiting.count(node.get())) append_with_inputs(node, waiting, order);
    return order;
  }

  bool prepares_input(const Node& node,
                      const std::unordered_map<const Node*, NodePtr>& waiting) const {
    return std::all_of(node.operands.begin(), node.operands.end(), [&](const Value& operand) {
      const Node& source = *graph_.source_of(operand).node;
      const OpKind kind = source.def->traits.kind;
      return kind == OpKind::placeholder || kind == OpKind::constant || waiting.count(&source) > 0;
    });
  }

  void append_with_inputs(const NodePtr& node, std::unordered_map<const Node*, NodePtr>& waiting,
                          std::vector<NodePtr>& order) const {
    std::vector<std::pair<NodePtr, bool>> stack = {{node, false}};
    while (!stack.empty()) {
      const auto [top, has_operands] = stack.back();
      stack.pop_back();
      if (has_operands) {
        order.push_back(top);
        continue;
      }
      if (top != node && waiting.erase(top.get()) == 0) continue;
      waiting.erase(top.get());
      stack.emplace_back(top, true);
      for (const Value& operand : graph_.bound_operands(*top)) {
        if (waiting.count(operand.node.get())) stack.emplace_back(operand.node, false);
      }
    }
  }

  StageItem item_of(const Node& node) const {
    StageItem item{cost_of(node), 0, 0, graph_.stages() - 1};
    const auto gradients = gradient_costs_.find(node.id);
    if (gradients != gradient_costs_.end()) item.cost += gradients->second;
    for (const OpId origin : node.origins) {
      const auto fixed = fixed_.find(origin);
      if (fixed != fixed_.end()) item.first = item.last = fixed->second;
    }
    return item;
  }

  void number() {
    for (std::size_t i = 0; i < ops_.size(); ++i) position_[ops_[i].node.get()] = i;
  }

  // The forward ops that the node reads, also through sums over the micro-batches.
  std::vector<std::size_t> operands_of(const Node& node) const {
    std::vector<std::size_t> positions;
    for (const Value& operand : graph_.bound_operands(node)) {
      const Node* source = operand.node.get();
      if (micro_batch_exchange(*source)) source = source->operands[0].node.get();
      const auto at = position_.find(source);
      if (at != position_.end()) positions.push_back(at->second);
    }
    return positions;
  }

  // No op may be before those it reads, or after those that read it.
  void limit_from_above() {
    for (ForwardOp& op : ops_) {
      int least = 0;
      for (const std::size_t i : operands_of(*op.node)) least = std::max(least, ops_[i].item.first);
      if (least > op.item.last)
        refuse_fixed(*op.node, "stage " + std::to_string(op.item.last),
                     "stage " + std::to_string(least) + " or later, as that of its operands");
      op.item.first = std::max(op.item.first, least);
    }
    for (auto op = ops_.rbegin(); op != ops_.rend(); ++op) {
      for (const std::size_t i : operands_of(*op->node))
        ops_[i].item.last = std::min(ops_[i].item.last, op->item.last);
    }
  }

  // Each value passes all cuts between its op and its last reader.
  void count_cuts() {
    std::vector<std::size_t> last(ops_.size());
    for (std::size_t i = 0; i < ops_.size(); ++i) last[i] = i;
    for (std::size_t i = 0; i < ops_.size(); ++i)
      for (const std::size_t operand : operands_of(*ops_[i].node)) last[operand] = i;
    std::vector<double> begins(ops_.size() + 1, 0);
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      double bytes = 0;
      for (const TensorType& type : ops_[i].node->results)
        bytes += static_cast<double>(byte_size(type));
      begins[i + 1] += bytes;
      begins[last[i] + 1] -= bytes;
    }
    double crossing = 0;
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      crossing += begins[i];
      ops_[i].item.cut_cost = cost_of_sent_byte * crossing;
    }
  }

  const StagedGraph& graph_;
  const bool may_be_empty_;
  const std::unordered_map<OpId, double>& gradient_costs_;
  const std::unordered_map<OpId, int> fixed_;
  std::vector<ForwardOp> ops_;
  std::unordered_map<const Node*, std::size_t> position_;
};

}  // namespace

double cost_of(const Node& node) {
  const double flops = node.def->flops ? static_cast<double>(node.def->flops(node)) : 0;
  return flops + static_cast<double>(byte_traffic(node));
}

std::vector<std::pair<NodePtr, int>> forward_stages(
    const StagedGraph& graph, std::vector<NodePtr> forward,
    const std::unordered_map<OpId, double>& gradient_costs, const Graph& with_labels,
    bool may_be_empty) {
  if (graph.stages() == 1) {
    std::vector<std::pair<NodePtr, int>> all;
    for (const NodePtr& node : forward) all.emplace_back(node, 0);
    return all;
  }
  return ForwardStages(graph, std::move(forward), gradient_costs, with_labels, may_be_empty).run();
}

}  // namespace ng
