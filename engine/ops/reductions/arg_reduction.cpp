// SPDX-License-Identifier: Apache-2.0
// Index of the largest and the smallest element.
#include <cmath>

#include "engine/base/error.h"
#include "engine/kernels/local_types.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction_rule.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

// The reduced axes in the operand's order; positions are row-major indices in this block.
Axes block_of(const Node& node) {
  return node.operands[0].axes() & reduction_of(node).reduced;
}

// Positions are counted in int32, whatever the type of the result.
constexpr std::int64_t most_positions = std::numeric_limits<std::int32_t>::max();

std::vector<TensorType> infer_position(std::span<const Value> operands,
                                       const Attributes& attributes) {
  const TensorType type = infer_reduction(operands, attributes)[0];
  const auto reduced = attributes.get<Axes>("reduction_axes");
  const std::int64_t count = reduced.all_lengths_known() ? reduced.element_count() : 1;
  if (count == 0 || count > most_positions) {
    Diagnostic diagnostic;
    diagnostic.what = "argmax and argmin need at least one element";
    if (count) {
      diagnostic.what = "argmax and argmin take at most " + std::to_string(most_positions) +
                        " elements, " + "also for other dtypes of the result";
      diagnostic.action = "take the max along some of the axes and its position along the others";
    }
    diagnostic.found = "reduction axes (" + reduced.text() + ") of " + describe(operands[0]);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  return {{type.axes, attributes.has("dtype") ? type.dtype : DType::i32}};
}

struct Above {
  bool operator()(auto x, auto best) const { return x > best; }
};
struct Below {
  bool operator()(auto x, auto best) const { return x < best; }
};

bool is_nan(double x) {
  return std::isnan(x);
}
bool is_nan(Integer) {
  return false;
}

template <class Beats, class T>
void evaluate_position(const Node& node, std::span<const ArrayOf<T>> in,
                       std::span<ArrayOf<T>> out) {
  const Axes& space = in[0].axes;
  const Axes block = block_of(node);
  std::vector<T> best(out[0].values.size()), blocks(best.size(), T(-1));
  std::size_t n = 0;
  // Elements of one result come in the order of their positions, because the block keeps x's order.
  for_each_index<2>(space, {strides_over(space, out[0].axes), strides_over(space, block)},
                    [&](const auto& at) {
                      const auto row = static_cast<std::size_t>(at[0]);
                      const T x = in[0].values[n++];
                      const bool first = blocks[row] < 0;
                      const bool found = !is_nan(best[row]) && (is_nan(x) || Beats()(x, best[row]));
                      if (!first && !found) return;
                      best[row] = x;
                      blocks[row] = static_cast<T>(at[1]);
                    });
  out[0].values = blocks;
}

Op positions(const Axes& block, bool exact) {
  const std::int64_t count = block.element_count();
  Tensor tensor(exact ? DType::f32 : DType::i32, block.lengths());
  for (std::int64_t i = 0; i < count; ++i) tensor.set(i, static_cast<double>(i));
  return constant(tensor, block);
}

// The smallest position whose element equals the extreme or is NaN; other elements get positions
// beyond the last. Compares elements and computes positions in types that represent them exactly.
template <Op (*Extreme)(const Operand&, const Over&)>
Value decompose_position(const Node& node) {
  const Reduction r = reduction_of(node);
  const Axes block = block_of(node);
  const Op x = node.operands[0];
  const auto end = static_cast<double>(block.element_count());
  const bool exact = block.element_count() <= kernel::exact_positions;
  const Op extreme = [&] {
    const ScopedResultType type(exact_type(x));
    return Extreme(x, {r.reduced, r.kept});
  }();
  const Op best = maximum(equal(x, extreme), not_equal(x, x));
  const ScopedResultType type(exact ? current_result_type() : DType::f64);
  const Op position = positions(block, exact) + (1 - best) * end;
  return value_of(min(position, {r.reduced, r.kept}), node.results[0].dtype).value();
}

template <Op (*make)(const Operand&, const Over&)>
std::vector<OpFunction> position_function() {
  std::vector<OpFunction> functions = reduction_function<make>();
  functions[0].make = [](const OpArguments& a) {
    const Op found = make(a.operand("x"), over_of(a));
    const bool wider = a.has("dtype") && a.dtype("dtype") != DType::i32;
    return wider ? value_of(found, a.dtype("dtype")) : found;
  };
  return functions;
}

}  // namespace

const OpDef argmax_op = {
    .name = "argmax",
    .class_name = "Argmax",
    .glyph = "⌈i⌉",
    .family = Family::reduction,
    .doc =
        "The index of the largest element along the reduction axes, the first of several: int32. "
        "For several axes the row-major index in their block. No gradient.",
    .operands = {"x"},
    .attributes = {"reduction_axes", "out_axes", "dtype"},
    .functions = position_function<argmax>(),
    .traits = {.exact = true},
    .infer = infer_position,
    .evaluate = evaluate_position<Above, double>,
    .evaluate_integers = evaluate_position<Above, Integer>,
    .rounds_once = true,
    .lower = LowerKind::composite,
    .decompose = decompose_position<max>,
    .flops = flops_reduction,
};

const OpDef argmin_op = {
    .name = "argmin",
    .class_name = "Argmin",
    .glyph = "⌊i⌋",
    .family = Family::reduction,
    .doc =
        "The index of the smallest element along the reduction axes, the first of several: int32. "
        "For several axes the row-major index in their block. No gradient.",
    .operands = {"x"},
    .attributes = {"reduction_axes", "out_axes", "dtype"},
    .functions = position_function<argmin>(),
    .traits = {.exact = true},
    .infer = infer_position,
    .evaluate = evaluate_position<Below, double>,
    .evaluate_integers = evaluate_position<Below, Integer>,
    .rounds_once = true,
    .lower = LowerKind::composite,
    .decompose = decompose_position<min>,
    .flops = flops_reduction,
};

Op argmax(const Operand& x, const Over& over) {
  return reduce(argmax_op, x, over);
}
Op argmin(const Operand& x, const Over& over) {
  return reduce(argmin_op, x, over);
}

}  // namespace ng
