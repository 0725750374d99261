// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/iteration.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/ops/dot.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/shapes/view.h"

namespace ng {
namespace {

// How often an op may be recomputed because the kernel has loops that the op does not depend on.
constexpr std::int64_t max_repeats = 8;

bool reduces(const Node& node) {
  return node.def->lower == LowerKind::reduce || node.def->lower == LowerKind::contraction;
}

bool same_set(std::vector<int> a, std::vector<int> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

bool has(const std::vector<int>& list, int loop) {
  return std::find(list.begin(), list.end(), loop) != list.end();
}

kernel::Index along(int loop) {
  return {0, {{loop, 1}}};
}

// The loops of `places` if each place is one distinct loop with offset 0 and stride 1.
std::optional<std::vector<int>> plain_loops(const IndexMap& places) {
  std::vector<int> loops;
  for (const kernel::Index& place : places) {
    const bool plain = place.offset == 0 && place.terms.size() == 1 && place.terms[0].second == 1;
    if (!plain || has(loops, place.terms[0].first)) return std::nullopt;
    loops.push_back(place.terms[0].first);
  }
  return loops;
}

// Index map of an operand from that of the result, matched by axis name. Axes that the result lacks
// get index 0.
IndexMap by_name(const Axes& operand, const Axes& result, const IndexMap& places) {
  IndexMap found;
  for (const Axis& axis : operand) {
    const auto at = result.find(axis);
    found.push_back(at ? places[*at] : kernel::Index{});
  }
  return found;
}

// Records the index map at which an indexed op reads one operand.
class ReadPlaces : public IndexedContext {
 public:
  ReadPlaces(const IndexMap& result, std::size_t operand) : result_(result), operand_(operand) {}
  kernel::Index place(std::size_t i) const override { return result_[i]; }
  kernel::Expr operand(std::size_t i, const IndexMap& places) override {
    if (i == operand_) {
      if (!found_) found_ = places;
      several_ |= *found_ != places;
    }
    return kernel::load(static_cast<int>(i), {});
  }
  std::optional<IndexMap> found() const { return several_ ? std::nullopt : found_; }

 private:
  const IndexMap& result_;
  std::size_t operand_;
  std::optional<IndexMap> found_;
  bool several_ = false;
};

}  // namespace

std::vector<int> loops_in(const IndexMap& places) {
  std::vector<int> loops;
  for (const kernel::Index& place : places) {
    for (const auto& [loop, stride] : place.terms) {
      if (!has(loops, loop)) loops.push_back(loop);
    }
  }
  std::sort(loops.begin(), loops.end());
  return loops;
}

std::vector<Axis> reduced_axes(const Node& node) {
  if (node.def->lower == LowerKind::contraction) return dot_axes_of(node).x_contracted;
  return reduction_of(node).reduced.list();
}

Iteration::Iteration(const Body& body) {
  check(body.iteration && body.iteration->ops.size() == body.order.size(),
        "a fused op without its iteration");
  loops_ = body.iteration->loops;
  for (std::size_t i = 0; i < body.order.size(); ++i) {
    const OpIteration& op = body.iteration->ops[i];
    result_places_[body.order[i].get()] = op.result;
    reduced_loops_[body.order[i].get()] = op.reduced;
  }
}

IterationSpace Iteration::space(const std::vector<NodePtr>& order) const {
  IterationSpace space{loops_, {}};
  for (const NodePtr& node : order) {
    const auto reduced = reduced_loops_.find(node.get());
    space.ops.push_back({result_places(node.get()),
                         reduced == reduced_loops_.end() ? std::vector<int>() : reduced->second});
  }
  return space;
}

std::vector<int> Iteration::set_of(bool inner) const {
  std::vector<int> set;
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    if (loops_[i].inner == inner) set.push_back(static_cast<int>(i));
  }
  return set;
}

bool Iteration::is_inner(const IndexMap& places) const {
  const std::vector<int> loops = loops_in(places);
  return std::any_of(loops.begin(), loops.end(),
                     [this](int loop) { return loops_[static_cast<std::size_t>(loop)].inner; });
}

// The loops of plain index maps that also cover the whole axes: loops over a slice are shorter,
// loops over padding longer.
std::optional<std::vector<int>> Iteration::whole_loops(const IndexMap& places,
                                                       const Axes& axes) const {
  auto loops = plain_loops(places);
  for (std::size_t i = 0; loops && i < loops->size(); ++i) {
    const std::int64_t extent = loops_[static_cast<std::size_t>((*loops)[i])].extent;
    if (extent != axes[i].length()) return std::nullopt;
  }
  return loops;
}

int Iteration::new_loop(const Axis& axis, bool inner) {
  loops_.push_back({axis, axis.length(), inner});
  return static_cast<int>(loops_.size()) - 1;
}

std::optional<IndexMap> Iteration::operand_places(const Node& node, std::size_t i) const {
  const IndexMap& result = result_places(&node);
  const Axes& operand = node.operands[i].axes();
  if (node.def->lower == LowerKind::indexed) {
    ReadPlaces reads(result, i);
    node.def->indexed(node, reads);
    return reads.found();
  }
  if (node.def->lower == LowerKind::view) {
    IndexMap places(operand.size());
    const std::vector<int> map = view_map(node);
    for (std::size_t k = 0; k < map.size(); ++k) {
      if (map[k] >= 0) places[static_cast<std::size_t>(map[k])] = result[k];
    }
    return places;
  }
  IndexMap places = by_name(operand, node.results[0].axes, result);
  if (!reduces(node)) return places;
  const std::vector<int>& reduced = reduced_loops_.at(&node);
  std::vector<Axis> axes = reduced_axes(node);
  if (node.def->lower == LowerKind::contraction && i == 1) axes = dot_axes_of(node).y_contracted;
  for (std::size_t k = 0; k < operand.size(); ++k) {
    const auto at = std::find(axes.begin(), axes.end(), operand[k]);
    if (at != axes.end()) places[k] = along(reduced[static_cast<std::size_t>(at - axes.begin())]);
  }
  return places;
}

bool Iteration::match_by_axis(const Node& node, IndexMap& result) const {
  for (const Axis& axis : node.results[0].axes) {
    const auto at = std::find_if(loops_.begin(), loops_.end(), [&axis](const IterationLoop& loop) {
      return loop.axis == axis && loop.extent == axis.length();
    });
    if (at == loops_.end()) return false;
    result.push_back(along(static_cast<int>(at - loops_.begin())));
  }
  return true;
}

// The common index map at which all users read `node`.
std::optional<IndexMap> Iteration::places_for_users(const NodePtr& node,
                                                    const std::vector<const Node*>& users) const {
  std::optional<IndexMap> result;
  for (const Node* user : users) {
    for (std::size_t i = 0; i < user->operands.size(); ++i) {
      if (user->operands[i].node != node) continue;
      const std::optional<IndexMap> places = operand_places(*user, i);
      if (!places || (result && *places != *result)) return std::nullopt;
      result = places;
    }
  }
  return result;
}

bool Iteration::try_add(const NodePtr& node, const std::vector<const Node*>& users, bool escapes) {
  const LowerKind kind = node->def->lower;
  if (kind == LowerKind::none || kind == LowerKind::composite) return false;
  IndexMap result;
  if (result_places_.empty()) {
    for (const Axis& axis : node->results[0].axes) result.push_back(along(new_loop(axis, false)));
  } else if (users.empty()) {
    if (!match_by_axis(*node, result)) return false;
  } else {
    const std::optional<IndexMap> read = places_for_users(node, users);
    if (!read) return false;
    result = *read;
  }
  const bool added =
      reduces(*node) ? add_reduction(node, result, users) : add_elementwise(node, result, escapes);
  if (!added) return false;
  if (reduces(*node) || is_inner(result_places(node.get())) || is_waited_for(users)) {
    waited_for_.insert(node.get());
  }
  return true;
}

// A loop of one iteration computes nothing again.
std::vector<int> Iteration::longer_than_one(std::vector<int> loops) const {
  std::erase_if(loops,
                [this](int loop) { return loops_[static_cast<std::size_t>(loop)].extent == 1; });
  return loops;
}

bool Iteration::add_elementwise(const NodePtr& node, const IndexMap& result, bool escapes) {
  std::vector<int> full = set_of(false);
  if (is_inner(result)) {
    const std::vector<int> inner = set_of(true);
    full.insert(full.end(), inner.begin(), inner.end());
    std::sort(full.begin(), full.end());
  }
  const auto plain = whole_loops(result, node->results[0].axes);
  // A result that others read, too, is shared by views of it instead (share_memory).
  const bool same = plain && (escapes ? same_set(*plain, full)
                                      : same_set(longer_than_one(*plain), longer_than_one(full)));
  if (same) {
    result_places_[node.get()] = result;
    return true;
  }
  if (plain && !node->def->traits.cheap && turn_rest_inward(*plain)) {
    result_places_[node.get()] = result;
    return true;
  }
  if (escapes) return false;
  std::int64_t steps = 1;
  for (int loop : full) steps *= loops_[static_cast<std::size_t>(loop)].extent;
  const std::int64_t own = node->results[0].axes.element_count();
  const bool again = plain ? loops_in(result) != full : steps > own;
  if (again && !node->def->traits.cheap) return false;
  const bool view = node->def->lower == LowerKind::view;
  if (!loops_in(result).empty() && steps > max_repeats * own && !view) return false;
  result_places_[node.get()] = result;
  return true;
}

// Turns the loops that `own` lacks into inner loops, so that an op over `own` is computed once for
// all of their iterations. Refused if the inner loops would stride through memory, or if `own`
// leaves too few iterations to run in parallel.
bool Iteration::turn_rest_inward(const std::vector<int>& own) {
  constexpr std::int64_t least_steps = 8;
  const std::vector<int> outer = set_of(false);
  if (has_reduction_ || own.empty() || own.size() >= outer.size() || !set_of(true).empty()) {
    return false;
  }
  std::int64_t steps = 1;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (!has(own, outer[i])) return false;
    steps *= loops_[static_cast<std::size_t>(outer[i])].extent;
  }
  if (steps < least_steps) return false;
  for (std::size_t i = own.size(); i < outer.size(); ++i) {
    loops_[static_cast<std::size_t>(outer[i])].inner = true;
  }
  return true;
}

// Is a reduction over `inner` too long for one thread, with too few `outer` iterations to run in
// parallel? split_reduction splits such reductions, but needs a kernel with a single stage.
bool Iteration::is_long(const std::vector<int>& outer, const std::vector<int>& inner) const {
  constexpr std::int64_t few_steps = 16, long_steps = 1 << 18;
  const auto steps = [this](const std::vector<int>& loops) {
    std::int64_t product = 1;
    for (const int loop : loops) product *= loops_[static_cast<std::size_t>(loop)].extent;
    return product;
  };
  return steps(outer) < few_steps && steps(inner) >= long_steps;
}

// Does any of `users` run in inner loops, reduce, or feed an op that does?
bool Iteration::is_waited_for(const std::vector<const Node*>& users) const {
  return std::any_of(users.begin(), users.end(),
                     [this](const Node* user) { return waited_for_.count(user) > 0; });
}

bool Iteration::add_reduction(const NodePtr& node, const IndexMap& places,
                              const std::vector<const Node*>& users) {
  const std::vector<Axis> axes = reduced_axes(*node);
  const auto plain = whole_loops(places, node->results[0].axes);
  if (!plain || is_inner(places)) return false;
  const std::vector<int>& result = *plain;
  const std::vector<int> outer = set_of(false), inner = set_of(true);
  std::vector<int> reduced;
  auto match = [&](const std::vector<int>& among) {
    for (const Axis& axis : axes) {
      const auto at = std::find_if(among.begin(), among.end(), [&](int loop) {
        const IterationLoop& l = loops_[static_cast<std::size_t>(loop)];
        return l.axis == axis && l.extent == axis.length() && !has(reduced, loop);
      });
      if (at == among.end()) return false;
      reduced.push_back(*at);
    }
    return reduced.size() == among.size();
  };
  if (same_set(result, outer)) {
    if (!inner.empty()) {
      if (has_reduction_ && is_waited_for(users) && is_long(outer, inner)) return false;
      if (!match(inner)) return false;
    } else if (!has_reduction_) {
      for (const Axis& axis : axes) reduced.push_back(new_loop(axis, true));
    } else if (!axes.empty()) {
      return false;
    }
  } else {
    // The ops so far run over rows and columns alike; the columns now become inner loops.
    if (has_reduction_ || !inner.empty()) return false;
    std::vector<int> rest;
    for (int loop : outer) {
      if (!has(result, loop)) rest.push_back(loop);
    }
    if (result.size() + rest.size() != outer.size() || is_long(result, rest)) return false;
    if (!match(rest)) return false;
    for (int loop : rest) loops_[static_cast<std::size_t>(loop)].inner = true;
  }
  has_reduction_ = true;
  result_places_[node.get()] = places;
  reduced_loops_[node.get()] = std::move(reduced);
  return true;
}

}  // namespace ng
