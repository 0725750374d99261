// SPDX-License-Identifier: Apache-2.0
// NonMaxSuppression: the best box again and again, without those that overlap it.
#include <algorithm>
#include <cmath>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/frontends/onnx/padding/chosen_rows.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/ordering/take.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

// Edges of boxes, by the same axes.
struct Boxes {
  Op top, left, bottom, right;
  Op area() const { return (bottom - top) * (right - left); }
};

Boxes boxes_of(NodeContext& n, const Op& given) {
  std::vector<Op> c;
  for (std::int64_t i = 0; i < 4; ++i) c.push_back(without(part(n, given, 2, i, 1), {2}));
  if (n.integer("center_point_box", 0) != 0) {  // x, y, width, height
    return {c[1] - c[3] / 2, c[0] - c[2] / 2, c[1] + c[3] / 2, c[0] + c[2] / 2};
  }
  return {minimum(c[0], c[2]), minimum(c[1], c[3]), maximum(c[0], c[2]), maximum(c[1], c[3])};
}

// Boxes without area overlap nothing.
Op overlap(const Boxes& a, const Boxes& b, double most) {
  const Op height = minimum(a.bottom, b.bottom) - maximum(a.top, b.top);
  const Op width = minimum(a.right, b.right) - maximum(a.left, b.left);
  const Op common = maximum(height, 0) * maximum(width, 0);
  const Op all = a.area() + b.area() - common;
  const Op real = greater(common, 0) * greater(a.area(), 0) * greater(b.area(), 0);
  return real * greater(common / where(greater(all, 0), all, 1), most);
}

double limit_of(const NodeContext& n, std::size_t input, const char* what) {
  return n.has(input) ? n.need_known(input, what).item() : 0;
}

// boxes (batch, box, 4), scores (batch, class, box); rows of batch, class and box.
void select_boxes(NodeContext& n) {
  const Op given = n.op(0), scores = n.op(1);
  if (n.rank() != 3 || n.rank(1) != 3 || n.shape()[2] != 4 || n.shape()[0] != n.shape(1)[0] ||
      n.shape()[1] != n.shape(1)[2]) {
    NodeContext::refuse("its boxes do not fit its scores");
  }
  const Axis batch = scores.axes()[0], kind = scores.axes()[1], box = scores.axes()[2];
  n.dims.equate(batch, given.axes()[0]);
  n.dims.equate(box, given.axes()[1]);
  const double asked = limit_of(n, 2, "its number of boxes per class");
  const double most = std::clamp(asked, 0.0, static_cast<double>(box.length()));
  const auto steps = static_cast<std::int64_t>(most);
  const std::int64_t bound = element_count({batch.length(), kind.length(), steps});
  if (bound == 0) return n.result(nothing(n, {0, 3}, DType::i64));
  NodeContext::need_short(bound);
  const double overlapping = limit_of(n, 3, "its overlap threshold");
  const ScopedResultType type(DType::f32);
  const Boxes boxes = boxes_of(n, renamed(given, {batch, box, given.axes()[2]}));
  const Op score =
      n.has(4) ? where(greater(scores, limit_of(n, 4, "its score threshold")), scores, -HUGE_VAL)
               : value_of(scores, DType::f32);
  const Axis step = n.fresh(steps, "selected");
  n.dims.keep_apart({batch, kind, box, step});
  const Over all = reduce_over(Axes{box});
  const ScanBody body = [&](const std::vector<Op>& states, const std::vector<Op>&) {
    const Op& left = states[0];
    const Op found = greater(max(left, all), -HUGE_VAL);
    const Op at = argmax(left, all);
    const Op best = equal(ramp(box), at);
    const auto edge = [&](const Op& edges) { return take(edges, at, box); };
    const Boxes chosen{edge(boxes.top), edge(boxes.left), edge(boxes.bottom), edge(boxes.right)};
    const Op gone = maximum(best, overlap(chosen, boxes, overlapping));
    return ScanStep{{where(gone, -HUGE_VAL, left)}, {at, found}};
  };
  const ScanResult made = scan(step, {score}, {ramp(step)}, body, {.keeps = false});
  const Axes order{batch, kind, step};
  Op rows;
  {
    const ScopedResultType integers(DType::i64);
    std::vector<Op> columns;
    for (const Op& column : {ramp(batch), ramp(kind), value_of(made.outputs[0], DType::i64)}) {
      columns.push_back(with_ones(n, over(column, order), {3}, {"index"}));
    }
    rows = regrouped(n, joined(n, columns, 3), {bound, 3}, "selected");
  }
  const Op mask = regrouped(n, over(made.outputs[1], order), {bound}, "selected");
  const ChosenRows selected = chosen_rows(n, mask, rows, -1);
  n.result_up_to(selected.rows, selected.count, 0);
}

constexpr OpRow rows[] = {
    {"NonMaxSuppression", 10, 0, select_boxes},
};

}  // namespace

std::span<const OpRow> box_rows() {
  return rows;
}

}  // namespace ng::onnx
