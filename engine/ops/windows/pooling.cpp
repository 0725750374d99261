// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/windows/pooling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"
#include "engine/runtime/window_steps.h"

namespace ng {
namespace {

constexpr const char* letters[] = {"c", "d", "h", "w"};
constexpr const char* windows[] = {"J", "T", "R", "S"};
using Makes = Pooling::Makes;

bool is_average(const Attributes& attributes) {
  const auto kind = attributes.get<std::string>("op");
  if (kind == "avg") return true;
  if (kind == "max") return false;
  Diagnostic diagnostic;
  diagnostic.what = "unknown kind of pooling";
  diagnostic.found = "'" + kind + "'";
  diagnostic.expected = "'max' or 'avg'";
  refuse(ErrorKind::value, std::move(diagnostic));
}

struct Parts {
  Makes makes;
  Axes images, outputs;
};

// The gradient of a mean does not read the images; their axes are stored in its attributes.
Parts parts(const OpDef& def, std::span<const Value> operands, const Attributes& attributes) {
  const bool average = is_average(attributes);
  const bool plain = &def == &pooling_op;
  require_values(def, operands, plain || (average && &def == &pooling_gradient_op) ? 1 : 2);
  const Axes made = attributes.get<Axes>("axes");
  Parts parts;
  if (plain) parts = {Makes::outputs, operands[0].axes(), made};
  if (&def == &pooling_gradient_op) parts = {Makes::images, made, operands[0].axes()};
  if (&def == &pooling_chosen_op) parts = {Makes::chosen, operands[1].axes(), made};
  require_rank_five(parts.images, "the images of '" + std::string(def.name) + "'");
  require_rank_five(parts.outputs, "the outputs of '" + std::string(def.name) + "'");
  require_same_length(parts.images[4], "the images", parts.outputs[4], "the outputs");
  for (std::size_t i = 0; i < 5 && !plain && operands.size() == 2; ++i) {
    const Axes& other = parts.makes == Makes::images ? operands[1].axes() : operands[0].axes();
    if (other.size() == 5)
      require_same_length(other[i], "an operand", parts.images[i], "the images");
  }
  return parts;
}

WindowAxis window_axis(const OpDef& def, const Attributes& attributes, std::size_t i) {
  WindowAxis axis;
  axis.window = required(attributes, windows[i], def);
  axis.padding = axis.after = required(attributes, std::string("pad_") + letters[i], def);
  const std::string after = std::string("pad_end_") + letters[i];
  if (attributes.has(after)) axis.after = attributes.get<std::int64_t>(after);
  axis.stride = required(attributes, std::string("str_") + letters[i], def);
  return axis;
}

// Every window then contains an element of the image.
void require_small_padding(const WindowAxis& axis) {
  const std::int64_t padding = std::max(axis.padding, axis.after);
  if (padding < axis.window) return;
  Diagnostic diagnostic;
  diagnostic.what = "a pooling window would contain only padding along " + axis.name;
  diagnostic.found =
      "padding " + std::to_string(padding) + ", window " + std::to_string(axis.window);
  diagnostic.expected = "a padding less than the window";
  refuse(ErrorKind::value, std::move(diagnostic));
}

Pooling sizes(const OpDef& def, const Parts& parts, const Attributes& attributes) {
  Pooling p;
  p.makes = parts.makes;
  p.average = is_average(attributes);
  p.batch = parts.images[4].length();
  for (std::size_t i = 0; i < 4; ++i) {
    WindowAxis axis = window_axis(def, attributes, i);
    axis.name = parts.images[i].label();
    axis.image = p.image[i] = parts.images[i].length();
    axis.output = p.output[i] = parts.outputs[i].length();
    require_fit(axis);
    require_small_padding(axis);
    p.window[i] = axis.window;
    p.padding[i] = axis.padding;
    p.stride[i] = axis.stride;
  }
  return p;
}

template <const OpDef& Def>
std::vector<TensorType> infer(std::span<const Value> operands, const Attributes& attributes) {
  const Parts all = parts(Def, operands, attributes);
  for (std::size_t i = 0; i < 4; ++i) window_axis(Def, attributes, i);
  if (all.images.all_lengths_known() && all.outputs.all_lengths_known()) {
    sizes(Def, all, attributes);
  }
  return {{attributes.get<Axes>("axes"), result_dtype(attributes)}};
}

// Calls f(output, members) for each window. `members` are the offsets, without the batch, of the
// elements inside the image, in row-major order.
template <class F>
void for_each_window(const Pooling& p, F&& f) {
  std::vector<std::int64_t> members, longer;
  const std::int64_t count = p.output[0] * p.output[1] * p.output[2] * p.output[3];
  for (std::int64_t output = 0; output < count; ++output) {
    std::array<std::int64_t, 4> place{};
    std::int64_t rest = output;
    for (std::size_t i = 4; i-- > 0; rest /= p.output[i]) place[i] = rest % p.output[i];
    members = {0};
    for (std::size_t i = 0; i < 4; ++i) {
      const std::int64_t start = place[i] * p.stride[i] - p.padding[i];
      longer.clear();
      for (const std::int64_t member : members) {
        for (std::int64_t at = std::max<std::int64_t>(start, 0);
             at < std::min(start + p.window[i], p.image[i]); ++at) {
          longer.push_back(member * p.image[i] + at);
        }
      }
      members.swap(longer);
    }
    f(output, members);
  }
}

// The first maximum for batch element `n`; NaN counts as the maximum.
std::int64_t first_maximum(const Pooling& p, const std::vector<double>& images,
                           const std::vector<std::int64_t>& members, std::int64_t n) {
  std::int64_t best = members.front() * p.batch + n;
  for (const std::int64_t member : members) {
    const std::int64_t at = member * p.batch + n;
    const double value = images[static_cast<std::size_t>(at)];
    const double largest = images[static_cast<std::size_t>(best)];
    if (std::isnan(largest)) break;
    if (std::isnan(value) || value > largest) best = at;
  }
  return best;
}

void evaluate_means(const Pooling& p, std::span<const HostArray> in, std::span<HostArray> out) {
  for_each_window(p, [&](std::int64_t output, const std::vector<std::int64_t>& members) {
    for (std::int64_t n = 0; n < p.batch; ++n) {
      const auto window = static_cast<std::size_t>(output * p.batch + n);
      const double count = static_cast<double>(members.size());
      for (const std::int64_t member : members) {
        const auto at = static_cast<std::size_t>(member * p.batch + n);
        if (p.makes == Makes::outputs) out[0].values[window] += in[0].values[at] / count;
        if (p.makes == Makes::images) out[0].values[at] += in[0].values[window] / count;
      }
    }
  });
}

void evaluate(const Node& node, std::span<const HostArray> in, std::span<HostArray> out) {
  const Pooling p = pooling_of(node);
  std::fill(out[0].values.begin(), out[0].values.end(), 0.0);
  if (p.average) return evaluate_means(p, in, out);
  const std::vector<double>& images = in[p.makes == Makes::outputs ? 0 : 1].values;
  for_each_window(p, [&](std::int64_t output, const std::vector<std::int64_t>& members) {
    for (std::int64_t n = 0; n < p.batch; ++n) {
      const auto window = static_cast<std::size_t>(output * p.batch + n);
      const auto at = static_cast<std::size_t>(first_maximum(p, images, members, n));
      if (p.makes == Makes::outputs) out[0].values[window] = images[at];
      if (p.makes == Makes::images) out[0].values[at] += in[0].values[window];
      if (p.makes == Makes::chosen) out[0].values[window] = in[0].values[at];
    }
  });
}

// Another op of the three with this node's parameters and the axes of `like`.
Value another(const OpDef& def, const Node& node, const std::vector<Operand>& operands,
              const Value& like) {
  Attributes attributes = node.attributes;
  attributes.set("axes", like.axes());
  attributes.set("dtype", std::string(name(like.dtype())));
  return make_op(def, operands, std::move(attributes)).value();
}

void adjoint_pooling(AdjointContext& c) {
  const Value images = c.operand(0);
  const bool average = is_average(c.node->attributes);
  c.add(0, average ? another(pooling_gradient_op, *c.node, {c.delta}, images)
                   : another(pooling_gradient_op, *c.node, {c.delta, images}, images));
}

// Positions of the maxima are piecewise constant in the images: no gradient for these.
void adjoint_gradient(AdjointContext& c) {
  const Value outputs = c.operand(0);
  const bool average = is_average(c.node->attributes);
  c.add(0, average ? another(pooling_op, *c.node, {c.delta}, outputs)
                   : another(pooling_chosen_op, *c.node, {c.delta, c.operand(1)}, outputs));
}

void adjoint_chosen(AdjointContext& c) {
  c.add(0, another(pooling_gradient_op, *c.node, {c.delta, c.operand(1)}, c.operand(0)));
}

// One operation per element of each window.
std::int64_t flops(const Node& node) {
  const Pooling p = pooling_of(node);
  __int128 count = p.batch;
  for (std::size_t i = 0; i < 4; ++i) count *= p.output[i];
  for (std::size_t i = 0; i < 4; ++i) {
    count = std::min<__int128>(count * std::min(p.window[i], p.image[i]),
                               std::numeric_limits<std::int64_t>::max());
  }
  return static_cast<std::int64_t>(count);
}

// The inputs' axes with the lengths that the windows give them.
Axes made_axes(const Axes& inputs, const Attributes& attributes) {
  require_rank_five(inputs, "the inputs of 'pooling'");
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < 4; ++i) {
    WindowAxis axis = window_axis(pooling_op, attributes, i);
    axis.name = inputs[i].label();
    axis.image = inputs[i].length();
    const std::int64_t length = output_length(axis);
    axes.push_back(length == axis.image ? inputs[i] : resized(inputs[i], length));
  }
  axes.push_back(inputs[4]);
  return Axes(std::move(axes));
}

// The batch, the last axis of all operands and of the result.
std::vector<OpLoop> loops(const Node& node) {
  OpLoop batch{{}, node.results[0].axes[4]};
  for (const Value& operand : node.operands) batch.operands.push_back(operand.axes()[4]);
  return {batch};
}

}  // namespace

Pooling pooling_of(const Node& node) {
  return sizes(*node.def, parts(*node.def, node.operands, node.attributes), node.attributes);
}

const OpDef pooling_op = {
    .name = "pooling",
    .class_name = "PoolingOp",
    .glyph = "▦",
    .family = Family::reduction,
    .doc =
        "The largest element (max), or the mean of those inside the image (avg), of each window "
        "of the inputs (C, D, H, W, N). Gradient: to the first maximum of the window, or in "
        "equal parts to its elements.",
    .operands = {"inputs"},
    .attributes = {"J", "R", "S", "T", "axes", "dtype", "op", "pad_c", "pad_d", "pad_end_c",
                   "pad_end_d", "pad_end_h", "pad_end_w", "pad_h", "pad_w", "str_c", "str_d",
                   "str_h", "str_w"},
    .functions =
        {{{{"pool_params", ParameterKind::dict}, {"inputs"}, {"axes", ParameterKind::axes, "None"}},
          [](const OpArguments& a) {
            return pooling(a.dict_text("pool_params", "op"), a.dict("pool_params"),
                           a.operand("inputs"), a.optional_axes("axes"));
          }}},
    .traits = {.window = WindowKind::pooling},
    .infer = infer<pooling_op>,
    .evaluate = evaluate,
    .adjoint = adjoint_pooling,
    .flops = flops,
    .loops = loops,
};

const OpDef pooling_gradient_op = {
    .name = "pooling_gradient",
    .class_name = "BpropPoolOp",
    .glyph = "▦ᵀ",
    .family = Family::reduction,
    .doc =
        "The gradient of pooling by its inputs: each delta goes to the first maximum of its "
        "window of the inputs (max), or in equal parts to the elements inside the image (avg, "
        "without inputs). Gradient by delta: the chosen elements of d, or its means.",
    .operands = {"delta", "inputs…"},
    .attributes = {"J", "R", "S", "T", "axes", "dtype", "op", "pad_c", "pad_d", "pad_end_c",
                   "pad_end_d", "pad_end_h", "pad_end_w", "pad_h", "pad_w", "str_c", "str_d",
                   "str_h", "str_w"},
    .traits = {.window = WindowKind::pooling_gradient},
    .infer = infer<pooling_gradient_op>,
    .evaluate = evaluate,
    .adjoint = adjoint_gradient,
    .flops = flops,
    .loops = loops,
};

const OpDef pooling_chosen_op = {
    .name = "pooling_chosen",
    .class_name = "PoolingChosenOp",
    .glyph = "▦ᶜ",
    .family = Family::reduction,
    .doc =
        "For each window the element of x at the position where the inputs have their first "
        "maximum. Gradient by x: pooling_gradient(d, inputs).",
    .operands = {"x", "inputs"},
    .attributes = {"J", "R", "S", "T", "axes", "dtype", "op", "pad_c", "pad_d", "pad_end_c",
                   "pad_end_d", "pad_end_h", "pad_end_w", "pad_h", "pad_w", "str_c", "str_d",
                   "str_h", "str_w"},
    .traits = {.window = WindowKind::pooling_gradient, .exact = true},
    .infer = infer<pooling_chosen_op>,
    .evaluate = evaluate,
    .adjoint = adjoint_chosen,
    .flops = flops,
    .loops = loops,
};

Op pooling(const std::string& op, const WindowParams& params, const Operand& inputs,
           const std::optional<Axes>& axes) {
  return at_line(pooling_op, inputs.where(), [&] {
    const Operand x(as_value(inputs), inputs.where());
    Attributes attributes = window_attributes(pooling_op, params, {});
    attributes.set("op", op);
    is_average(attributes);
    require_values(pooling_op, std::vector{x.op().value()}, 1);
    attributes.set("axes", axes ? *axes : made_axes(x.op().axes(), attributes));
    return make_op_at(pooling_op, {x}, std::move(attributes), inputs.where());
  });
}

}  // namespace ng
