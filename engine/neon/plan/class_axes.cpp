// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/plan/class_axes.h"

#include <optional>
#include <set>

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/lookup.h"
#include "engine/ops/one_hot.h"
#include "engine/ops/shapes/reshape.h"
#include "engine/ops/shapes/view.h"

namespace ng {
namespace {

bool only_arranges(const OpDef* def) {
  return def == &flatten_op || def == &unflatten_op || def == &axes_with_order_op ||
         def == &cast_axes_op;
}

// The table axis that the index selects from.
std::optional<Axis> looked_up(const Node& node) {
  const Axes made = node.attributes.get<Axes>("axes");
  for (const Axis& axis : node.operands[0].axes()) {
    if (!made.contains(axis)) return axis;
  }
  return std::nullopt;
}

}  // namespace

std::vector<ClassAxis> class_axes(const Op& computation, const Op& parameter) {
  std::vector<ClassAxis> found;
  std::set<const Node*> same = {&parameter.node()};
  for (const NodePtr& node : ordered_nodes({computation.value()})) {
    const auto reads = [&](std::size_t operand) {
      return operand < node->operands.size() && same.contains(node->operands[operand].node.get());
    };
    if (only_arranges(node->def) && reads(0)) same.insert(node.get());
    if (node->def == &one_hot_op && reads(0)) {
      found.push_back({node->attributes.get<Axes>("axis")[0], node});
    }
    if (node->def != &lookuptable_op || !reads(1)) continue;
    if (const auto axis = looked_up(*node)) found.push_back({*axis, node});
  }
  return found;
}

}  // namespace ng
