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

AroundAxis around(const Axes& axes, std::size_t at) {
  AroundAxis sizes;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    std::int64_t& size = i < at ? sizes.outer : i == at ? sizes.length : sizes.inner;
    size *= axes[i].length();
  }
  return sizes;
}

}  // namespace ng
