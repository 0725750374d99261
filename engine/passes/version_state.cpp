// SPDX-License-Identifier: Apache-2.0
// Converts state to SSA: every read of a variable becomes the version it sees, and the final
// version of each variable becomes a write of the graph. Afterwards order is expressed by data flow
// only.
#include <map>
#include <set>
#include <unordered_set>

#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/random.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/shapes/set_item.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"
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
      for (const Value& operand : node->operands) ordered |= ordered_.count(operand.node.get()) > 0;
      if (ordered) ordered_.insert(node.get());
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
    const Versions before = versions_;
    Versions after = before;
    const std::vector<Value> all = with_members_of_doalls(members);
    std::vector<Value> values(all.size());
    for (const bool ordered : {true, false}) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (is_doall(all[i]) || (ordered_.count(all[i].node.get()) > 0) != ordered) continue;
        versions_ = before;
        values[i] = run(all[i]);
        for (const auto& [id, entry] : versions_) merge(id, entry, before, after);
      }
    }
    versions_ = after;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (values[i] && !is_storage(*all[i].node)) unused.push_back(values[i]);
    }
    values.resize(members.size());
    return values;
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
  std::vector<Value> with_members_of_doalls(std::vector<Value> members) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      const NodePtr node = members[i].node;
      if (!is_doall(members[i]) || !done_.emplace(node.get(), Value{}).second) continue;
      members.insert(members.end(), node->operands.begin(), node->operands.end());
    }
    return members;
  }

  Value run_sequential(const NodePtr& node) {
    if (const auto at = done_.find(node.get()); at != done_.end()) return at->second;
    Value last;
    for (const Value& member : node->operands) {
      last = run(member);
      if (last && !is_assignable(*member.node)) unused.push_back(last);
    }
    return done_[node.get()] = last;
  }

  void write(const NodePtr& node) {
    if (!done_.emplace(node.get(), Value{}).second) return;
    const Value& target = node->operands[0];
    if (writes_part(*node)) return write_part(target.node, node);
    Creation creation("version_state", node->origins);
    const Value value = of_type(Op(read(written_value(*node))), target.type()).value();
    versions_[target.node->id] = {target.node, {value, node, node}};
  }

  void write_part(const NodePtr& variable, const NodePtr& node) {
    const PartWrite part{node, read(node->operands[1])};
    StateVersion version = version_in(versions_, variable);
    version.value = with_part(version.value, part);
    version.by = node;
    version.parts.push_back(part);
    versions_[variable->id] = {variable, std::move(version)};
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
    const NodePtr start = old == before.end() ? nullptr : old->second.second.by;
    if (start == entry.second.by) return;
    auto [at, fresh] = after.emplace(id, entry);
    StateVersion& found = at->second.second;
    if (fresh || found.by == entry.second.by) return;
    if (found.by == start) {
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
  std::map<OpId, Value> zeros_;  // of temporaries
  std::vector<NodePtr> states_;
  std::unordered_set<const Node*> ordered_;  // sequences and ops that depend on them
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
