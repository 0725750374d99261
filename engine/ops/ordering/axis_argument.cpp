// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/ordering/axis_argument.h"

#include "engine/base/error.h"

namespace ng {

Axis axis_of(const Attributes& attributes, const std::string& key) {
  const Axes axes = attributes.get<Axes>(key);
  if (axes.size() == 1) return axes[0];
  Diagnostic diagnostic;
  diagnostic.what = "'" + key + "' must be one axis";
  diagnostic.found = "(" + axes.text() + ")";
  refuse(ErrorKind::value, std::move(diagnostic));
}

Axis axis_in(const Axes& axes, const Axis& axis) {
  if (const auto at = axes.find(axis)) return axes[*at];
  Diagnostic diagnostic;
  diagnostic.what = "the operand lacks the axis " + axis.label();
  diagnostic.found = "(" + axes.text() + ")";
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::optional<Axis> axis_of_positions(const Node& node, std::size_t operand) {
  if (operand != 1) return std::nullopt;
  return axis_in(node.operands[0].axes(), axis_of(node.attributes));
}

AroundAxis around(const Axes& axes, std::size_t at) {
  AroundAxis sizes;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    std::int64_t& size = i < at ? sizes.outer : i == at ? sizes.length : sizes.inner;
    size *= axes[i].length();
  }
  return sizes;
}

}  // namespace ng
