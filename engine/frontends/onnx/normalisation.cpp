// SPDX-License-Identifier: Apache-2.0
// Softmax and normalisations.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/elementwise/roots.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/reductions/softmax.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

Axes from_position(const Op& x, std::size_t at) {
  return Axes(
      std::vector<Axis>(x.axes().begin() + static_cast<std::ptrdiff_t>(at), x.axes().end()));
}

// One axis; before opset 13 this axis and all after it.
Axes normalised(const NodeContext& n, const Op& x) {
  const auto at =
      static_cast<std::size_t>(n.position(n.integer("axis", n.opset < 13 ? 1 : -1), n.rank()));
  return n.opset < 13 ? from_position(x, at) : Axes(x.axes()[at]);
}

void soft_max(NodeContext& n) {
  const ScopedResultType type(n.widened());
  const Op x = n.op(0);
  n.result(softmax(x, normalised(n, x)));
}

void log_soft_max(NodeContext& n) {
  const ScopedResultType type(n.widened());
  const Op x = n.op(0);
  n.result(over(log_softmax(x, normalised(n, x)), x.axes()));
}

// The row-major index of each element of a block.
Op index_in(const Axes& block) {
  const ScopedResultType type(DType::i64);
  const std::vector<double> strides = strides_of(block.lengths());
  Op index = number(0, DType::i64);
  for (std::size_t i = 0; i < block.size(); ++i) index = index + ramp(block[i], 0, strides[i]);
  return index;
}

// 1 at the first maximum.
void hard_max(NodeContext& n) {
  const Op x = n.op(0);
  const Axes along = normalised(n, x);
  if (x.axes().element_count() == 0) return n.result(x);
  Op first, index = index_in(along);
  {
    const ScopedResultType type(DType::i64);
    first = argmax(x, reduce_over(along));
  }
  const ScopedResultType type(n.dtype());
  n.result(over(equal(index, first), x.axes()));
}

// A parameter with one element per channel, along x's second dimension.
Op along_channels(NodeContext& n, const Op& x, std::size_t input) {
  const Op parameter = n.op(input);
  if (parameter.axes().size() != 1 || x.axes().size() < 2 ||
      parameter.axes()[0].length() != x.axes()[1].length()) {
    NodeContext::refuse("a parameter does not have one element per channel");
  }
  n.dims.equate(x.axes()[1], parameter.axes()[0]);
  n.dims.prefer(x.axes()[1], "C", 3);
  return renamed(parameter, {x.axes()[1]});
}

void batch_normalisation(NodeContext& n) {
  const ScopedResultType type(n.widened());
  n.keep_untrained(3);
  n.keep_untrained(4);
  const Op x = n.op(0);
  Op middle = along_channels(n, x, 3), spread = along_channels(n, x, 4);
  if (n.integer("training_mode", 0) != 0) {
    const Over others = out_axes(Axes{x.axes()[1]});
    const double kept = n.number("momentum", 0.9);
    const Op batch_mean = mean(x, others), batch_variance = variance(x, others);
    n.result(value_of(middle * kept + batch_mean * (1 - kept), n.dtype(3)), 1);
    n.result(value_of(spread * kept + batch_variance * (1 - kept), n.dtype(4)), 2);
    middle = batch_mean;
    spread = batch_variance;
  }
  const Op scale = along_channels(n, x, 1) / sqrt(spread + n.number("epsilon", 1e-5));
  const Op shift = along_channels(n, x, 2) - middle * scale;
  n.result(over(x * scale + shift, x.axes()));
}

struct Moments {
  Op centred, deviation;  // x minus its mean, and 1 / sqrt(variance + epsilon)
};
Moments moments(const Op& x, const Axes& rows, double epsilon) {
  const Op centred = x - mean(x, reduce_over(rows));
  return {centred, reciprocal(sqrt(mean(centred * centred, reduce_over(rows)) + epsilon))};
}

Op scaled(NodeContext& n, const Op& x, std::size_t scale, std::size_t shift) {
  Op result = x;
  if (n.has(scale)) {
    const Aligned all = align(n, {result, n.op(scale)});
    result = over(all.ops[0] * all.ops[1], all.axes);
  }
  if (n.has(shift)) {
    const Aligned all = align(n, {result, n.op(shift)});
    result = over(all.ops[0] + all.ops[1], all.axes);
  }
  return result;
}

void layer_normalisation(NodeContext& n) {
  const ScopedResultType type(n.widened());
  const Op x = n.op(0);
  const auto at = static_cast<std::size_t>(n.position(n.integer("axis", -1), n.rank()));
  const Axes rows = from_position(x, at);
  for (const Axis& axis : rows) n.dims.prefer(axis, "feature", 2);
  const Moments m = moments(x, rows, n.number("epsilon", 1e-5));
  n.result(scaled(n, over(m.centred * m.deviation, x.axes()), 1, 2));
  std::vector<std::size_t> ones(rows.size());
  std::iota(ones.begin(), ones.end(), at);
  if (n.wants(1)) n.result(with_ones_like(n, mean(x, reduce_over(rows)), ones, rows.list()), 1);
  if (n.wants(2)) n.result(with_ones_like(n, m.deviation, ones, rows.list()), 2);
}

void rms_normalisation(NodeContext& n) {
  const ScopedResultType type(n.widened());
  const Op x = n.op(0);
  const auto at = static_cast<std::size_t>(n.position(n.integer("axis", -1), n.rank()));
  const Op square = mean(x * x, reduce_over(from_position(x, at)));
  const Op made = x / sqrt(square + n.number("epsilon", 1e-5));
  n.result(scaled(n, over(made, x.axes()), 1, 2));
}

void instance_normalisation(NodeContext& n) {
  const ScopedResultType type(n.widened());
  const Op x = n.op(0);
  if (x.axes().size() < 3) NodeContext::refuse("its input has no spatial dimensions");
  const Moments m = moments(x, from_position(x, 2), n.number("epsilon", 1e-5));
  const Op made = m.centred * m.deviation * along_channels(n, x, 1) + along_channels(n, x, 2);
  n.result(over(made, x.axes()));
}

void group_normalisation(NodeContext& n) {
  const ScopedResultType type(n.widened());
  const Op x = n.op(0);
  Shape shape = n.shape(), grouped = shape;
  const std::int64_t groups = n.integer("num_groups", 1);
  if (shape.size() < 2 || groups < 1 || shape[1] % groups != 0) {
    NodeContext::refuse("its channels do not divide into groups");
  }
  grouped[1] = shape[1] / groups;
  grouped.insert(grouped.begin() + 1, groups);
  const Op parts = regrouped(n, x, grouped, "group");
  const Moments m = moments(parts, from_position(parts, 2), n.number("epsilon", 1e-5));
  const Op made = over(m.centred * m.deviation, parts.axes());
  if (n.opset < 21) {  // one parameter per group
    const Op scale = renamed(n.op(1), {parts.axes()[1]}),
             shift = renamed(n.op(2), {parts.axes()[1]});
    return n.result(regrouped(n, over(made * scale + shift, parts.axes()), shape, "C"));
  }
  const Op whole = regrouped(n, made, shape, "C");
  n.result(over(whole * along_channels(n, whole, 1) + along_channels(n, whole, 2), whole.axes()));
}

// Over neighbouring channels.
void local_response(NodeContext& n) {
  const ScopedResultType type(n.widened());
  const Op x = n.op(0);
  const std::int64_t size = n.integer("size", 1), channels = n.shape().at(1);
  if (size < 1 || size > 1024) NodeContext::refuse("its size is not 1 to 1024");
  std::vector<std::int64_t> before(x.axes().size(), 0), after = before;
  before[1] = (size - 1) / 2;
  after[1] = size - 1 - before[1];
  const Op squares = padded(n, x * x, before, after, 0);
  Op total;
  for (std::int64_t i = 0; i < size; ++i) {
    const Op shifted = renamed(part(n, squares, 1, i, channels), x.axes().list());
    total = total ? total + shifted : shifted;
  }
  const double alpha = n.number("alpha", 1e-4), beta = n.number("beta", 0.75);
  const Op base = total * (alpha / static_cast<double>(size)) + n.number("bias", 1);
  n.result(over(x / power(base, beta), x.axes()));
}

void lp_normalisation(NodeContext& n) {
  const ScopedResultType type(n.widened());
  const Op x = n.op(0);
  const auto at = static_cast<std::size_t>(n.position(n.integer("axis", -1), n.rank()));
  const Over along = reduce_over(Axes{x.axes()[at]});
  const Op norm =
      n.integer("p", 2) == 1 ? sum(absolute(x), along) : norm_of_total(sum(x * x, along), 2);
  const Op none = equal(norm, 0);  // chosen before the division, whose derivatives would be NaN
  n.result(over(where(none, 0, x / where(none, 1, norm)), x.axes()));
}

void mean_variance(NodeContext& n) {
  const ScopedResultType type(n.widened());
  const Op x = n.op(0);
  auto positions = n.list("axes");
  if (positions.empty()) positions = {0, 2, 3};
  std::vector<Axis> axes;
  for (const std::int64_t at : positions) {
    axes.push_back(x.axes()[static_cast<std::size_t>(n.position(at, n.rank()))]);
  }
  const Op centred = x - mean(x, reduce_over(Axes(axes)));
  const Op deviation = sqrt(mean(centred * centred, reduce_over(Axes(axes)))) + 1e-9;
  n.result(over(centred / deviation, x.axes()));
}

constexpr OpRow rows[] = {
    {"BatchNormalization", 7, 0, batch_normalisation},
    {"GroupNormalization", 18, 0, group_normalisation},
    {"Hardmax", 1, 0, hard_max},
    {"InstanceNormalization", 6, 0, instance_normalisation},
    {"LRN", 1, 0, local_response},
    {"LayerNormalization", 17, 0, layer_normalisation},
    {"LogSoftmax", 1, 0, log_soft_max},
    {"LpNormalization", 1, 0, lp_normalisation},
    {"MeanVarianceNormalization", 9, 0, mean_variance},
    {"RMSNormalization", 23, 0, rms_normalisation},
    {"Softmax", 1, 0, soft_max},
};

}  // namespace

std::span<const OpRow> normalisation_rows() {
  return rows;
}

}  // namespace ng::onnx
