// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/padding/chosen_rows.h"

#include "engine/frontends/onnx/align.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/ordering/cumulative.h"
#include "engine/ops/ordering/scatter.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {

ChosenRows chosen_rows(NodeContext& n, const Op& mask, const Op& rows, double fill) {
  const Axis row = rows.axes()[0], width = rows.axes()[1];
  const std::int64_t most = row.length();
  const ScopedResultType type(DType::i64);
  const Op chosen = renamed(value_of(not_equal(mask, 0), DType::i64), {row});
  // The rows that are not chosen replace one after the others.
  const Op place =
      where(chosen, cumulative_sum(chosen, row, {.exclusive = true}), static_cast<double>(most));
  const Axis made = n.fresh(most + 1, row.name());
  const Op filled = over(number(fill, rows.dtype()), Axes{made, width});
  const Op spread = scatter(filled, place, rows, made);
  return {part(n, spread, 0, 0, most), sum(chosen, reduce_over(Axes{row}))};
}

}  // namespace ng::onnx
