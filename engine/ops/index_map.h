// SPDX-License-Identifier: Apache-2.0
// Arithmetic on index maps, for indexed ops.
#pragma once

#include "engine/graph/op_def.h"

namespace ng {

// factor * at + offset.
inline kernel::Index moved(kernel::Index at, std::int64_t offset, std::int64_t factor = 1) {
  at.offset = at.offset * factor + offset;
  for (auto& [loop, stride] : at.terms) stride *= factor;
  return at;
}

// Index map of operand `i`, whose axes are among the result's.
inline IndexMap index_map_by_name(const Node& node, const IndexedContext& context, std::size_t i) {
  const Axes& result = node.results[0].axes;
  IndexMap places;
  for (const Axis& axis : node.operands[i].axes()) {
    places.push_back(context.place(result.index(axis)));
  }
  return places;
}

// `inside` if the condition (1 or 0) is true, else `outside`.
inline kernel::Expr choose(kernel::Expr condition, kernel::Expr inside, kernel::Expr outside) {
  return kernel::apply(kernel::Fn::select, std::move(condition), std::move(inside),
                       std::move(outside));
}

}  // namespace ng
