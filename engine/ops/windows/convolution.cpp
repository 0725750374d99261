// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/windows/convolution.h"

#include <limits>

#include "engine/base/error.h"
#include "engine/base/integer.h"
#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"
#include "engine/ops/op_loops.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/runtime/window_steps.h"

namespace ng {
namespace {

constexpr const char* letters[] = {"d", "h", "w"};
using Makes = Convolution::Makes;

// Which of the three arrays a record computes, and the axes of all three, with the batch last.
struct Parts {
  Makes makes;
  Axes images, filters, outputs;
  std::int64_t groups;
  bool batch_first = false;
};

// Of a convolution whose sums are exact: both operands have 8-bit elements, the result int32.
std::optional<ConvolutionBytes> bytes_of(std::span<const Value> operands, DType result) {
  const auto is_byte = [](const Value& value) {
    return value.dtype() == DType::i8 || value.dtype() == DType::u8;
  };
  if (result != DType::i32 || !is_byte(operands[0]) || !is_byte(operands[1])) return std::nullopt;
  return ConvolutionBytes{operands[0].dtype() == DType::i8, operands[1].dtype() == DType::i8};
}

// The attribute `pad_value`; value Error unless it is an element of the images, or 0.
std::int32_t pad_value_of(std::span<const Value> operands, const Attributes& attributes) {
  const auto value = attributes.get<std::int64_t>("pad_value", 0);
  if (value == 0) return 0;
  const auto bytes = bytes_of(operands, result_dtype(attributes));
  if (bytes && wrapped(operands[0].dtype(), value) == value)
    return static_cast<std::int32_t>(value);
  Diagnostic diagnostic;
  diagnostic.what = "the pad_value of a convolution is not an element of its images";
  diagnostic.found = std::to_string(value) + " for images of " +
                     std::string(name(operands[0].dtype())) + " and filters of " +
                     std::string(name(operands[1].dtype()));
  diagnostic.expected = "0, or for sums of 8-bit integers in int32 a value of the images' type";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// The attribute `batch_first`; value Error unless it is 0 or 1.
bool has_batch_first(const Attributes& attributes) {
  const std::int64_t value = attributes.get<std::int64_t>("batch_first", 0);
  if (value == 0 || value == 1) return value == 1;
  Diagnostic diagnostic;
  diagnostic.what = "batch_first of a convolution is out of bounds";
  diagnostic.found = std::to_string(value);
  diagnostic.expected = "0 for inputs (C, D, H, W, N), or 1 for (N, C, D, H, W)";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// The attribute `groups`; value Error unless it is positive.
std::int64_t groups_of(const Attributes& attributes) {
  const std::int64_t groups = attributes.has("groups") ? attributes.get<std::int64_t>("groups") : 1;
  if (groups >= 1) return groups;
  Diagnostic diagnostic;
  diagnostic.what = "the groups of a convolution are out of bounds";
  diagnostic.found = std::to_string(groups);
  diagnostic.expected = "a divisor of the channels and of the filters";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// Value Error unless the channels of `images` and the filters of `outputs` are divided into groups
// of those of `filters`.
void require_groups(const Parts& parts) {
  const Axis &channels = parts.images[0], &each = parts.filters[0], &filters = parts.outputs[0];
  if (parts.groups == 1) return require_same_length(channels, "the images", each, "the filters");
  if (each.length() * parts.groups == channels.length() && filters.length() % parts.groups == 0) {
    return;
  }
  Diagnostic diagnostic;
  diagnostic.what = "the groups of a convolution do not divide its channels";
  diagnostic.found = std::to_string(parts.groups) + " groups of " + each.text() +
                     " of the filters, " + channels.text() + " of the images and " +
                     filters.text() + " of the outputs";
  diagnostic.expected =
      "groups × channels of the filters = channels of the images, and a multiple "
      "of the groups as channels of the outputs";
  refuse(ErrorKind::value, std::move(diagnostic));
}

Parts parts(const OpDef& def, std::span<const Value> operands, const Attributes& attributes) {
  require_values(def, operands, 2);
  const Axes& first = operands[0].axes();
  const Axes& second = operands[1].axes();
  const Axes made = attributes.get<Axes>("axes");
  Parts parts;
  const std::int64_t groups = groups_of(attributes);
  if (&def == &convolution_op) parts = {Makes::outputs, first, second, made, groups};
  if (&def == &convolution_inputs_op) parts = {Makes::images, made, second, first, groups};
  if (&def == &convolution_filters_op) parts = {Makes::filters, second, made, first, groups};
  require_rank_five(parts.images, "the images of '" + std::string(def.name) + "'");
  require_rank_five(parts.filters, "the filters of '" + std::string(def.name) + "'");
  require_rank_five(parts.outputs, "the outputs of '" + std::string(def.name) + "'");
  parts.batch_first = has_batch_first(attributes);
  if (parts.batch_first) {
    parts.images = batch_last(parts.images);
    parts.outputs = batch_last(parts.outputs);
  }
  require_groups(parts);
  require_same_length(parts.filters[4], "the filters", parts.outputs[0], "the outputs");
  require_same_length(parts.images[4], "the images", parts.outputs[4], "the outputs");
  return parts;
}

WindowAxis window_axis(const OpDef& def, const Attributes& attributes, std::size_t i) {
  WindowAxis axis;
  axis.padding = axis.after = required(attributes, std::string("pad_") + letters[i], def);
  const std::string after = std::string("pad_end_") + letters[i];
  if (attributes.has(after)) axis.after = attributes.get<std::int64_t>(after);
  axis.stride = required(attributes, std::string("str_") + letters[i], def);
  axis.dilation = required(attributes, std::string("dil_") + letters[i], def);
  return axis;
}

Convolution sizes(const OpDef& def, const Parts& parts, const Attributes& attributes) {
  Convolution c;
  c.makes = parts.makes;
  c.batch_first = parts.batch_first;
  c.batch = parts.images[4].length();
  c.in_channels = parts.images[0].length();
  c.out_channels = parts.filters[4].length();
  c.groups = parts.groups;
  for (std::size_t i = 0; i < 3; ++i) {
    WindowAxis axis = window_axis(def, attributes, i);
    axis.name = parts.images[i + 1].label();
    axis.image = c.image[i] = parts.images[i + 1].length();
    axis.window = c.filter[i] = parts.filters[i + 1].length();
    axis.output = c.output[i] = parts.outputs[i + 1].length();
    require_fit(axis);
    c.padding[i] = axis.padding;
    c.stride[i] = axis.stride;
    c.dilation[i] = axis.dilation;
  }
  return c;
}

bool lengths_known(const Parts& parts) {
  return parts.images.all_lengths_known() && parts.filters.all_lengths_known() &&
         parts.outputs.all_lengths_known();
}

template <const OpDef& Def>
std::vector<TensorType> infer(std::span<const Value> operands, const Attributes& attributes) {
  const Parts all = parts(Def, operands, attributes);
  for (std::size_t i = 0; i < 3; ++i) window_axis(Def, attributes, i);
  if (&Def == &convolution_op) pad_value_of(operands, attributes);
  if (lengths_known(all)) sizes(Def, all, attributes);
  return {{attributes.get<Axes>("axes"), result_dtype(attributes)}};
}

// The batch, and the filters of a convolution without groups.
std::vector<OpLoop> loops(const Node& node) {
  const Parts all = parts(*node.def, node.operands, node.attributes);
  const Axis &batch = all.images[4], &of_outputs = all.outputs[4];
  const Axis &filters = all.filters[4], &channels = all.outputs[0];
  constexpr auto add = kernel::Combine::add;
  std::vector<OpLoop> loops;
  switch (all.makes) {
    case Makes::outputs: loops = {{{batch, {}}, of_outputs}, {{{}, filters}, channels}}; break;
    case Makes::images: loops = {{{of_outputs, {}}, batch}, {{channels, filters}, {}, add}}; break;
    case Makes::filters: loops = {{{of_outputs, batch}, {}, add}, {{channels, {}}, filters}}; break;
  }
  if (all.groups > 1) loops.pop_back();
  if (!may_combine(node, add))
    std::erase_if(loops, [](const OpLoop& loop) { return !loop.result; });
  return loops;
}

// Offsets of a pixel, a tap and the output that their product is added to.
struct Meeting {
  std::int64_t pixel, tap, position;  // pixel -1: outside of the image
};

// All combinations for one image and one channel; those outside of the image if asked for.
std::vector<Meeting> meetings(const Convolution& s, bool outside) {
  std::vector<Meeting> result{{0, 0, 0}};
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<Meeting> longer;
    for (const Meeting& outer : result) {
      for (std::int64_t position = 0; position < s.output[i]; ++position) {
        for (std::int64_t tap = 0; tap < s.filter[i]; ++tap) {
          const std::int64_t at = position * s.stride[i] - s.padding[i] + tap * s.dilation[i];
          const bool inside = outer.pixel >= 0 && at >= 0 && at < s.image[i];
          if (!inside && !outside) continue;
          longer.push_back({inside ? outer.pixel * s.image[i] + at : -1,
                            outer.tap * s.filter[i] + tap,
                            outer.position * s.output[i] + position});
        }
      }
    }
    result = std::move(longer);
  }
  return result;
}

// Adds each product of two of the three arrays to the third.
template <class T>
void add_products(const Convolution& s, const T* images, const T* filters, const T* outputs,
                  T* result) {
  const T pad_value = s.bytes ? s.bytes->pad_value : 0;
  const std::vector<Meeting> all = meetings(s, pad_value != 0);
  for (std::int64_t k = 0; k < s.out_channels; ++k) {
    const std::int64_t first = k / s.group_filters() * s.group_channels();
    for (std::int64_t c = 0; c < s.group_channels(); ++c) {
      for (const Meeting& m : all) {
        const std::int64_t filter = (c * s.taps() + m.tap) * s.out_channels + k;
        for (std::int64_t n = 0; n < s.batch; ++n) {
          const std::int64_t image = s.image_at(first + c, m.pixel, n);
          const std::int64_t output = s.output_at(k, m.position, n);
          if (s.makes == Makes::outputs) {
            result[output] += (m.pixel < 0 ? pad_value : images[image]) * filters[filter];
          }
          if (s.makes == Makes::images) result[image] += outputs[output] * filters[filter];
          if (s.makes == Makes::filters) result[filter] += images[image] * outputs[output];
        }
      }
    }
  }
}

template <class T>
void evaluate(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const Convolution s = convolution_of(node);
  const T *first = in[0].values.data(), *second = in[1].values.data(), *none = nullptr;
  T* result = out[0].values.data();
  std::fill(out[0].values.begin(), out[0].values.end(), T());
  if (s.makes == Makes::outputs) add_products(s, first, second, none, result);
  if (s.makes == Makes::images) add_products(s, none, second, first, result);
  if (s.makes == Makes::filters) add_products(s, second, none, first, result);
}

// Another op of the three over `x` and `y`, with this node's parameters and the axes of `like`. All
// have the batch last.
Value another(const OpDef& def, const Node& node, const Value& x, const Value& y,
              const Value& like) {
  Attributes attributes;
  for (const auto& [key, value] : node.attributes) {
    if (key != "batch_first" && key != "pad_value") attributes.set(key, value);
  }
  attributes.set("axes", like.axes());
  const DType dtype = is_float(like.dtype()) ? like.dtype() : current_result_type();
  attributes.set("dtype", std::string(name(dtype)));
  return make_op(def, {x, y}, std::move(attributes)).value();
}

void refuse_padded_gradient(const Node& node) {
  Diagnostic diagnostic;
  diagnostic.what = "a convolution with a pad_value has no gradient by its filters";
  diagnostic.where = describe(node);
  diagnostic.action = "pad the images with an op of their own, or use pad_value 0";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// The gradients have the batch last.
void adjoint_outputs(AdjointContext& c) {
  if (c.node->attributes.get<std::int64_t>("pad_value") != 0) refuse_padded_gradient(*c.node);
  const bool reorders = has_batch_first(c.node->attributes);
  const auto ordered = [reorders](const Value& x) {
    return reorders ? axes_with_order(Op(x), batch_last(x.axes())).value() : x;
  };
  const Value images = ordered(c.operand(0)), filters = c.operand(1), delta = ordered(c.delta);
  const Value of_images = another(convolution_inputs_op, *c.node, delta, filters, images);
  c.add(0, reorders ? axes_with_order(Op(of_images), c.operand(0).axes()).value() : of_images);
  c.add(1, another(convolution_filters_op, *c.node, delta, images, filters));
}

void adjoint_images(AdjointContext& c) {
  const Value outputs = c.operand(0), filters = c.operand(1);
  c.add(0, another(convolution_op, *c.node, c.delta, filters, outputs));
  c.add(1, another(convolution_filters_op, *c.node, outputs, c.delta, filters));
}

void adjoint_filters(AdjointContext& c) {
  const Value outputs = c.operand(0), images = c.operand(1);
  c.add(0, another(convolution_op, *c.node, images, c.delta, outputs));
  c.add(1, another(convolution_inputs_op, *c.node, outputs, c.delta, images));
}

// Also counts taps in the padding, as other libraries do.
std::int64_t flops(const Node& node) {
  const Convolution s = convolution_of(node);
  __int128 products = static_cast<__int128>(s.positions()) * s.out_channels * s.batch;
  constexpr __int128 most = std::numeric_limits<std::int64_t>::max() / 2;
  for (const std::int64_t factor : {s.group_channels(), s.taps()}) {
    if (products > most / factor) return std::numeric_limits<std::int64_t>::max();
    products *= factor;
  }
  return static_cast<std::int64_t>(2 * products);
}

// `images` with the batch last.
void require_channels(const Axes& images, const Axes& filters) {
  if (images.empty() || filters.empty() || images[0] == filters[0]) return;
  Diagnostic diagnostic;
  diagnostic.what = "the first axis of inputs and filters, the channels, must be the same";
  diagnostic.found =
      images[0].text() + " of the inputs and " + filters[0].text() + " of the filters";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// The inputs' axes with the lengths that a convolution (or its inverse) gives them. The batch is
// last.
Axes made_axes(const OpDef& def, const Axes& inputs, const Axes& filters,
               const Attributes& attributes) {
  require_rank_five(inputs, "the inputs of '" + std::string(def.name) + "'");
  require_rank_five(filters, "the filters of '" + std::string(def.name) + "'");
  const bool forward = &def == &convolution_op;
  auto with_length = [](const Axis& axis, std::int64_t length) {
    return axis.length() == length ? axis : resized(axis, length);
  };
  const std::int64_t channels =
      forward ? filters[4].length() : filters[0].length() * groups_of(attributes);
  std::vector<Axis> axes{with_length(inputs[0], channels)};
  for (std::size_t i = 0; i < 3; ++i) {
    WindowAxis axis = window_axis(def, attributes, i);
    axis.name = inputs[i + 1].label();
    axis.image = inputs[i + 1].length();
    axis.window = filters[i + 1].length();
    axes.push_back(with_length(inputs[i + 1], forward ? output_length(axis) : image_length(axis)));
  }
  axes.push_back(inputs[4]);
  return Axes(std::move(axes));
}

Op build(const OpDef& def, const WindowParams& params, const Operand& inputs,
         const Operand& filters, const std::optional<Axes>& axes) {
  return at_line(def, inputs.where(), [&] {
    const Operand x(as_value(inputs), inputs.where()), f(as_value(filters), inputs.where());
    Attributes attributes = window_attributes(def, params, {"K", "T", "R", "S"});
    require_values(def, std::vector{x.op().value(), f.op().value()}, 2);
    const bool first = has_batch_first(attributes);
    if (first) require_rank_five(x.op().axes(), "the inputs of '" + std::string(def.name) + "'");
    const Axes from = first ? batch_last(x.op().axes()) : x.op().axes();
    if (&def == &convolution_op && groups_of(attributes) == 1) {
      require_channels(from, f.op().axes());
    }
    // What a pad_value may be depends on the type.
    if (current_result_type() != DType::f32) {
      attributes.set("dtype", std::string(name(current_result_type())));
    }
    const auto made = [&] { return made_axes(def, from, f.op().axes(), attributes); };
    attributes.set("axes", axes ? *axes : first ? batch_first(made()) : made());
    return make_op_at(def, {x, f}, std::move(attributes), inputs.where());
  });
}

using Convolving = Op (*)(const WindowParams&, const Operand&, const Operand&,
                          const std::optional<Axes>&);

// f(conv_params, inputs, filters, axes=None).
template <Convolving make>
std::vector<OpFunction> convolution_function(std::string_view name = {},
                                             std::string_view doc = {}) {
  return {{.parameters = {{"conv_params", ParameterKind::dict},
                          {"inputs"},
                          {"filters"},
                          {"axes", ParameterKind::axes, "None"}},
           .make =
               [](const OpArguments& a) {
                 return make(a.dict("conv_params"), a.operand("inputs"), a.operand("filters"),
                             a.optional_axes("axes"));
               },
           .name = name,
           .doc = doc}};
}

}  // namespace

Axes batch_first(const Axes& a) {
  return Axes{a[4], a[0], a[1], a[2], a[3]};
}

Axes batch_last(const Axes& a) {
  return Axes{a[1], a[2], a[3], a[4], a[0]};
}

Convolution convolution_of(const Node& node) {
  Convolution made =
      sizes(*node.def, parts(*node.def, node.operands, node.attributes), node.attributes);
  if (node.def == &convolution_op) {
    made.bytes = bytes_of(node.operands, node.results[0].dtype);
    if (made.bytes) made.bytes->pad_value = pad_value_of(node.operands, node.attributes);
  }
  return made;
}

const OpDef convolution_op = {
    .name = "convolution",
    .class_name = "ConvolutionOp",
    .glyph = "✳",
    .family = Family::dense,
    .doc =
        "The sum over channels and taps of inputs (C, D, H, W, N) times filters (C, T, R, S, K), "
        "not flipped, at each position of the result (K, M, P, Q, N). With batch_first, N is the "
        "first axis of inputs and result. With a result of int32, sums of 8-bit integers are "
        "exact, and the padding has the value pad_value. Gradients: convolution_inputs(d, filters) "
        "and convolution_filters(d, inputs).",
    .operands = {"inputs", "filters"},
    .attributes = {"axes", "batch_first", "dil_d", "dil_h", "dil_w", "dtype", "groups", "pad_d",
                   "pad_end_d", "pad_end_h", "pad_end_w", "pad_h", "pad_value", "pad_w", "str_d",
                   "str_h", "str_w"},
    .functions = convolution_function<convolution>(),
    .traits = {.window = WindowKind::convolution},
    .infer = infer<convolution_op>,
    .evaluate = evaluate<double>,
    .evaluate_integers = evaluate<Integer>,
    .adjoint = adjoint_outputs,
    .flops = flops,
    .loops = loops,
};

const OpDef convolution_inputs_op = {
    .name = "convolution_inputs",
    .class_name = "DeconvolutionOp",
    .glyph = "✳ᵀ",
    .family = Family::dense,
    .doc =
        "The gradient of a convolution by its inputs, which is a deconvolution: each element of "
        "the operand (K, M, P, Q, N) is spread through the filters (C, T, R, S, K) over the "
        "result (C, D, H, W, N). Gradients: convolution(d, filters) and "
        "convolution_filters(outputs, d).",
    .operands = {"outputs", "filters"},
    .attributes = {"axes", "dil_d", "dil_h", "dil_w", "dtype", "groups", "pad_d", "pad_end_d",
                   "pad_end_h", "pad_end_w", "pad_h", "pad_w", "str_d", "str_h", "str_w"},
    .functions = convolution_function<deconvolution>(
        "deconvolution",
        "Transposed convolution: the gradient of convolution with respect to its inputs."),
    .traits = {.window = WindowKind::convolution_gradient},
    .infer = infer<convolution_inputs_op>,
    .evaluate = evaluate<double>,
    .evaluate_integers = evaluate<Integer>,
    .adjoint = adjoint_images,
    .flops = flops,
    .loops = loops,
};

const OpDef convolution_filters_op = {
    .name = "convolution_filters",
    .class_name = "update_conv",
    .glyph = "✳ᶠ",
    .family = Family::dense,
    .doc =
        "The gradient of a convolution by its filters: for each tap the sum over batch and "
        "positions of outputs (K, M, P, Q, N) times inputs (C, D, H, W, N); axes (C, T, R, S, K). "
        "Gradients: convolution(inputs, d) and convolution_inputs(outputs, d).",
    .operands = {"outputs", "inputs"},
    .attributes = {"axes", "dil_d", "dil_h", "dil_w", "dtype", "groups", "pad_d", "pad_end_d",
                   "pad_end_h", "pad_end_w", "pad_h", "pad_w", "str_d", "str_h", "str_w"},
    .traits = {.window = WindowKind::convolution_gradient},
    .infer = infer<convolution_filters_op>,
    .evaluate = evaluate<double>,
    .evaluate_integers = evaluate<Integer>,
    .adjoint = adjoint_filters,
    .flops = flops,
    .loops = loops,
};

Op convolution(const WindowParams& params, const Operand& inputs, const Operand& filters,
               const std::optional<Axes>& axes) {
  return build(convolution_op, params, inputs, filters, axes);
}

Op deconvolution(const WindowParams& params, const Operand& inputs, const Operand& filters,
                 const std::optional<Axes>& axes) {
  return build(convolution_inputs_op, params, inputs, filters, axes);
}

}  // namespace ng
