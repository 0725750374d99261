// SPDX-License-Identifier: Apache-2.0
// Sorted elements: the rank of each element is the number of elements before it.
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t longest = 4096;  // pairs of elements are compared

// Equal elements keep their order. A NaN is neither smaller nor larger, so that its rank is not
// defined.
void top_k(NodeContext& n) {
  const Op x = n.op(0);
  const auto at = static_cast<std::size_t>(n.position(n.integer("axis", -1), n.rank()));
  const Axis from = x.axes()[at];
  const auto count = n.opset < 10 ? n.integer("k", 1) : n.integers(1, "its k").at(0);
  if (count < 1 || count > from.length()) {
    NodeContext::refuse("its k is " + std::to_string(count) + ", expected 1 to " +
                        std::to_string(from.length()));
  }
  if (from.length() > longest) NodeContext::refuse("its dimension is longer than 4096");
  const bool largest = n.integer("largest", 1) != 0;
  const Axis other = n.fresh(from.length(), from.name()), to = n.fresh(count, from.name());
  std::vector<Axis> others = x.axes().list(), made = others;
  others[at] = other;
  made[at] = to;
  const Op y = renamed(x, others);
  Op rank;
  {
    const ScopedResultType type(DType::i64);
    const Op before = largest ? greater(y, x) : less(y, x);
    const Op ties = equal(y, x) * less(ramp(other), ramp(from));
    rank = over(sum(maximum(before, ties), reduce_over(Axes{other})), x.axes());
  }
  const Op chosen = equal(rank, ramp(to));
  {
    const ScopedResultType type(is_float(n.dtype()) ? n.dtype() : DType::i64);
    const Op values = sum(where(chosen, x, 0), reduce_over(Axes{from}));
    n.result(value_of(over(values, Axes(made)), n.dtype()));
  }
  const ScopedResultType type(DType::i64);
  const Op places = sum(where(chosen, ramp(from), 0), reduce_over(Axes{from}));
  n.result(over(places, Axes(made)), 1);
}

constexpr OpRow rows[] = {
    {"TopK", 1, 0, top_k},
};

}  // namespace

std::span<const OpRow> ordering_rows() {
  return rows;
}

}  // namespace ng::onnx
