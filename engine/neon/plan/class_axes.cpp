// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/plan/class_axes.h"

#include <optional>
#include <set>

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"

namespace ng {
namespace {

bool only_arranges(const Node& node) {
  const ViewKind view = node.def->traits.view;
  return view == ViewKind::relabel || view == ViewKind::by_name;
}

}  // namespace

std::vector<ClassAxis> class_axes(const Op& computation, const Op& parameter) {
  std::vector<ClassAxis> found;
  std::set<const Node*> same = {&parameter.node()};
  for (const NodePtr& node : ordered_nodes({computation.value()})) {
    const auto reads = [&](std::size_t operand) {
      return operand < node->operands.size() && same.contains(node->operands[operand].node.get());
    };
    if (only_arranges(*node) && reads(0)) same.insert(node.get());
    for (std::size_t i = 0; node->def->indexed_axis && i < node->operands.size(); ++i) {
      const auto axis = reads(i) ? node->def->indexed_axis(*node, i) : std::nullopt;
      if (axis) found.push_back({*axis, node});
    }
  }
  return found;
}

}  // namespace ng
