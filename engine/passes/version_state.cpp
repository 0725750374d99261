// SPDX-License-Identifier: Apache-2.0
// Converts state to SSA: every read of a variable becomes the version it sees, and the final
// version of each variable becomes a write of the graph. Afterwards order is expressed by data flow
// only.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/random.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/shapes/set_item.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"
#include "engine/passes/late_reads.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"
#include "engine/passes/state_version.h"

namespace ng {
namespace {

using Versions = std::map<OpId, std::pair<NodePtr, StateVersion>>;  // by variable

class Orderer {
 public:
  Orderer(const Graph& graph, PassContext& context) : context_(context) {
    for (const NodePtr& node : ordered_nodes(graph)) {
      bool ordered = node->def->traits.kind == OpKind::sequential;
      bool acts = node->def->traits.is_effect();
      for (const Value& operand : node->operands) {
        ordered |= ordered_.count(operand.node.get()) > 0;
        acts |= acting_.count(operand.node.get()) > 0;
      }
      if (ordered) ordered_.insert(node.get());
      if (acts) acting_.insert(node.get());
    }
  }

  // Runs an op of a result list or sequence: its effects change `versions_`. Returns the op's
  // value, or null.
  Value run(const Value& op) {
    const NodePtr& node = op.node;
    if (node->def->traits.kind == OpKind::sequential) return run_sequential(node);
    if (node->def->traits.kind == OpKind::doall) {
      run_unordered({op});
      return {};
    }
    if (node->def->traits.is_effect()) {
      write(node);
      return {};
    }
    return read(op);
  }

  // Members see the versions at the start; their writes are joined at the end. Sequences run first:
  // an op in a sequence has its value at that position, also if it is listed by itself.
  std::vector<Value> run_unordered(const std::vector<Value>& members) {
    Members m{with_members_of_doalls(members), versions_, versions_, here_.size()};
    m.values.resize(m.all.size());
    m.begun.resize(m.all.size());
    const auto is_ordered = [&](const Value& op) { return ordered_.count(op.node.get()) > 0; };
    if (std::count_if(m.all.begin(), m.all.end(), is_ordered) > 1) m.late_reads = late_reads(m.all);
    for (const bool ordered : {true, false})
      for (std::size_t i = 0; i < m.all.size(); ++i)
        if (!is_doall(m.all[i]) && is_ordered(m.all[i]) == ordered) run_member(m, i);
    versions_ = m.after;
    for (const Node* node : m.met) here_.insert(node);
    for (const Value& op : m.all)
      if (is_doall(op)) done_[op.node.get()] = {};
    for (std::size_t i = 0; i < m.all.size(); ++i) {
      if (m.values[i] && !is_storage(*m.all[i].node)) unused.push_back(m.values[i]);
    }
    m.values.resize(members.size());
    return m.values;
  }

  Value current(const NodePtr& variable) {
    const auto at = versions_.find(variable->id);
    return at != versions_.end() ? at->second.second.value : initial(variable);
  }

  std::vector<StateWrite> writes() const {
    std::vector<StateWrite> all;
    for (const auto& [id, entry] : versions_) {
      if (!is_state(*entry.first)) continue;
      all.push_back({Value{entry.first, 0}, entry.second.value, entry.second.by});
    }
    return all;
  }

  std::vector<Value> unused;

 private:
  // The ops that a list of ordered ops has met, which begins with those that its members share.
  class Met {
   public:
    std::size_t size() const { return order_.size(); }
    bool contains(const Node* node) const { return nodes_.count(node) > 0; }
    bool insert(const Node* node) {
      if (!nodes_.insert(node).second) return false;
      order_.push_back(node);
      return true;
    }
    void take_after(std::size_t size, std::vector<const Node*>& taken) {
      for (; order_.size() > size; order_.pop_back()) {
        nodes_.erase(order_.back());
        taken.push_back(order_.back());
      }
    }

   private:
    std::unordered_set<const Node*> nodes_;
    std::vector<const Node*> order_;
  };

  // Of an unordered op.
  struct Members {
    std::vector<Value> all;
    Versions before, after;
    std::size_t marked;  // ops met before
    std::vector<const Node*> met = {};
    std::vector<Value> values = {};
    std::vector<bool> begun = {};
    std::unordered_map<const Node*, std::size_t> late_reads = {};
  };

  struct Written {
    Value value;             // computed once
    Value start;             // what the variable held at first,
    StateVersion version;    // and the version after that
    const Node* after = {};  // the effect that made `start`; null if it acted again then
  };

  static bool is_doall(const Value& op) { return op.node->def->traits.kind == OpKind::doall; }

  // The value before all writes. A temporary holds zeros.
  Value initial(const NodePtr& variable) {
    if (variable->def->traits.kind != OpKind::temporary) return Value{variable, 0};
    Value& zeros = zeros_[variable->id];
    if (!zeros) {
      const TensorType& type = variable->results[0];
      Creation creation("version_state", variable->origins);
      zeros = constant(Tensor(type.dtype, {}), type.axes).value();
    }
    return zeros;
  }

  StateVersion version_in(const Versions& versions, const NodePtr& variable) {
    const auto at = versions.find(variable->id);
    return at != versions.end() ? at->second.second : StateVersion{initial(variable)};
  }

  // The members, then those of the doalls among them and inside these, each of which runs once.
  // Without recursion: doalls may be nested deeply.
  static std::vector<Value> with_members_of_doalls(std::vector<Value> members) {
    std::unordered_set<const Node*> opened;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const NodePtr node = members[i].node;
      if (!is_doall(members[i]) || !opened.insert(node.get()).second) continue;
      members.insert(members.end(), node->operands.begin(), node->operands.end());
    }
    return members;
  }

  void run_member(Members& m, std::size_t i) {
    if (m.begun[i]) return;
    m.begun[i] = true;
    for (const std::size_t earlier : members_before(m, i)) run_member(m, earlier);
    versions_ = m.before;
    m.values[i] = run(m.all[i]);
    for (const auto& [id, entry] : versions_) merge(id, entry, m.before, m.after);
    here_.take_after(m.marked, m.met);
  }

  // The members that did not begin yet and give ops of this member a value after an effect.
  std::vector<std::size_t> members_before(const Members& m, std::size_t i) const {
    std::vector<std::size_t> earlier;
    if (m.late_reads.empty()) return earlier;
    std::unordered_set<const Node*> met;
    std::vector<NodePtr> open{m.all[i].node};
    while (!open.empty()) {
      const NodePtr node = std::move(open.back());
      open.pop_back();
      if (has_run(node) || !met.insert(node.get()).second) continue;
      const auto at = m.late_reads.find(node.get());
      if (at != m.late_reads.end() && !m.begun[at->second]) earlier.push_back(at->second);
      for (const Value& operand : node->operands) open.push_back(operand.node);
    }
    return earlier;
  }

  bool has_run(const NodePtr& node) const {
    return is_assignable(*node) || computed_.knows(node) || done_.count(node.get()) > 0 ||
           written_.count(node.get()) > 0;
  }

  Value run_sequential(const NodePtr& node) {
    if (const auto at = done_.find(node.get()); at != done_.end()) return at->second;
    Value last;
    for (const Value& member : node->operands) {
      act_again(member.node);
      last = run(member);
      if (last && !is_assignable(*member.node)) unused.push_back(last);
    }
    return done_[node.get()] = last;
  }

  // The effects that `top` depends on and that ran in another unordered member: each computes its
  // value once, and acts in every sequence that it is in. Without recursion: graphs are deep.
  void act_again(const NodePtr& top) {
    std::vector<std::pair<NodePtr, std::size_t>> path{{top, 0}};
    while (!path.empty()) {
      auto& [node, next] = path.back();
      if (next == 0 && !may_act_again(*node)) {
        path.pop_back();
      } else if (next < node->operands.size()) {
        const NodePtr operand = node->operands[next++].node;
        path.emplace_back(operand, 0);
      } else {
        if (!node->def->traits.is_effect())
          here_.insert(node.get());
        else if (written_.count(node.get()) > 0)
          write(node);
        path.pop_back();
      }
    }
  }

  // Sequences and doalls that did not run yet have an order of their own.
  bool may_act_again(const Node& node) const {
    return acting_.count(&node) > 0 && !here_.contains(&node) &&
           (!node.def->traits.is_sequencing() || done_.count(&node) > 0);
  }

  void write(const NodePtr& node) {
    if (!here_.insert(node.get())) return;
    const NodePtr& variable = node->operands[0].node;
    const auto at = written_.find(node.get());
    const Value value = at == written_.end() ? value_to_write(*node) : at->second.value;
    const StateVersion start = version_in(versions_, variable);
    if (at == written_.end()) {
      const Node* const after = is_first(start) ? start.by.get() : nullptr;
      written_[node.get()] = {value, start.value, version_after(node, value, start), after};
    }
    const Written& first = written_[node.get()];
    versions_[variable->id] = {
        variable, first.start == start.value ? first.version : version_after(node, value, start)};
  }

  Value value_to_write(const Node& node) {
    if (writes_part(node)) return read(node.operands[1]);
    Creation creation("version_state", node.origins);
    return of_type(Op(read(written_value(node))), node.operands[0].type()).value();
  }

  static StateVersion version_after(const NodePtr& node, const Value& value, StateVersion version) {
    if (!writes_part(*node)) return {value, node, node};
    const PartWrite part{node, value};
    version.value = with_part(version.value, part);
    version.by = node;
    version.parts.push_back(part);
    return version;
  }

  static bool are_same(const StateVersion& a, const StateVersion& b) {
    return a.by == b.by && a.value == b.value;
  }

  // Was the version made when its last effect first acted?
  bool is_first(const StateVersion& version) const {
    const auto at = written_.find(version.by.get());
    return at != written_.end() && at->second.version.value == version.value;
  }

  // Was `late` made from `early` by later effects?
  bool follows(const StateVersion& late, const StateVersion& early) const {
    if (!is_first(late) || !is_first(early)) return are_same(late, early);
    const Node* by = late.by.get();
    while (by && by != early.by.get()) by = written_.at(by).after;
    return by != nullptr;
  }

  // The value of an expression at this point; ops that were computed before keep their value.
  Value read(const Value& value) {
    if (is_assignable(*value.node)) return current(value.node);
    for_each_unknown_read(value);
    return computed_.rebuilt(value);
  }

  void for_each_unknown_read(const Value& value) {
    for_each_unknown(value, computed_, [this](const NodePtr& node) {
      if (is_assignable(*node)) return set_state(node);
      if (node->def->traits.is_sequencing() || node->def->traits.is_effect()) {
        computed_.set(node, run(Value{node, 0}));
        return;
      }
      std::vector<Value> operands = node->operands;
      bool changed = false;
      for (Value& operand : operands) {
        const Value now = is_assignable(*operand.node) ? seen_.at(operand.node.get())
                                                       : computed_.rebuilt(operand);
        changed |= !(now == operand);
        operand = now;
      }
      computed_.set(node, Value{changed ? with_operands(node, operands) : node, 0});
    });
    for (const NodePtr& node : states_) computed_.forget(node);
    states_.clear();
  }

  // State is looked up again for every expression: it is not kept after this walk.
  void set_state(const NodePtr& node) {
    seen_[node.get()] = current(node);
    computed_.set(node, current(node));
    states_.push_back(node);
  }

  void merge(OpId id, const std::pair<NodePtr, StateVersion>& entry, const Versions& before,
             Versions& after) {
    const auto old = before.find(id);
    const StateVersion start = old == before.end() ? StateVersion{} : old->second.second;
    if (are_same(start, entry.second)) return;
    auto [at, fresh] = after.emplace(id, entry);
    StateVersion& found = at->second.second;
    if (fresh || follows(found, entry.second)) return;
    if (are_same(found, start) || follows(entry.second, found)) {
      found = entry.second;
      return;
    }
    JoinedVersion both = joined(version_in(before, entry.first), found, entry.second);
    if (both.depends_on_order) warn(entry, at->second);
    found = std::move(both.version);
  }

  void warn(const std::pair<NodePtr, StateVersion>& a, const std::pair<NodePtr, StateVersion>& b) {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::warning;
    diagnostic.what =
        "two unordered assigns write the same elements of a variable; the one created later takes "
        "effect";
    diagnostic.where = describe(*a.second.by) + " and " + describe(*b.second.by);
    diagnostic.found = describe(*a.first);
    diagnostic.action =
        "list them in a sequential op (ng.sequential), in the order in which they take effect";
    diagnostic.ops = {a.second.by->id, b.second.by->id};
    context_.diagnostics.push_back(std::move(diagnostic));
  }

  PassContext& context_;
  Versions versions_;
  Rebuilder computed_;
  std::map<const Node*, Value> done_, seen_;
  std::map<const Node*, Written> written_;
  Met here_;
  std::map<OpId, Value> zeros_;  // of temporaries
  std::vector<NodePtr> states_;
  std::unordered_set<const Node*> ordered_;  // sequences and ops that depend on them
  std::unordered_set<const Node*> acting_;   // effects and ops that depend on them
};

// True if the pass has run before: effects are writes, or there are results without a value.
bool is_versioned(const Graph& graph) {
  return !graph.writes.empty() || std::any_of(graph.results.begin(), graph.results.end(),
                                              [](const Value& result) { return !result; });
}

// Advances the state of random ops by one draw per run, unless an assign sets it.
void move_random_states(Graph& graph) {
  std::set<std::pair<const Node*, int>> written;
  for (const StateWrite& write : graph.writes)
    written.insert({write.variable.node.get(), write.variable.result});
  for (const NodePtr& node : ordered_nodes(graph)) {
    if (!node->def->traits.random) continue;
    const Value& state = node->operands.back();
    if (!is_state(*state.node) || !written.insert({state.node.get(), state.result}).second)
      continue;
    Creation creation("version_state", node->origins);
    graph.writes.push_back({state, next_random_state(state), node});
  }
}

Graph run(const Graph& graph, PassContext& context) {
  if (is_versioned(graph)) return graph;
  Orderer orderer(graph, context);
  Graph result = graph;
  result.results = orderer.run_unordered(graph.results);
  for (std::size_t i = 0; i < graph.results.size(); ++i) {
    const Value& asked = graph.results[i];
    if (asked && is_assignable(*asked.node)) result.results[i] = orderer.current(asked.node);
  }
  for (Value& kept : result.kept) {
    kept = is_assignable(*kept.node) ? orderer.current(kept.node) : orderer.run(kept);
  }
  result.writes = orderer.writes();
  move_random_states(result);
  result.unused.clear();
  std::set<std::pair<const Node*, int>> results;
  for (const Value& value : result.results) results.insert({value.node.get(), value.result});
  for (const Value& value : orderer.unused) {
    if (!results.contains({value.node.get(), value.result})) result.unused.push_back(value);
  }
  return result;
}

}  // namespace

const Pass version_state = {
    .name = "version_state",
    .sentence = "assign, sequential, doall -> SSA of variables, and one write each at the end",
    .phase = PassPhase::graph,
    .condition = "",
    .reason = "after expand_deriv, before rules that move ops: order becomes data flow",
    .run = run,
    .required = true,
    .check_point = true,
    .formerly = "state_versions",
};

}  // namespace ng
