// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/same_memory.h"

#include "engine/graph/op_def.h"
#include "engine/ops/shapes/view.h"

namespace ng {
namespace {

// Do the axes longer than 1 keep the operand's order, with none repeated or dropped?
bool keeps_order(const Node& view) {
  const Axes &from = view.operands[0].axes(), &to = view.results[0].axes;
  const std::vector<int> map = view_map(view);
  int last = -1;
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (to[i].length() == 1) continue;
    if (map[i] <= last) return false;
    last = map[i];
  }
  return from.element_count() == to.element_count();
}

bool moves_nothing(const Node& node) {
  if (node.results.size() != 1 || node.operands.size() != 1) return false;
  const TensorType& from = node.operands[0].type();
  if (from.dtype != node.results[0].dtype) return false;
  const ViewKind view = node.def->traits.view;
  if (view == ViewKind::relabel) return true;
  if (view == ViewKind::by_name && node.def->lower == LowerKind::view) return keeps_order(node);
  // Slice steps are positive: a slice with as many elements takes all of them.
  return view == ViewKind::part &&
         from.axes.element_count() == node.results[0].axes.element_count();
}

}  // namespace

std::optional<Value> same_memory(const Node& node) {
  if (!node.body) {
    return moves_nothing(node) ? std::optional(node.operands[0]) : std::nullopt;
  }
  if (node.operands.size() != 1 || node.results.size() != 1) return std::nullopt;
  for (const NodePtr& member : node.body->order) {
    if (!moves_nothing(*member)) return std::nullopt;
  }
  return node.operands[0];
}

}  // namespace ng
