// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/op_difference.h"

#include "engine/graph/axis_name.h"
#include "engine/graph/graph.h"
#include "engine/graph/value_name.h"
#include "engine/records/op_record.h"
#include "engine/records/values/value_summary.h"
#include "engine/session/graph_record.h"

namespace ng {

OpDifference op_difference(const Value& op, const Tensor& left, const Tensor& right, double rtol,
                           double noise, std::size_t elements) {
  const double tolerance = is_float(right.dtype) ? rtol : 0;
  OpDifference worst = difference(left, right, tolerance, noise);
  const std::vector<AxisRecord> axes = axis_records(op.axes());
  worst.op = op.node->id;
  worst.name = display_name(op);
  worst.place = place_of(axes, right.shape, worst.element);
  worst.cosine = cosine(left, right);
  worst.elements = worst_elements(left, right, tolerance, noise, elements);
  for (ElementDifference& each : worst.elements)
    each.place = place_of(axes, right.shape, each.element);
  for (const AxisRecord& axis : axes)
    worst.axes +=
        (worst.axes.empty() ? "" : ", ") + shown_axis_name(axis.name) + ": " + length_text(axis);
  worst.axes = "(" + worst.axes + ")";
  return worst;
}

}  // namespace ng
