// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/op_loops.h"

#include <algorithm>

#include "engine/graph/op_def.h"
#include "engine/ops/dot.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/shapes/view.h"

namespace ng {
namespace {

bool same_length(const Axis& a, const Axis& b) {
  return a.known_length() == b.known_length();
}

std::optional<Axis> found(const Axes& axes, const Axis& axis) {
  const auto at = axes.find(axis);
  return at ? std::optional(axes[*at]) : std::nullopt;
}

std::vector<OpLoop> loops_of_reduction(const Node& node) {
  const Reduction axes = reduction_of(node);
  std::vector<OpLoop> loops;
  for (const Axis& axis : axes.kept) loops.push_back({{axis}, axis});
  if (!may_combine(node, node.def->combine)) return loops;
  for (const Axis& axis : axes.reduced) loops.push_back({{axis}, std::nullopt, node.def->combine});
  return loops;
}

std::vector<OpLoop> loops_of_dot(const Node& node) {
  const DotAxes pairs = dot_axes_of(node);
  const auto free_in = [&](std::size_t operand, const Axis& axis) -> std::optional<Axis> {
    const auto& contracted = operand ? pairs.y_contracted : pairs.x_contracted;
    if (std::find(contracted.begin(), contracted.end(), axis) != contracted.end()) return {};
    return found(node.operands[operand].axes(), axis);
  };
  // Of explicit pairs, those that have one of the loop's axes, but are not the loop.
  const auto in_other_pair = [&](const OpLoop& loop) {
    if (!node.attributes.has("x_axes")) return false;
    for (std::size_t i = 0; i < pairs.x_contracted.size(); ++i) {
      const Axis &x = pairs.x_contracted[i], &y = pairs.y_contracted[i];
      if (!loop.result && loop.operands[0] == x && loop.operands[1] == y) continue;
      for (const auto& own : loop.operands)
        if (own && (*own == x || *own == y)) return true;
    }
    return false;
  };
  std::vector<OpLoop> loops;
  for (const Axis& axis : node.results[0].axes)
    loops.push_back({{free_in(0, axis), free_in(1, axis)}, axis});
  constexpr auto add = kernel::Combine::add;
  for (std::size_t i = 0; may_combine(node, add) && i < pairs.x_contracted.size(); ++i)
    loops.push_back({{pairs.x_contracted[i], pairs.y_contracted[i]}, std::nullopt, add});
  std::erase_if(loops, in_other_pair);
  return loops;
}

std::vector<OpLoop> loops_of_view(const Node& node) {
  const std::vector<int> map = view_map(node);
  const Axes &operand = node.operands[0].axes(), &result = node.results[0].axes;
  std::vector<OpLoop> loops;
  for (std::size_t i = 0; i < map.size(); ++i) {
    OpLoop loop{{std::nullopt}, result[i]};
    if (map[i] >= 0) loop.operands[0] = operand[static_cast<std::size_t>(map[i])];
    if (!loop.operands[0] || same_length(*loop.operands[0], result[i])) loops.push_back(loop);
  }
  return loops;
}

// Where an indexed op reads its operands, with the i-th axis of the result as loop i.
class Reads : public IndexedContext {
 public:
  explicit Reads(const Node& node) : node_(node), places_(node.operands.size()) {
    expression_ = node.def->indexed(node, *this);
  }
  kernel::Index place(std::size_t i) const override { return {0, {{static_cast<int>(i), 1}}}; }
  kernel::Expr operand(std::size_t i, const IndexMap& places) override {
    places_[i].push_back(places);
    return kernel::load(static_cast<int>(i), {});
  }

  // The loop of the result's i-th axis, if the op reads whole operands or its own position only.
  std::optional<OpLoop> loop(std::size_t i) const {
    const int number = static_cast<int>(i);
    if (mentions(*expression_, number)) return std::nullopt;
    OpLoop loop{std::vector<std::optional<Axis>>(places_.size()), node_.results[0].axes[i]};
    for (std::size_t o = 0; o < places_.size(); ++o) {
      for (std::size_t read = 0; read < places_[o].size(); ++read) {
        const auto axis = axis_at(o, places_[o][read], number);
        if (!axis || (read > 0 && *axis != loop.operands[o])) return std::nullopt;
        loop.operands[o] = *axis;
      }
    }
    return loop;
  }

 private:
  static bool mentions(const kernel::Index& index, int loop) { return index.stride(loop) != 0; }
  static bool mentions(const kernel::ExprNode& node, int loop) {
    const auto guarded = [loop](const kernel::Guard& guard) { return mentions(guard.index, loop); };
    const auto inside = [loop](const kernel::Expr& arg) { return mentions(*arg, loop); };
    return mentions(node.index, loop) ||
           std::any_of(node.guards.begin(), node.guards.end(), guarded) ||
           std::any_of(node.args.begin(), node.args.end(), inside);
  }

  // The axis of operand `o` that is read at the loop's position; an empty one if the operand is
  // read alike at all positions. No value if it is read elsewhere.
  std::optional<std::optional<Axis>> axis_at(std::size_t o, const IndexMap& places,
                                             int loop) const {
    std::optional<Axis> axis;
    const Axes& axes = node_.operands[o].axes();
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (!mentions(places[k], loop)) continue;
      const Axis& result = node_.results[0].axes[static_cast<std::size_t>(loop)];
      const bool own = places[k] == kernel::Index{0, {{loop, 1}}} && same_length(axes[k], result);
      if (!own || axis) return std::nullopt;
      axis = axes[k];
    }
    return axis;
  }

  const Node& node_;
  std::vector<std::vector<IndexMap>> places_;  // per operand, of each read
  kernel::Expr expression_;
};

std::vector<OpLoop> loops_of_indexed(const Node& node) {
  const Reads reads(node);
  std::vector<OpLoop> loops;
  for (std::size_t i = 0; i < node.results[0].axes.size(); ++i) {
    if (auto loop = reads.loop(i)) loops.push_back(std::move(*loop));
  }
  return loops;
}

}  // namespace

bool may_combine(const Node& node, kernel::Combine combine) {
  using kernel::Combine;
  const DType result = node.results[0].dtype;
  if (is_float(result)) return true;
  const bool wraps =
      (combine == Combine::add || combine == Combine::multiply) && result != DType::bool_;
  return std::all_of(node.operands.begin(), node.operands.end(), [&](const Value& operand) {
    return operand.dtype() == result || (wraps && !is_float(operand.dtype()));
  });
}

std::vector<OpLoop> loops_by_name(const Node& node, const Axes& except) {
  std::vector<OpLoop> loops;
  for (const Axis& axis : node.results[0].axes) {
    if (except.contains(axis)) continue;
    OpLoop loop{{}, axis};
    for (const Value& operand : node.operands) loop.operands.push_back(found(operand.axes(), axis));
    loops.push_back(std::move(loop));
  }
  return loops;
}

std::vector<OpLoop> loops_of(const Node& node) {
  if (node.body || node.loop || node.operands.empty() || node.results.size() != 1) return {};
  if (node.def->loops) return node.def->loops(node);
  switch (node.def->lower) {
    case LowerKind::scalar: return loops_by_name(node);
    case LowerKind::reduce: return loops_of_reduction(node);
    case LowerKind::contraction: return loops_of_dot(node);
    case LowerKind::view: return loops_of_view(node);
    case LowerKind::indexed: return loops_of_indexed(node);
    case LowerKind::composite: return {};
    case LowerKind::none: break;
  }
  return node.def->scalar ? loops_by_name(node) : std::vector<OpLoop>();
}

}  // namespace ng
