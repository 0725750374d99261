// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/random.h"

#include <atomic>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/base/error.h"
#include "engine/kernels/philox.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/index_map.h"
#include "engine/ops/make_op.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

constexpr std::uint64_t seeds = std::uint64_t{1} << 53;
constexpr std::int64_t state_length = 2;  // seed, count
std::atomic<std::uint64_t> next_seed = 0;

using Draw = double (*)(double seed, double count, double position);

void require_number(const Attributes& attributes, const char* key, double least) {
  const double value = attributes.get<double>(key);
  if (std::isfinite(value) && value >= least) return;
  Diagnostic diagnostic;
  diagnostic.what = "'" + std::string(key) + "' of random samples is out of range";
  diagnostic.found = std::to_string(value);
  diagnostic.expected = std::isfinite(least) ? "a number, at least 0" : "a number";
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::vector<TensorType> infer_samples(const OpDef& def, std::span<const Value> operands,
                                      const Attributes& attributes) {
  require_values(def, operands, 2);
  const TensorType& state = operands[1].type();
  Diagnostic diagnostic;
  diagnostic.found = describe(operands[1]);
  if (state.dtype != DType::i64 || state.axes.size() != 1 ||
      state.axes[0].known_length() != state_length) {
    diagnostic.what = "invalid state of random samples";
    diagnostic.expected = "the result of ng::random_state: int64 over one axis of length 2";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  const DType dtype = result_dtype(attributes);
  if (!is_float(dtype)) {
    refuse(ErrorKind::value, "random samples must be floats, not " + std::string(name(dtype)));
  }
  return {{operands[0].axes(), dtype}};
}

std::vector<TensorType> infer_uniform(std::span<const Value> operands,
                                      const Attributes& attributes) {
  require_number(attributes, "low", -std::numeric_limits<double>::infinity());
  require_number(attributes, "high", -std::numeric_limits<double>::infinity());
  return infer_samples(uniform_op, operands, attributes);
}

std::vector<TensorType> infer_normal(std::span<const Value> operands,
                                     const Attributes& attributes) {
  require_number(attributes, "loc", -std::numeric_limits<double>::infinity());
  require_number(attributes, "scale", 0);
  return infer_samples(normal_op, operands, attributes);
}

double largest_of(DType dtype) {
  switch (dtype) {
    case DType::f16: return 65504;
    case DType::bf16: return 0x1.fep127;
    case DType::f32: return std::numeric_limits<float>::max();
    default: return std::numeric_limits<double>::max();
  }
}

// The largest finite number of the type below `bound`.
double largest_below(double bound, DType dtype) {
  double step = std::abs(bound) * 0x1p-53, below = round_to(dtype, bound);
  if (below > largest_of(dtype)) return largest_of(dtype);
  for (; below >= bound; step *= 2) {
    step = std::max(step, std::numeric_limits<double>::denorm_min());
    below = round_to(dtype, bound - step);
  }
  return below;
}

// A sample is scaled to offset + factor * sample. Where the result's type rounds the last samples
// up to `high`, which does not belong to the range, `last` is the number before it.
struct Spread {
  double offset, factor;
  std::optional<double> last = {};
};

Spread spread_of(const Node& node) {
  const Attributes& a = node.attributes;
  if (node.def == &normal_op) return {a.get<double>("loc"), a.get<double>("scale")};
  const double low = a.get<double>("low"), high = a.get<double>("high");
  Spread spread{low, high - low};
  const DType dtype = node.results[0].dtype;
  const bool rounds = low != 0 || dtype == DType::f16 || dtype == DType::bf16;
  if (rounds && low != high)
    spread.last = low < high ? largest_below(high, dtype) : -largest_below(-high, dtype);
  return spread;
}

double limited(double sample, const Spread& spread) {
  if (!spread.last) return sample;
  return spread.factor > 0 ? std::min(sample, *spread.last) : std::max(sample, *spread.last);
}

template <Draw draw>
void evaluate_samples(const Node& node, std::span<const HostArray> in, std::span<HostArray> out) {
  const Spread spread = spread_of(node);
  const double seed = in[1].values[0], count = in[1].values[1];
  for (std::size_t i = 0; i < out[0].values.size(); ++i) {
    const double sample = draw(seed, count, static_cast<double>(i));
    out[0].values[i] = limited(spread.offset + spread.factor * sample, spread);
  }
}

template <kernel::Fn draw>
kernel::Expr indexed_samples(const Node& node, IndexedContext& context) {
  const Axes& axes = node.results[0].axes;
  kernel::Index position;
  std::int64_t stride = 1;
  for (std::size_t i = axes.size(); i-- > 0;) {
    const kernel::Index step = moved(context.place(i), 0, stride);
    position.offset += step.offset;
    position.terms.insert(position.terms.end(), step.terms.begin(), step.terms.end());
    stride *= axes[i].length();
  }
  std::sort(position.terms.begin(), position.terms.end());
  const kernel::Expr seed = context.operand(1, {kernel::Index{0, {}}});
  const kernel::Expr count = context.operand(1, {kernel::Index{1, {}}});
  const kernel::Expr sample = kernel::apply(draw, seed, count, kernel::position(position));
  const Spread spread = spread_of(node);
  const kernel::Expr scaled =
      kernel::apply(kernel::Fn::add, kernel::constant(spread.offset),
                    kernel::apply(kernel::Fn::multiply, kernel::constant(spread.factor), sample));
  if (!spread.last) return scaled;
  const kernel::Fn limit = spread.factor > 0 ? kernel::Fn::minimum : kernel::Fn::maximum;
  return kernel::apply(limit, scaled, kernel::constant(*spread.last));
}

void adjoint_samples(AdjointContext& c) {
  c.add(0, c.delta);
}

Op samples(const OpDef& def, const Operand& x, const std::optional<Op>& state,
           Attributes attributes) {
  const Op own = state ? *state : random_state(next_seed++ % seeds, x.where());
  return make_op(def, {x, Operand(own, x.where())}, std::move(attributes));
}

}  // namespace

const OpDef uniform_op = {
    .name = "uniform",
    .class_name = "RngOp",
    .glyph = "U",
    .family = Family::random,
    .doc =
        "Samples in [low, high) over x's axes, resampled at each run: x provides the axes, state "
        "the seed and the number of runs so far. Gradient of x: d.",
    .operands = {"x", "state"},
    .attributes = {"dtype", "high", "low"},
    .functions = {{{{"x"},
                    {"low", ParameterKind::number, "0"},
                    {"high", ParameterKind::number, "1"},
                    {"state", ParameterKind::operand, "None"}},
                   [](const OpArguments& a) {
                     return uniform(a.operand("x"), a.number("low"), a.number("high"),
                                    a.optional_op("state"));
                   }}},
    .traits = {.random = true},
    .infer = infer_uniform,
    .evaluate = evaluate_samples<kernel::random_uniform>,
    .adjoint = adjoint_samples,
    .lower = LowerKind::indexed,
    .indexed = indexed_samples<kernel::Fn::random_uniform>,
    .flops = [](const Node& node) { return 2 * node.results[0].axes.element_count(); },
};

const OpDef normal_op = {
    .name = "normal",
    .class_name = "RngOp",
    .glyph = "𝒩",
    .family = Family::random,
    .doc =
        "Normal samples with mean loc and standard deviation scale over x's axes, resampled at "
        "each run: x provides the axes, state the seed and the number of runs so far. Gradient of "
        "x: d.",
    .operands = {"x", "state"},
    .attributes = {"dtype", "loc", "scale"},
    .functions = {{{{"x"},
                    {"loc", ParameterKind::number, "0"},
                    {"scale", ParameterKind::number, "1"},
                    {"state", ParameterKind::operand, "None"}},
                   [](const OpArguments& a) {
                     return normal(a.operand("x"), a.number("loc"), a.number("scale"),
                                   a.optional_op("state"));
                   }}},
    .traits = {.random = true},
    .infer = infer_normal,
    .evaluate = evaluate_samples<kernel::random_normal>,
    .adjoint = adjoint_samples,
    .lower = LowerKind::indexed,
    .indexed = indexed_samples<kernel::Fn::random_normal>,
    .flops = [](const Node& node) { return 20 * node.results[0].axes.element_count(); },
};

Op uniform(const Operand& x, double low, double high, const std::optional<Op>& state) {
  return samples(uniform_op, x, state, {{"low", low}, {"high", high}});
}

Op normal(const Operand& x, double loc, double scale, const std::optional<Op>& state) {
  return samples(normal_op, x, state, {{"loc", loc}, {"scale", scale}});
}

Op random_samples(const std::string& distribution, const Operand& x, double first, double second) {
  if (distribution == "uniform") return uniform(x, first, second);
  if (distribution == "normal") return normal(x, first, second);
  Diagnostic diagnostic;
  diagnostic.what = "unknown distribution '" + distribution + "'";
  diagnostic.where = std::string(x.where().file_name()) + ":" + std::to_string(x.where().line());
  diagnostic.expected = "uniform or normal";
  refuse(ErrorKind::value, std::move(diagnostic));
}

Op random_state(std::uint64_t seed, Operand::Where where) {
  if (seed >= seeds) refuse(ErrorKind::value, "a seed must be an integer below 2^53");
  const Tensor initial =
      Tensor::from(DType::i64, {state_length}, std::vector<double>{static_cast<double>(seed), 0});
  return persistent_tensor(make_axis(state_length, "seed_and_count"), initial, DType::i64, where)
      .named("random_state");
}

void seed_random(std::uint64_t seed) {
  if (seed >= seeds) refuse(ErrorKind::value, "a seed must be an integer below 2^53");
  next_seed = seed;
}

Value next_random_state(const Value& state) {
  const Tensor step = Tensor::from(DType::i64, {state_length}, std::vector<double>{0, 1});
  const Op one_run = constant(step, state.axes());
  return make_op(add_op, {Op(state), one_run}, {{"dtype", std::string(name(DType::i64))}}).value();
}

}  // namespace ng
