// SPDX-License-Identifier: Apache-2.0
// Fuses elementwise ops, views, reductions and small dots that share loops into one kernel. Greedy,
// users first: an op joins a user's kernel if the loops agree, nothing is recomputed too often and
// no cycle between kernels arises. Independent kernels over the same loops are then merged
// (horizontal fusion).
#include <algorithm>
#include <chrono>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/error.h"
#include "engine/graph/node_memory.h"
#include "engine/kernels/c_identifier.h"
#include "engine/lowering/iteration.h"
#include "engine/ops/fused.h"
#include "engine/ops/shapes/join.h"
#include "engine/ops/state.h"
#include "engine/passes/kernel_fingerprint.h"
#include "engine/passes/pass_devices.h"
#include "engine/passes/passes.h"
#include "engine/passes/reachability.h"
#include "engine/passes/rewriter.h"

namespace ng {
namespace {

constexpr std::size_t max_members = 64;
// A program of more different kernels than this takes long to compile. Of fewer ops each, many are
// alike, and those are compiled once: 100,000 random ops give 1,200 different kernels, not 4,500.
constexpr std::size_t most_different = 2048, max_members_of_many = 8;
// Limits of horizontal fusion, per group and in total: each attempt takes some microseconds.
constexpr std::size_t max_side_by_side = 256, max_tries = 1 << 15;

enum class Made { no, begun, yes };

struct Group {
  std::vector<NodePtr> members;  // users first
  Iteration iteration;
  bool once = false;    // inference: depends on variables only (see compute_once)
  bool closed = false;  // a library call or `lone`: no op may join
  bool lone = false;    // not in a kernel; a group only so that paths through it count
};

class Fuser {
 public:
  // `members`: the most ops of a kernel.
  Fuser(const Graph& graph, PassContext& context, std::size_t members)
      : graph_(graph),
        context_(context),
        max_members_(members),
        order_(ordered_nodes(graph)),
        users_(users_of(graph)),
        devices_(devices_of_ops(graph, context)) {
    for (const Value& root : roots(graph)) rooted_.insert(root.node.get());
    if (graph.writes.empty() && context.loop.empty() && context.rule_enabled("compute_once")) {
      find_once();
    }
  }

  void group() {
    for (auto at = order_.rbegin(); at != order_.rend(); ++at) place(*at);
    join_side_by_side();
  }

  std::size_t different_kernels() const {
    std::unordered_set<std::size_t> different;
    for (const Group& group : groups_) {
      if (!group.closed && !group.members.empty()) {
        different.insert(kernel_fingerprint(group.members));
      }
    }
    return different.size();
  }

  Graph fused() {
    if (passed_over_ > 0) note_siblings();
    note_limit();
    return rebuilt();
  }

 private:
  bool fusible(const Node& node) const {
    const LowerKind kind = node.def->lower;
    if (joins_by_copies(node)) return false;
    return kind == LowerKind::scalar || kind == LowerKind::view || kind == LowerKind::reduce ||
           kind == LowerKind::contraction || kind == LowerKind::indexed;
  }

  bool by_library(const Node& node) const {
    return node.def->lower == LowerKind::contraction && node.def->flops &&
           node.def->flops(node) >= context_.options.library_dot_flops;
  }

  // Finds values that depend only on variables, which inference keeps between runs.
  void find_once() {
    for (const NodePtr& node : order_) {
      const Traits& traits = node->def->traits;
      const bool source = is_state(*node) || traits.kind == OpKind::constant;
      const bool computed =
          !traits.is_source() && !traits.is_effect() && !traits.random && !traits.collective &&
          !node->loop &&
          std::all_of(node->operands.begin(), node->operands.end(),
                      [this](const Value& value) { return once_.count(value.node.get()) > 0; });
      if (source || computed) once_.insert(node.get());
    }
  }

  int group_of(const Node* node) const {
    const auto at = group_of_.find(node);
    return at == group_of_.end() ? -1 : at->second;
  }

  void place(const NodePtr& node) {
    if (node->def->traits.is_source()) return;
    Group group;
    group.lone = !fusible(*node);
    group.closed = group.lone || by_library(*node);
    if (!group.closed && join_a_user(node)) return;
    group.members = {node};
    group.once = once_.count(node.get()) > 0;
    if (!group.lone) group.iteration.try_add(node, {}, true);
    groups_.push_back(std::move(group));
    enter(node, leads_.add());
  }

  void enter(const NodePtr& node, int g) {
    group_of_[node.get()] = g;
    const auto at = users_.find(node.get());
    if (at == users_.end()) return;
    for (const Node* user : at->second) {
      if (const int reader = group_of(user); reader >= 0 && reader != g) {
        leads_.link(g, reader);
      }
    }
  }

  bool join_a_user(const NodePtr& node) {
    const auto at = users_.find(node.get());
    if (at == users_.end()) return false;
    std::vector<int> candidates;
    for (const Node* user : at->second) {
      const int g = group_of(user);
      const bool known = std::find(candidates.begin(), candidates.end(), g) != candidates.end();
      if (g >= 0 && !known) candidates.push_back(g);
    }
    return std::any_of(candidates.begin(), candidates.end(),
                       [&](int g) { return join(node, g, at->second); });
  }

  bool join(const NodePtr& node, int g, const std::vector<const Node*>& users) {
    Group& group = groups_[static_cast<std::size_t>(g)];
    if (group.closed || group.members.size() >= max_members_) return false;
    // Cheap ops are recomputed rather than kept.
    if (once_.count(node.get()) && !group.once && !node->def->traits.cheap) return false;
    std::vector<const Node*> inside;
    bool escapes = rooted_.count(node.get()) > 0;
    for (const Node* user : users) {
      const int other = group_of(user);
      if (other == g) {
        inside.push_back(user);
      } else {
        escapes = true;
        if (other < 0 || leads_.leads(other, g)) return false;
      }
    }
    Iteration extended = group.iteration;
    if (!extended.try_add(node, inside, escapes)) return false;
    group.iteration = std::move(extended);
    group.members.push_back(node);
    enter(node, g);
    return true;
  }

  bool escapes(const NodePtr& node, int group) const {
    if (rooted_.count(node.get())) return true;
    for (const Node* user : users_.at(node.get())) {
      if (group_of(user) != group) return true;
    }
    return false;
  }

  // Horizontal fusion: tries pairs of groups with equal loop lengths, in order.
  void join_side_by_side() {
    std::map<std::vector<std::int64_t>, std::vector<std::size_t>> alike;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (!groups_[g].closed) alike[loops_of(groups_[g])].push_back(g);
    }
    std::vector<std::vector<std::size_t>> later(groups_.size());
    for (const auto& [loops, members] : alike) {
      for (std::size_t i = 0; i < members.size(); ++i) {
        const std::size_t end = std::min(members.size(), i + 1 + max_side_by_side);
        for (std::size_t k = i + 1; k < end; ++k) later[members[i]].push_back(members[k]);
        passed_over_ += members.size() - end;
      }
    }
    for (std::size_t a = 0; a < groups_.size(); ++a) {
      for (const std::size_t b : later[a]) {
        if (tries_ < max_tries) {
          try_join(a, b);
        } else {
          ++passed_over_;
        }
      }
    }
  }

  static std::vector<std::int64_t> loops_of(const Group& group) {
    std::vector<std::int64_t> extents;
    for (const IterationLoop& loop : group.iteration.loops()) extents.push_back(loop.extent);
    std::sort(extents.begin(), extents.end());
    return extents;
  }

  void note_siblings() {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::note;
    diagnostic.what = std::to_string(passed_over_) + " pairs of kernels with equal loop lengths " +
                      "were not considered for horizontal fusion";
    diagnostic.expected = "at most " + std::to_string(max_tries) + " pairs, and " +
                          std::to_string(max_side_by_side) + " per kernel";
    context_.diagnostics.push_back(std::move(diagnostic));
  }

  void note_limit() {
    if (groups_.size() <= Reachability::most) return;
    Diagnostic diagnostic;
    diagnostic.severity = Severity::note;
    diagnostic.what = "the graph has " + std::to_string(groups_.size()) +
                      " kernels and library calls; beyond " + std::to_string(Reachability::most) +
                      " no more ops are fused";
    diagnostic.action = "split the graph into several computations";
    context_.diagnostics.push_back(std::move(diagnostic));
  }

  void try_join(std::size_t a, std::size_t b) {
    Group& into = groups_[a];
    Group& from = groups_[b];
    if (into.once != from.once) return;
    if (into.closed || from.closed || into.members.empty() || from.members.empty()) return;
    if (into.members.size() + from.members.size() > max_members_) return;
    if (devices_ && devices_->of(*into.members[0]) != devices_->of(*from.members[0])) return;
    if (into.iteration.loops().size() != from.iteration.loops().size()) return;
    const int in = static_cast<int>(a), out = static_cast<int>(b);
    if (leads_.leads(in, out) || leads_.leads(out, in)) return;
    ++tries_;
    Iteration joined = into.iteration;
    for (const NodePtr& member : from.members) {
      std::vector<const Node*> inside;
      if (const auto at = users_.find(member.get()); at != users_.end()) {
        for (const Node* user : at->second) {
          if (group_of(user) == out) inside.push_back(user);
        }
      }
      if (!joined.try_add(member, inside, escapes(member, out))) return;
    }
    if (joined.loops().size() != into.iteration.loops().size()) return;
    into.iteration = std::move(joined);
    into.members.insert(into.members.end(), from.members.begin(), from.members.end());
    for (const NodePtr& member : from.members) group_of_[member.get()] = in;
    from.members.clear();
    leads_.merge(in, out);
  }

  // Replaces each group by one fused op, after the groups it reads.
  Graph rebuilt() {
    made_groups_.assign(groups_.size(), Made::no);
    for (const NodePtr& node : order_) require(node);
    return rebuilder_.rebuilt(graph_);
  }

  void keep(const NodePtr& node) {
    if (rebuilder_.knows(node)) return;
    for (const Value& operand : node->operands) require(operand.node);
    rebuilder_.set(node, Value{rebuilder_.rebuilt_operands(node), 0});
  }

  void require(const NodePtr& node) {
    const int g = group_of(node.get());
    if (g < 0) {
      keep(node);
    } else {
      make(g);
    }
  }

  void make(int g) {
    Made& state = made_groups_[static_cast<std::size_t>(g)];
    if (state == Made::yes) return;
    check(state == Made::no, "cyclic dependency between kernels");
    state = Made::begun;
    const Group& group = groups_[static_cast<std::size_t>(g)];
    std::unordered_set<const Node*> members;
    for (const NodePtr& member : group.members) members.insert(member.get());
    for (const NodePtr& member : group.members) {
      for (const Value& operand : member->operands) {
        if (!members.count(operand.node.get())) require(operand.node);
      }
    }
    if (group.lone) {
      keep(group.members.front());
    } else {
      fuse_members(group, g);
    }
    state = Made::yes;
  }

  void fuse_members(const Group& group, int g) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<NodePtr> inside(group.members.rbegin(), group.members.rend());
    std::vector<Value> outputs;
    for (const NodePtr& member : inside) {
      if (escapes(member, g)) outputs.push_back(Value{member, 0});
    }
    const NodePtr fused = make_fused(with_new_operands(inside, outputs), outputs, kernel_name(),
                                     group.iteration.space(inside));
    Rewrite rewrite;
    rewrite.rule = "fuse";
    for (const NodePtr& member : inside) rewrite.removed.push_back(member->id);
    rewrite.added = {fused->id};
    const std::chrono::duration<double, std::micro> spent =
        std::chrono::steady_clock::now() - start;
    rewrite.microseconds = spent.count();
    context_.rewrites.push_back(std::move(rewrite));
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      rebuilder_.set(originals_.at(outputs[i].node.get()), Value{fused, static_cast<int>(i)});
    }
  }

  // Copies of the members over the rebuilt outer operands; `outputs` are updated accordingly.
  std::vector<NodePtr> with_new_operands(const std::vector<NodePtr>& inside,
                                         std::vector<Value>& outputs) {
    std::unordered_map<const Node*, NodePtr> copies;
    std::vector<NodePtr> result;
    for (const NodePtr& member : inside) {
      auto copy = new_node(*member);
      for (Value& operand : copy->operands) {
        const auto at = copies.find(operand.node.get());
        operand = at != copies.end() ? Value{at->second, 0} : rebuilder_.rebuilt(operand);
      }
      copies[member.get()] = copy;
      originals_[copy.get()] = member;
      result.push_back(copy);
    }
    for (Value& output : outputs) output.node = copies.at(output.node.get());
    return result;
  }

  std::string kernel_name() {
    const std::string& loop = context_.loop;
    return (loop.empty() ? "" : kernel::c_identifier(loop) + "_") + "k" + std::to_string(made_++);
  }

  const Graph& graph_;
  PassContext& context_;
  const std::size_t max_members_;
  std::vector<NodePtr> order_;
  std::unordered_map<const Node*, std::vector<const Node*>> users_;
  const std::optional<OpDevices> devices_;  // of a program on several devices
  std::unordered_set<const Node*> rooted_, once_;
  std::vector<Group> groups_;
  std::unordered_map<const Node*, int> group_of_;
  Reachability leads_;  // between groups, along data flow
  std::unordered_map<const Node*, NodePtr> originals_;
  std::vector<Made> made_groups_;
  Rebuilder rebuilder_;
  int made_ = 0;
  std::size_t tries_ = 0;        // attempts of horizontal fusion
  std::size_t passed_over_ = 0;  // pairs that were not attempted
};

void note_smaller(PassContext& context, std::size_t different) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::note;
  diagnostic.what = "kernels have at most " + std::to_string(max_members_of_many) +
                    " ops: with up to " + std::to_string(max_members) + ", " +
                    std::to_string(different) + " different ones would have to be compiled";
  diagnostic.expected = "at most " + std::to_string(most_different) + " different kernels";
  context.diagnostics.push_back(std::move(diagnostic));
}

Graph run(const Graph& graph, PassContext& context) {
  Fuser large(graph, context, max_members);
  large.group();
  const std::size_t different = large.different_kernels();
  if (different <= most_different) return large.fused();
  note_smaller(context, different);
  Fuser small(graph, context, max_members_of_many);
  small.group();
  return small.fused();
}

}  // namespace

const Pass fuse = {
    .name = "fuse",
    .sentence =
        "elementwise ops, views, reductions and small dots over the same loops -> one kernel",
    .phase = PassPhase::graph,
    .condition = "",
    .reason = "last of the graph passes: it decides the kernels",
    .run = run,
    .check_point = true,
};

}  // namespace ng
