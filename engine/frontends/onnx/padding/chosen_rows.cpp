// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/padding/chosen_rows.h"

#include "engine/frontends/onnx/align.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/lookup.h"
#include "engine/ops/make_op.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

// The number of chosen rows before each row.
Op numbers_of(const Op& chosen) {
  const ScopedResultType type(DType::i64);
  return scan(chosen.axes()[0], {number(0, DType::i64)}, {chosen},
              [](const std::vector<Op>& states, const std::vector<Op>& elements) {
                return ScanStep{{states[0] + elements[0]}, {states[0]}};
              })
      .outputs[0];
}

}  // namespace

ChosenRows chosen_rows(NodeContext& n, const Op& mask, const Op& rows, double fill) {
  const Axis row = rows.axes()[0], width = rows.axes()[1];
  const std::int64_t most = row.length();
  const Op given = value_of(not_equal(mask, 0), DType::i64);
  const Op chosen = renamed(given, {row});
  Op place;
  {
    const ScopedResultType type(DType::i64);
    // The rows that are not chosen are collected in a row after the others.
    place = where(chosen, numbers_of(chosen), static_cast<double>(most));
  }
  const ScopedResultType type(rows.dtype());
  const Axis made = n.fresh(most + 1, row.name());
  const Op shifted = fill == 0 ? rows : rows - fill;
  const Op spread =
      make_op(lookuptable_gradient_op, {shifted, place}, {{"axes", Axes{made, width}}});
  const Op kept = part(n, spread, 0, 0, most);
  const ScopedResultType counting(DType::i64);
  const Op count = sum(chosen, reduce_over(Axes{row}));
  const ScopedResultType back(rows.dtype());
  return {fill == 0 ? kept : kept + fill, count};
}

}  // namespace ng::onnx
