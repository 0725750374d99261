// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/iteration.h"

#include <algorithm>

#include "engine/ops/dot.h"
#include "engine/ops/reduction.h"
#include "engine/ops/view.h"

namespace ng {
namespace {

// An op may be computed again for each step of a loop that it does not run over, this often.
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

// Loops of an operand's axes, given those of the result: by name.
LoopsOfAxes by_name(const Axes& operand, const Axes& result, const LoopsOfAxes& loops) {
  LoopsOfAxes found;
  for (const Axis& axis : operand) {
    const auto at = result.find(axis);
    found.push_back(at ? loops[*at] : -1);
  }
  return found;
}

}  // namespace

std::vector<Axis> reduced_axes(const Node& node) {
  if (node.def->lower == LowerKind::contraction) return dot_axes_of(node).x_contracted;
  return reduction_of(node).reduced.list();
}

std::vector<int> Iteration::set_of(bool inner) const {
  std::vector<int> set;
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    if (loops_[i].inner == inner) set.push_back(static_cast<int>(i));
  }
  return set;
}

bool Iteration::is_inner(const LoopsOfAxes& loops) const {
  return std::any_of(loops.begin(), loops.end(), [this](int loop) {
    return loop >= 0 && loops_[static_cast<std::size_t>(loop)].inner;
  });
}

int Iteration::new_loop(const Axis& axis, bool inner) {
  loops_.push_back({axis, axis.length(), inner});
  return static_cast<int>(loops_.size()) - 1;
}

LoopsOfAxes Iteration::operand_loops(const Node& node, std::size_t i) const {
  const LoopsOfAxes& result = result_loops(&node);
  const Axes& operand = node.operands[i].axes();
  if (node.def->lower == LowerKind::view) {
    LoopsOfAxes loops(operand.size(), -1);
    const std::vector<int> map = view_map(node);
    for (std::size_t k = 0; k < map.size(); ++k) {
      if (map[k] >= 0) loops[static_cast<std::size_t>(map[k])] = result[k];
    }
    return loops;
  }
  LoopsOfAxes loops = by_name(operand, node.results[0].axes, result);
  if (!reduces(node)) return loops;
  const LoopsOfAxes& reduced = reduced_loops_.at(&node);
  std::vector<Axis> axes = reduced_axes(node);
  if (node.def->lower == LowerKind::contraction && i == 1) axes = dot_axes_of(node).y_contracted;
  for (std::size_t k = 0; k < operand.size(); ++k) {
    const auto at = std::find(axes.begin(), axes.end(), operand[k]);
    if (at != axes.end()) loops[k] = reduced[static_cast<std::size_t>(at - axes.begin())];
  }
  return loops;
}

bool Iteration::match_by_axis(const Node& node, LoopsOfAxes& result) const {
  for (const Axis& axis : node.results[0].axes) {
    const auto at = std::find_if(loops_.begin(), loops_.end(), [&axis](const IterationLoop& loop) {
      return loop.axis == axis && loop.extent == axis.length();
    });
    if (at == loops_.end()) return false;
    result.push_back(static_cast<int>(at - loops_.begin()));
  }
  return true;
}

bool Iteration::try_add(const NodePtr& node, const std::vector<const Node*>& users, bool escapes) {
  const LowerKind kind = node->def->lower;
  if (kind == LowerKind::none || kind == LowerKind::composite) return false;
  LoopsOfAxes result;
  if (result_loops_.empty()) {
    for (const Axis& axis : node->results[0].axes) result.push_back(new_loop(axis, false));
  } else if (users.empty()) {
    if (!match_by_axis(*node, result)) return false;
  } else {
    bool first = true;
    for (const Node* user : users) {
      for (std::size_t i = 0; i < user->operands.size(); ++i) {
        if (user->operands[i].node != node) continue;
        const LoopsOfAxes loops = operand_loops(*user, i);
        if (!first && loops != result) return false;
        result = loops;
        first = false;
      }
    }
    if (has(result, -1)) return false;
  }
  return reduces(*node) ? add_reduction(node, std::move(result))
                        : add_elementwise(node, result, escapes);
}

bool Iteration::add_elementwise(const NodePtr& node, const LoopsOfAxes& result, bool escapes) {
  std::vector<int> full = set_of(false);
  if (is_inner(result)) {
    const std::vector<int> inner = set_of(true);
    full.insert(full.end(), inner.begin(), inner.end());
  }
  if (!same_set(result, full)) {
    if (escapes || !node->def->traits.cheap) return false;
    std::int64_t repeats = 1;
    for (int loop : full) {
      if (!has(result, loop)) repeats *= loops_[static_cast<std::size_t>(loop)].extent;
    }
    if (!result.empty() && repeats > max_repeats && node->def->lower != LowerKind::view) {
      return false;
    }
  }
  result_loops_[node.get()] = result;
  return true;
}

bool Iteration::add_reduction(const NodePtr& node, LoopsOfAxes result) {
  const std::vector<Axis> axes = reduced_axes(*node);
  if (is_inner(result)) return false;
  const std::vector<int> outer = set_of(false), inner = set_of(true);
  LoopsOfAxes reduced;
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
      if (!match(inner)) return false;
    } else if (!has_reduction_) {
      for (const Axis& axis : axes) reduced.push_back(new_loop(axis, true));
    } else if (!axes.empty()) {
      return false;
    }
  } else {
    // The ops so far run over rows and columns alike; from now on the columns are inner loops.
    if (has_reduction_ || !inner.empty()) return false;
    std::vector<int> rest;
    for (int loop : outer) {
      if (!has(result, loop)) rest.push_back(loop);
    }
    if (result.size() + rest.size() != outer.size() || !match(rest)) return false;
    for (int loop : rest) loops_[static_cast<std::size_t>(loop)].inner = true;
  }
  has_reduction_ = true;
  result_loops_[node.get()] = std::move(result);
  reduced_loops_[node.get()] = std::move(reduced);
  return true;
}

}  // namespace ng
