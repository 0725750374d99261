// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/staging/stage_graph.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/graph/op_def.h"
#include "engine/ops/collective/transfer.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/placed_state.h"
#include "engine/ops/state.h"
#include "engine/passes/rewriter.h"
#include "engine/passes/staging/micro_batch_values.h"

namespace ng {
namespace {

constexpr const char* rule = "cut_stages";

// Ops that the current task has made: what the next tasks wait for.
class TaskOps {
 public:
  void add(const Value& value, bool is_send = false) {
    (is_send ? sends_ : others_).push_back(value);
    for (const Value& operand : value.node->operands) read_.insert(operand.node.get());
  }

  // Those that no other reads; sends come first, since other stages wait for them.
  std::vector<Op> ends() const {
    std::vector<Op> ends(sends_.begin(), sends_.end());
    for (const Value& value : others_)
      if (!read_.count(value.node.get())) ends.emplace_back(value);
    return ends;
  }

 private:
  std::vector<Value> sends_, others_;
  std::set<const Node*> read_;
};

class StageBuilder {
 public:
  StageBuilder(const StagePlan& plan, int stage, const RankGroup& group, PassContext& context)
      : plan_(plan), graph_(plan.graph()), stage_(stage), group_(group), context_(context) {
    for (const NodePtr& node : graph_.order()) {
      const auto exchange = micro_batch_exchange(*node);
      if (exchange && exchange != CollectiveKind::shard)
        combined_[node->operands[0].node.get()].push_back(node);
    }
  }

  Graph run() {
    place_states();
    for (const PlannedTask& planned : plan_.tasks()) {
      if (planned.task.stage != stage_) continue;
      for (const NodePtr& node : planned.nodes) compute(node, planned.task.micro_batch);
      end_task();
    }
    Graph result = graph_.graph();
    for (Value& value : result.results) value = for_all(value);
    std::erase_if(result.writes, [this](const StateWrite& write) {
      return plan_.states().stage_of(*write.variable.node).value_or(stage_) != stage_;
    });
    for (StateWrite& write : result.writes) {
      write.variable = unbound_.rebuilt(write.variable);
      write.value = for_all(write.value);
    }
    for (Value& value : result.kept) value = for_all(value);
    std::erase_if(result.unused, [this](const Value& value) {
      const StagePlace& place = graph_.place(*value.node);
      return place.bound && place.stage != stage_;
    });
    for (Value& value : result.unused) value = value_of(value, std::nullopt);
    result.unused.insert(result.unused.end(), sent_.begin(), sent_.end());
    result.unused.insert(result.unused.end(), placed_states_.begin(), placed_states_.end());
    return result;
  }

 private:
  using Copy = std::tuple<const Node*, int, MicroBatch>;

  Value for_all(const Value& value) { return value ? value_of(value, std::nullopt) : Value{}; }

  // State that another stage keeps comes before all else, if this one reads it.
  void place_states() {
    for (const NodePtr& state : plan_.states().all()) {
      const std::optional<int> keeper = plan_.states().stage_of(*state);
      if (!keeper) continue;
      StatePlacement placement{.kind = StatePlacement::Kind::owned,
                               .group = group_.group,
                               .ranks = group_.group_size,
                               .owner = *keeper};
      const Value placed{placed_state(*state, placement, state->results[0].axes), 0};
      placed_states_.push_back(placed);
      if (*keeper != stage_) continue;
      unbound_.set(state, placed);
      send_to_others({state, 0}, std::nullopt, placed);
    }
    end_task();
    for (const NodePtr& state : plan_.states().all()) {
      const Value value{state, 0};
      if (plan_.transfers(value, std::nullopt).count(stage_))
        unbound_.set(state, received(value, std::nullopt));
    }
    end_task();
    for (const NodePtr& node : graph_.order()) {
      if (graph_.place(*node).bound || graph_.takes_part(*node)) continue;
      const NodePtr current = unbound_.rebuilt_operands(node);
      if (current != node) unbound_.set(node, Value{current, 0});
    }
  }

  // What ops of a task for `batch` read as `value`.
  Value value_of(const Value& value, MicroBatch batch) {
    if (graph_.takes_part(*value.node)) return part_of(value, batch);
    const StagePlace& place = graph_.place(*value.node);
    if (!place.bound) return unbound_.rebuilt(value);
    const MicroBatch own = place.varying ? batch : std::nullopt;
    Value& known = values_[{value.node.get(), value.result, own}];
    if (!known) {
      check(place.stage != stage_, "an op of a stage that is read before it is computed");
      known = received(value, own);
    }
    return known;
  }

  Value part_of(const Value& value, MicroBatch batch) {
    const Copy copy{value.node.get(), value.result, batch};
    if (const auto known = values_.find(copy); known != values_.end()) return known->second;
    const Value whole = value_of(value.node->operands[0], batch);
    const Creation creation(rule, *value.node);
    const std::vector<Op> done = done_before();
    const Op from = done.empty() ? Op(whole) : after(Op(whole), done);
    const Value part = micro_batch_part(from, value.axes(), batch.value());
    for (const NodePtr& made : creation.made()) task_.add(Value{made, 0});
    return values_[copy] = part;
  }

  Value received(const Value& value, MicroBatch batch) {
    const StageTransfer& transfer = plan_.transfers(value, batch).at(stage_);
    const Creation creation(rule, *value.node);
    const Value made =
        receive(done_before(), value.axes(), value.dtype(), {transfer.from, transfer.tag}, group_)
            .value();
    for (const NodePtr& own : creation.made()) place(*own, "stage " + std::to_string(stage_));
    record("receive", made);
    task_.add(made);
    return made;
  }

  // One value that exists when all tasks before this one are done; empty for the first one.
  std::vector<Op> done_before() {
    if (!began_ && !before_.empty()) {
      began_ = after(constant(Tensor(0.0)), before_).value();
      task_.add(began_);
    }
    return began_ ? std::vector<Op>{Op(began_)} : std::vector<Op>();
  }

  void end_task() {
    if (began_) before_.clear();
    began_ = {};
    const std::vector<Op> ends = task_.ends();
    before_.insert(before_.end(), ends.begin(), ends.end());
    task_ = {};
  }

  void compute(const NodePtr& node, MicroBatch batch) {
    const auto exchange = micro_batch_exchange(*node);
    if (exchange) return finish(node);
    std::vector<Value> operands = node->operands;
    for (Value& operand : operands) operand = value_of(operand, batch);
    const NodePtr copy = copy_of(node, std::move(operands), batch);
    task_.add(Value{copy, 0});
    for (std::size_t i = 0; i < node->results.size(); ++i) {
      const int result = static_cast<int>(i);
      set(Value{node, result}, batch, Value{copy, result});
    }
    const auto combined = combined_.find(node.get());
    if (combined == combined_.end()) return;
    for (const NodePtr& exchange_op : combined->second) collect(exchange_op, batch.value());
  }

  // The first micro-batch keeps the op's id.
  static NodePtr copy_of(const NodePtr& node, std::vector<Value> operands, MicroBatch batch) {
    if (batch.value_or(0) == 0)
      return operands == node->operands ? node : with_operands(node, std::move(operands));
    const Creation creation(rule, *node);
    if (!node->loop) return make_node(*node->def, std::move(operands), node->attributes);
    return make_loop_node(*node->def, std::move(operands), node->attributes, node->results,
                          node->loop);
  }

  // Adds the micro-batch's term to the sum at once, so that only the sum is kept.
  void collect(const NodePtr& exchange, int batch) {
    const Value term = value_of(exchange->operands[0], batch);
    const Creation creation(rule, *exchange);
    MicroBatchSum& sum = sums_.try_emplace(exchange.get(), *exchange).first->second;
    sum.add(term);
    for (const NodePtr& made : creation.made()) task_.add(Value{made, 0});
  }

  void finish(const NodePtr& exchange) {
    const Creation creation(rule, *exchange);
    const Value whole = sums_.at(exchange.get()).whole();
    for (const NodePtr& made : creation.made()) task_.add(Value{made, 0});
    set(Value{exchange, 0}, std::nullopt, whole);
  }

  void set(const Value& value, MicroBatch batch, const Value& computed) {
    values_[{value.node.get(), value.result, batch}] = computed;
    send_to_others(value, batch, computed);
  }

  void send_to_others(const Value& value, MicroBatch batch, const Value& computed) {
    for (const auto& [to, transfer] : plan_.transfers(value, batch)) {
      const Creation creation(rule, *value.node);
      const Value sent = send(Op(computed), {to, transfer.tag}, group_).value();
      record("send", sent);
      task_.add(sent, true);
      sent_.push_back(sent);
    }
  }

  void record(const char* name, const Value& made) {
    Rewrite rewrite;
    rewrite.rule = name;
    rewrite.added = {made.node->id};
    context_.rewrites.push_back(std::move(rewrite));
    place(*made.node, "exchange");
  }

  void place(const Node& made, std::string where) {
    context_.placements[made.id][group_.group] = std::move(where);
  }

  const StagePlan& plan_;
  const StagedGraph& graph_;
  const int stage_;
  const RankGroup group_;
  PassContext& context_;
  std::map<const Node*, std::vector<NodePtr>> combined_;  // exchanges that read a node's values
  std::map<Copy, Value> values_;                          // of this stage
  std::map<const Node*, MicroBatchSum> sums_;
  TaskOps task_;
  std::vector<Op> before_;  // ends of the tasks before
  Value began_;
  std::vector<Value> sent_;
  Rebuilder unbound_;  // state, and ops that belong to no stage
  // Declared by all stages, since all exchange them: later passes may remove every reader.
  std::vector<Value> placed_states_;
};

}  // namespace

Graph graph_of_stage(const StagePlan& plan, int stage, const RankGroup& group,
                     PassContext& context) {
  return StageBuilder(plan, stage, group, context).run();
}

}  // namespace ng
