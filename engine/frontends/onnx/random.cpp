// SPDX-License-Identifier: Apache-2.0
// Random numbers. Their stream begins with the seed of the node, and is the same on every
// transformer; the numbers are not those of other runtimes.
#include <cmath>
#include <functional>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/node_order.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/random.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

constexpr std::uint64_t seeds = std::uint64_t{1} << 53;

// The seed is an integer of Dropout, else a number. Nodes without one have streams of their own,
// the same at each opening of the file.
std::uint64_t seed_of(const NodeContext& n) {
  const Attribute* seed = n.node.find("seed");
  if (!seed) return std::hash<std::string>()(scope_of(n.node)) % seeds;
  const double given =
      seed->kind == AttributeKind::integer ? static_cast<double>(seed->i) : n.number("seed", 0);
  if (!(std::abs(given) < 0x1p53)) NodeContext::refuse("its seed is not within -2^53 and 2^53");
  return static_cast<std::uint64_t>(std::abs(given));
}

DType type_or(const NodeContext& n, DType otherwise) {
  if (!n.given("dtype")) return otherwise;
  const auto type = dtype_of(static_cast<ElementType>(n.integer("dtype", 1)));
  if (!type) NodeContext::refuse("its element type");
  return *type;
}

// Uniform in [0, 1), over these axes.
Op uniform_over(const NodeContext& n, const Axes& axes, DType dtype) {
  const ScopedResultType type(dtype);
  return uniform(over(number(0, dtype), axes), 0, 1, random_state(seed_of(n)));
}

template <bool is_uniform>
void draw(NodeContext& n, const Axes& axes, DType dtype) {
  if (!is_float(dtype)) NodeContext::refuse("its numbers are no floats");
  const ScopedResultType type(dtype);
  const Op x = over(number(0, dtype), axes), state = random_state(seed_of(n));
  n.result(is_uniform ? uniform(x, n.number("low", 0), n.number("high", 1), state)
                      : normal(x, n.number("mean", 0), n.number("scale", 1), state));
}

template <bool is_uniform>
void random_of_shape(NodeContext& n) {
  const Shape shape = n.list("shape");
  element_count(shape);
  draw<is_uniform>(n, Axes(n.dims.fresh_of(shape)), type_or(n, DType::f32));
}

template <bool is_uniform>
void random_like(NodeContext& n) {
  draw<is_uniform>(n, n.op(0).axes(), type_or(n, n.dtype()));
}

void bernoulli(NodeContext& n) {
  const Op p = n.op(0);
  // In half precision there are too few numbers to compare with: one in 4,096 would be the last.
  const DType precise = p.dtype() == DType::f64 ? DType::f64 : DType::f32;
  const Op drawn = uniform_over(n, p.axes(), precise);
  const ScopedResultType type(type_or(n, p.dtype()));
  n.result(less(drawn, p));
}

// Classes by unnormalised logarithms of their probabilities (batch, class): the largest one after
// noise of Gumbel's distribution is added.
void multinomial(NodeContext& n) {
  if (n.rank() != 2) NodeContext::refuse("its input has not two dimensions");
  const std::int64_t size = n.integer("sample_size", 1);
  if (size < 1) NodeContext::refuse("its sample_size is below 1");
  NodeContext::need_short(size);
  const Op scores = value_of(n.op(0), DType::f32);
  const Axis batch = scores.axes()[0], kind = scores.axes()[1], sample = n.fresh(size, "sample");
  n.dims.keep_apart({batch, sample, kind});
  const Op drawn = uniform_over(n, Axes{batch, sample, kind}, DType::f32);
  Op chosen;
  {
    const ScopedResultType type(DType::f32);
    chosen = argmax(scores - log(Op(-log(maximum(drawn, 0x1p-32)))), reduce_over(Axes{kind}));
  }
  n.result(over(value_of(chosen, type_or(n, DType::i32)), Axes{batch, sample}));
}

// In inference the value itself.
void dropout(NodeContext& n) {
  const bool trains = n.has(2) && n.need_known(2, "its training mode").item() != 0;
  const double ratio = trains && n.has(1) ? n.need_known(1, "its ratio").item() : 0.5;
  const Op x = n.op(0);
  if (!trains || ratio == 0) {
    n.result(x);
    if (n.wants(1)) n.result(broadcast(number(1, DType::bool_), x.axes()), 1);
    return;
  }
  if (!(ratio > 0 && ratio <= 1)) NodeContext::refuse("its ratio is not within 0 and 1");
  const Op drawn = uniform_over(n, x.axes(), DType::f32);
  Op kept;
  {
    const ScopedResultType type(DType::bool_);
    kept = over(greater_equal(drawn, ratio), x.axes());
  }
  const ScopedResultType type(x.dtype());
  n.result(over(where(kept, x * (ratio < 1 ? 1 / (1 - ratio) : 0), 0), x.axes()));
  if (n.wants(1)) n.result(kept, 1);
}

constexpr OpRow rows[] = {
    {"Bernoulli", 15, 0, bernoulli},
    {"Dropout", 7, 0, dropout},
    {"Multinomial", 7, 0, multinomial},
    {"RandomNormal", 1, 0, random_of_shape<false>},
    {"RandomNormalLike", 1, 0, random_like<false>},
    {"RandomUniform", 1, 0, random_of_shape<true>},
    {"RandomUniformLike", 1, 0, random_like<true>},
};

}  // namespace

std::span<const OpRow> random_rows() {
  return rows;
}

}  // namespace ng::onnx
