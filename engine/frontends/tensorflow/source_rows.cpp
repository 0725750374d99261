// SPDX-License-Identifier: Apache-2.0
// Constants, shapes, random numbers, and values that pass through.
#include <cmath>
#include <numbers>
#include <random>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/tensorflow/onnx_steps.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"
#include "engine/ops/random.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"

namespace ng::tensorflow {
namespace {

void pass_on(NodeContext& n) {
  for (std::size_t i = 0; i < n.node.outputs.size() && i < n.count(); ++i) {
    give(n, n.shared(i), i);
  }
}

void stop_gradients(NodeContext& n) {
  give(n, stopped(n, n.shared(0)));
}

// One value over a shape. The converter turns large constants of one value into this form; other
// constants that reach this row have a type that the engine lacks.
void constant(NodeContext& n) {
  const onnx::Attribute* value = n.node.find("splat");
  if (!value || !value->t) NodeContext::refuse("its type is not a number");
  const double number = onnx::contents(*value->t, {}).item();
  n.result(broadcast(onnx::number(number, *onnx::dtype_of(value->t->type)),
                     Axes(n.dims.fresh_of(n.list("shape")))));
}

void fill(NodeContext& n) {
  give(n, step(n, "Expand", {n.shared(1), integers(n.integers(0, "its shape"))}));
}

void like(NodeContext& n) {
  const double value = n.node.op_type == "OnesLike" ? 1 : 0;
  const Shape shape = n.shape();
  give(n, step(n, "Expand", {number(value, n.dtype()), integers(shape)}));
}

void shapes(NodeContext& n) {
  for (std::size_t i = 0; i < n.node.outputs.size() && i < n.count(); ++i) {
    give(n, cast(n, step(n, "Shape", {n.shared(i)}), type_of(n, "out_type", DType::i32)), i);
  }
}

void size(NodeContext& n) {
  give(n, cast(n, step(n, "Size", {n.shared(0)}), type_of(n, "out_type", DType::i32)));
}

void rank(NodeContext& n) {
  give(n, number(static_cast<double>(n.rank()), DType::i32));
}

void range(NodeContext& n) {
  give(n, step(n, "Range", {n.shared(0), n.shared(1), n.shared(2)}));
}

void lin_space(NodeContext& n) {
  const double start = n.need_known(0, "its start").item(), end = n.need_known(1, "its end").item();
  const std::int64_t count = n.integers(2, "its count").at(0);
  if (count < 1) NodeContext::refuse("its count is below 1");
  NodeContext::need_short(count);
  ng::Tensor values(n.dtype(), {count});
  for (std::int64_t i = 0; i < count; ++i) {
    const double part = count == 1 ? 0 : static_cast<double>(i) / static_cast<double>(count - 1);
    values.set(i, start + (end - start) * part);
  }
  n.result(std::move(values));
}

// The shape that two shapes broadcast to.
void broadcast_args(NodeContext& n) {
  auto x = n.integers(0, "its shape"), y = n.integers(1, "its shape");
  if (x.size() < y.size()) std::swap(x, y);
  const std::size_t skipped = x.size() - y.size();
  for (std::size_t i = 0; i < y.size(); ++i) {
    std::int64_t& length = x[i + skipped];
    if (length != 1 && y[i] != 1 && length != y[i]) {
      NodeContext::refuse("its shapes do not broadcast");
    }
    if (length == 1) length = y[i];
  }
  give(n, cast(n, integers(x), n.dtype()));
}

void invert_permutation(NodeContext& n) {
  const auto order = n.integers(0, "its order");
  std::vector<std::int64_t> inverse(order.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i] < 0 || order[i] >= std::ssize(order)) NodeContext::refuse("it is no permutation");
    inverse[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
  }
  give(n, cast(n, integers(inverse), n.dtype()));
}

// Standard normal numbers of at most two standard deviations, or any.
double normal_sample(std::mt19937_64& generator, bool truncated) {
  const auto uniform = [&] { return (static_cast<double>(generator() >> 11) + 0.5) * 0x1p-53; };
  for (;;) {
    const double value =
        std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
    if (!truncated || std::abs(value) <= 2) return value;
  }
}

// The initial value of a variable: the same numbers at each opening of the file.
ng::Tensor samples(const NodeContext& n, const Shape& shape, DType dtype) {
  need_moderate(shape);
  std::seed_seq seed{static_cast<unsigned>(n.integer("seed", 0)),
                     static_cast<unsigned>(n.integer("seed2", 0)),
                     static_cast<unsigned>(std::hash<std::string>()(n.node.name))};
  std::mt19937_64 generator(seed);
  ng::Tensor made(dtype, shape);
  const std::string& op = n.node.op_type;
  const bool uniform = op.find("Uniform") != std::string::npos;
  const bool truncated = op.find("Truncated") != std::string::npos;
  for (std::int64_t i = 0; i < made.size(); ++i) {
    made.set(i, uniform ? static_cast<double>(generator() >> 11) * 0x1p-53
                        : normal_sample(generator, truncated));
  }
  return made;
}

void random_numbers(NodeContext& n) {
  const Shape shape = n.integers(0, "its shape");
  const DType dtype = type_of(n, "dtype", DType::f32);
  const std::string& op = n.node.op_type;
  if (flag(n, "initial") || op.find("Truncated") != std::string::npos) {
    return n.result(samples(n, shape, dtype));
  }
  const onnx::ItemPtr zeros = step(n, "Expand", {number(0, dtype), integers(shape)});
  const ScopedResultType type(dtype);
  const Op x = onnx::op_of(*zeros, n.dims);
  n.result(op.find("Uniform") != std::string::npos ? uniform(x) : normal(x));
}

constexpr OpRow rows[] = {
    {"BroadcastArgs", 1, 0, broadcast_args},
    {"CheckNumerics", 1, 0, pass_on},
    {"Const", 1, 0, constant},
    {"EnsureShape", 1, 0, pass_on},
    {"Fill", 1, 0, fill},
    {"Identity", 1, 0, pass_on},
    {"IdentityN", 1, 0, pass_on},
    {"InvertPermutation", 1, 0, invert_permutation},
    {"LinSpace", 1, 0, lin_space},
    {"OnesLike", 1, 0, like},
    {"PlaceholderWithDefault", 1, 0, pass_on},
    {"PreventGradient", 1, 0, pass_on},
    {"RandomStandardNormal", 1, 0, random_numbers},
    {"RandomUniform", 1, 0, random_numbers},
    {"Range", 1, 0, range},
    {"Rank", 1, 0, rank},
    {"Shape", 1, 0, shapes},
    {"ShapeN", 1, 0, shapes},
    {"Size", 1, 0, size},
    {"Snapshot", 1, 0, pass_on},
    {"StatelessRandomNormalV2", 1, 0, random_numbers},
    {"StatelessRandomUniformV2", 1, 0, random_numbers},
    {"StatelessTruncatedNormalV2", 1, 0, random_numbers},
    {"StopGradient", 1, 0, stop_gradients},
    {"TruncatedNormal", 1, 0, random_numbers},
    {"ZerosLike", 1, 0, like},
};

}  // namespace

std::span<const OpRow> source_rows() {
  return rows;
}

}  // namespace ng::tensorflow
