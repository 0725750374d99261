// SPDX-License-Identifier: Apache-2.0
// Padding in ops that compute with elements: elementwise ops, reductions, products of matrices.
#include <algorithm>
#include <cmath>

#include "engine/base/quote.h"
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/frontends/onnx/padding/padding_rules.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

// Trailing dimensions meet. Where one input has padding, the others have the same or repeat.
Padding elementwise(PaddedNode& p) {
  std::int64_t rank = 0;
  for (std::size_t i = 0; i < p.inputs.size(); ++i) {
    if (p.n.has(i)) rank = std::max(rank, p.n.rank(i));
  }
  std::optional<std::size_t> first;
  Padding made;
  const auto place = [&](std::size_t i) {
    return p.inputs[i]->at + static_cast<std::size_t>(rank - p.n.rank(i));
  };
  for (std::size_t i = 0; i < p.inputs.size(); ++i) {
    if (!p.has_padding(i)) continue;
    if (first) p.need_same(*first, i);
    if (first && place(i) != made.at) p.n.refuse("its inputs differ in a dimension with padding");
    if (!first) made = {p.inputs[i]->count, place(i), {}};
    if (!first) first = i;
  }
  for (std::size_t i = 0; i < p.inputs.size(); ++i) {
    if (!p.n.has(i) || p.has_padding(i)) continue;
    const std::int64_t at = static_cast<std::int64_t>(made.at) - (rank - p.n.rank(i));
    if (at >= 0 && p.n.shape(i)[static_cast<std::size_t>(at)] != 1) p.need_same(*first, i);
  }
  return made;
}

// The other inputs are parameters.
Padding of_first(PaddedNode& p) {
  return p.only(0);
}

// Samples of a batch, which do not depend on each other.
Padding by_sample(PaddedNode& p) {
  const Padding made = p.only(0);
  if (made.at != 0) p.n.refuse(p.inputs[0]->unknown);
  return made;
}

Padding batch_normalisation(PaddedNode& p) {
  const Padding made = p.only(0);
  if (made.at == 1 || p.n.integer("training_mode", 0) != 0) p.n.refuse(p.inputs[0]->unknown);
  return made;
}

// Normalises over the dimensions from `axis` on.
Padding layer_normalisation(PaddedNode& p) {
  const Padding made = p.only(0);
  if (static_cast<std::int64_t>(made.at) >= p.n.position(p.n.integer("axis", -1), p.n.rank())) {
    p.n.refuse(p.inputs[0]->unknown);
  }
  return made;
}

Padding soft_max(PaddedNode& p) {
  const auto at = static_cast<std::int64_t>(p.only(0).at);
  const std::int64_t axis = p.n.position(p.n.integer("axis", p.n.opset < 13 ? 1 : -1), p.n.rank());
  if (p.n.opset < 13 ? at >= axis : at == axis) p.fill(0, -HUGE_VAL);
  return p.of(0);
}

Padding running_sum(PaddedNode& p) {
  const Padding made = p.only(0);
  const std::int64_t axis = p.n.position(p.n.integers(1, "its axis").at(0), p.n.rank());
  if (axis == static_cast<std::int64_t>(made.at)) p.fill(0, 0);
  return made;
}

using Positions = std::vector<std::size_t>;

bool contains(const Positions& gone, std::size_t at) {
  return std::find(gone.begin(), gone.end(), at) != gone.end();
}

// The padding that remains where the dimensions `gone` become 1 or vanish.
Padding kept(PaddedNode& p, const Positions& gone) {
  Padding made = p.of(0);
  if (p.n.integer("keepdims", 1) == 0) {
    made.at -= static_cast<std::size_t>(std::count_if(
        gone.begin(), gone.end(), [&](std::size_t position) { return position < made.at; }));
  }
  return made;
}

template <const double& neutral>
Padding reduction(PaddedNode& p) {
  const Padding own = p.only(0);
  const Positions gone = reduced_dimensions(p.n);
  if (!contains(gone, own.at)) return kept(p, gone);
  p.fill(0, neutral);
  return {};
}

// The sum of the elements before the padding by their number.
Padding mean(PaddedNode& p) {
  const Padding own = p.only(0);
  const Positions gone = reduced_dimensions(p.n);
  if (!contains(gone, own.at)) return kept(p, gone);
  p.fill(0, 0);
  const Op x = p.inputs[0]->op;
  std::vector<Axis> over_axes;
  std::int64_t others = 1;  // elements for each one of the dimension with padding
  for (const std::size_t at : gone) {
    over_axes.push_back(x.axes()[at]);
    if (at != own.at) others *= x.axes()[at].length();
  }
  const auto finish = [=, count = own.count](const Op& result) {
    Op elements;
    {
      const ScopedResultType type(DType::i64);
      elements = count * static_cast<double>(others);
    }
    const ScopedResultType type(result.dtype());
    const Op total = sum(x, reduce_over(Axes(over_axes)));
    return over(total / value_of(elements, result.dtype()), result.axes());
  };
  return {{}, 0, finish};
}

template <const double& neutral>
Padding extreme_position(PaddedNode& p) {
  const Padding own = p.only(0);
  const auto at = static_cast<std::size_t>(p.n.position(p.n.integer("axis", 0), p.n.rank()));
  if (at != own.at) return kept(p, {at});
  p.fill(0, neutral);
  return {};
}

// Rows of the first matrix, a sum, or columns of the second one.
Padding product(PaddedNode& p, std::size_t row, std::size_t left, std::size_t right,
                std::size_t column, std::size_t rank) {
  const bool a = p.has_padding(0), b = p.has_padding(1);
  if (a && b) {
    p.need_same(0, 1);
    if (p.inputs[0]->at != left || p.inputs[1]->at != right) p.n.refuse(p.inputs[1]->unknown);
    p.fill(0, 0);
    p.fill(1, 0);
    return {};
  }
  if (a && p.inputs[0]->at == row) return {p.inputs[0]->count, rank - 2, {}};
  if (b && p.inputs[1]->at == column) return {p.inputs[1]->count, rank - 1, {}};
  p.n.refuse(p.inputs[a ? 0 : 1]->unknown);
}

Padding mat_mul(PaddedNode& p) {
  const auto x = static_cast<std::size_t>(p.n.rank()), y = static_cast<std::size_t>(p.n.rank(1));
  if (x < 2 || y < 2) p.n.refuse(p.inputs[p.has_padding(0) ? 0 : 1]->unknown);
  const bool stacked = p.has_padding(0) && !p.has_padding(1) && p.inputs[0]->at + 2 < x && y == 2;
  if (stacked) return p.of(0);
  return product(p, x - 2, x - 1, y - 2, y - 1, std::max(x, y));
}

Padding gemm(PaddedNode& p) {
  const std::size_t a = p.n.integer("transA", 0) != 0, b = p.n.integer("transB", 0) != 0;
  const Padding made = product(p, a, 1 - a, b, 1 - b, 2);
  if (!p.n.has(2)) return made;
  const std::int64_t at = static_cast<std::int64_t>(made.at) - (2 - p.n.rank(2));
  const bool repeats = at < 0 || p.n.shape(2)[static_cast<std::size_t>(at)] == 1;
  if (p.has_padding(2) || (made.count && !repeats)) p.n.refuse("its bias would need padding");
  return made;
}

constexpr double zero = 0, one = 1, least = -HUGE_VAL, greatest = HUGE_VAL;

constexpr PaddingRow rows[] = {
    {"Abs", elementwise},
    {"Acos", elementwise},
    {"Acosh", elementwise},
    {"Add", elementwise},
    {"And", elementwise},
    {"ArgMax", extreme_position<least>},
    {"ArgMin", extreme_position<greatest>},
    {"Asin", elementwise},
    {"Asinh", elementwise},
    {"Atan", elementwise},
    {"Atanh", elementwise},
    {"AveragePool", by_sample},
    {"BatchNormalization", batch_normalisation},
    {"BitShift", elementwise},
    {"BitwiseAnd", elementwise},
    {"BitwiseNot", elementwise},
    {"BitwiseOr", elementwise},
    {"BitwiseXor", elementwise},
    {"Cast", of_first},
    {"CastLike", of_first},
    {"Ceil", elementwise},
    {"Celu", elementwise},
    {"Clip", elementwise},
    {"Conv", by_sample},
    {"ConvTranspose", by_sample},
    {"Cos", elementwise},
    {"Cosh", elementwise},
    {"CumSum", running_sum},
    {"Div", elementwise},
    {"Dropout", of_first},
    {"Elu", elementwise},
    {"Equal", elementwise},
    {"Erf", elementwise},
    {"Exp", elementwise},
    {"Floor", elementwise},
    {"Gelu", elementwise},
    {"Gemm", gemm},
    {"GlobalAveragePool", by_sample},
    {"GlobalMaxPool", by_sample},
    {"Greater", elementwise},
    {"GreaterOrEqual", elementwise},
    {"HardSigmoid", elementwise},
    {"HardSwish", elementwise},
    {"Identity", of_first},
    {"InstanceNormalization", by_sample},
    {"IsInf", elementwise},
    {"IsNaN", elementwise},
    {"LayerNormalization", layer_normalisation},
    {"LeakyRelu", elementwise},
    {"Less", elementwise},
    {"LessOrEqual", elementwise},
    {"Log", elementwise},
    {"LogSoftmax", soft_max},
    {"MatMul", mat_mul},
    {"Max", elementwise},
    {"MaxPool", by_sample},
    {"Mean", elementwise},
    {"Min", elementwise},
    {"Mish", elementwise},
    {"Mod", elementwise},
    {"Mul", elementwise},
    {"Neg", elementwise},
    {"Not", elementwise},
    {"Or", elementwise},
    {"PRelu", elementwise},
    {"Pow", elementwise},
    {"RMSNormalization", layer_normalisation},
    {"Reciprocal", elementwise},
    {"ReduceL1", reduction<zero>},
    {"ReduceL2", reduction<zero>},
    {"ReduceLogSum", reduction<zero>},
    {"ReduceLogSumExp", reduction<least>},
    {"ReduceMax", reduction<least>},
    {"ReduceMean", mean},
    {"ReduceMin", reduction<greatest>},
    {"ReduceProd", reduction<one>},
    {"ReduceSum", reduction<zero>},
    {"ReduceSumSquare", reduction<zero>},
    {"Relu", elementwise},
    {"Round", elementwise},
    {"Selu", elementwise},
    {"Sigmoid", elementwise},
    {"Sign", elementwise},
    {"Sin", elementwise},
    {"Sinh", elementwise},
    {"Softmax", soft_max},
    {"Softplus", elementwise},
    {"Softsign", elementwise},
    {"Sqrt", elementwise},
    {"Sub", elementwise},
    {"Sum", elementwise},
    {"Swish", elementwise},
    {"Tan", elementwise},
    {"Tanh", elementwise},
    {"ThresholdedRelu", elementwise},
    {"Where", elementwise},
    {"Xor", elementwise},
};

}  // namespace

std::span<const PaddingRow> padding_of_values() {
  return rows;
}

}  // namespace ng::onnx
