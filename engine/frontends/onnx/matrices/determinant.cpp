// SPDX-License-Identifier: Apache-2.0
// Det: Gaussian elimination with pivots, a scan over the columns.
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t longest = 4096;

// One step for each column: its largest element in a row that was no pivot row becomes the pivot.
class Elimination {
 public:
  Elimination(const Axis& row, const Axis& column, DType dtype)
      : row_(row), column_(column), dtype_(dtype) {}

  // States: the matrix, 1 for the pivot rows so far, the product of the pivots. Element: 1 at the
  // column of this step.
  ScanStep step(const std::vector<Op>& states, const std::vector<Op>& elements) const {
    const ScopedResultType type(dtype_);
    const Op &matrix = states[0], &used = states[1], &product = states[2];
    const Over rows = reduce_over(Axes{row_});
    const Op column = sum(where(elements[0], matrix, 0), reduce_over(Axes{column_}));
    const Op at = place(where(used, -1, absolute(column)));
    const Op chosen = is(at);
    const Op pivot = sum(where(chosen, column, 0), rows);
    const Op pivot_row = sum(where(chosen, matrix, 0), rows);
    const Op share = where(maximum(used, chosen), 0, column / where(equal(pivot, 0), 1, pivot));
    return {{matrix - share * pivot_row, maximum(used, chosen), product * pivot * sign(at, used)},
            {}};
  }

 private:
  Op place(const Op& size) const {
    const ScopedResultType type(DType::i64);
    return argmax(size, reduce_over(Axes{row_}));
  }
  Op is(const Op& at) const {
    const ScopedResultType type(DType::bool_);
    return equal(ramp(row_), at);
  }
  // Moving the pivot row before the other rows that are left swaps it with those above it.
  Op sign(const Op& at, const Op& used) const {
    const Op above = sum(where(less(ramp(row_), at), Op(-used) + 1, 0), reduce_over(Axes{row_}));
    return Op(-mod(above, 2)) * 2 + 1;
  }

  Axis row_, column_;
  DType dtype_;
};

void determinant(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Op x = n.op(0);
  const std::size_t rank = x.axes().size();
  if (rank < 2 || x.axes()[rank - 1].length() != x.axes()[rank - 2].length()) {
    NodeContext::refuse("its shape " + to_string(n.shape()) + " is not that of square matrices");
  }
  const Axis row = x.axes()[rank - 2], column = x.axes()[rank - 1];
  if (row.length() > longest) NodeContext::refuse("its matrices are longer than 4096");
  const Axes others = x.axes() - Axes{row, column};
  const Op one = over(number(1, n.dtype()), others);
  if (x.axes().element_count() == 0) return n.result(one);
  const Axis step = n.fresh(row.length(), "column");
  n.dims.keep_apart({step, row, column});
  const Op unused = over(number(0, n.dtype()), others + Axes{row});
  const Op here = equal(ramp(step), ramp(column));
  const Elimination elimination(row, column, n.dtype());
  const ScanResult made = scan(
      step, {x, unused, one}, {here},
      [&](const auto& states, const auto& elements) { return elimination.step(states, elements); },
      {.keeps = false});
  n.result(value_of(over(made.states[2], others), x.dtype()));
}

constexpr OpRow rows[] = {
    {"Det", 11, 0, determinant},
};

}  // namespace

std::span<const OpRow> determinant_rows() {
  return rows;
}

}  // namespace ng::onnx
