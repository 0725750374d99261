// SPDX-License-Identifier: Apache-2.0
// Convolution and pooling. The engine has the batch last, ONNX first.
#include <algorithm>

#include "engine/frontends/onnx_export/arithmetic.h"
#include "engine/frontends/onnx_export/export_rows.h"
#include "engine/ops/windows/convolution.h"
#include "engine/ops/windows/pooling.h"
#include "engine/runtime/window_steps.h"

namespace ng::onnx {
namespace {

// In a type that runtimes have windows for.
Written batch_first(ExportContext& c, const Written& x) {
  return c.graph.ordered(converted(c.graph, x, computed_in(c.node)), batch_first(x.axes));
}

// Attributes of Conv and ConvTranspose. ONNX's padding after the image is the least that gives as
// many outputs, and pixels that no output reads are its output padding.
struct WindowAttributes {
  std::vector<Attribute> common;
  std::vector<std::int64_t> output_padding;
};

WindowAttributes window_attributes(const Convolution& s) {
  const auto three = [](const auto& a) { return std::vector<std::int64_t>{a[0], a[1], a[2]}; };
  std::vector<std::int64_t> pads = three(s.padding), extra;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t span = (s.filter[i] - 1) * s.dilation[i] + 1;
    const std::int64_t after = (s.output[i] - 1) * s.stride[i] + span - s.image[i] - s.padding[i];
    pads.push_back(std::max<std::int64_t>(after, 0));
    extra.push_back(std::max<std::int64_t>(-after, 0));
  }
  return {{integers_attribute("strides", three(s.stride)),
           integers_attribute("dilations", three(s.dilation)), integers_attribute("pads", pads),
           integer_attribute("group", s.groups)},
          extra};
}

// (N, C, D, H, W) with the padding of a convolution of bytes around it, which `s` then lacks.
Written with_padding(ExportContext& c, Convolution& s, const Written& image) {
  std::vector<std::int64_t> before{0, 0}, after{0, 0};
  std::vector<Axis> axes{image.axes[0], image.axes[1]};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t span = (s.filter[i] - 1) * s.dilation[i] + 1;
    const std::int64_t needed = (s.output[i] - 1) * s.stride[i] + span - s.padding[i];
    before.push_back(s.padding[i]);
    after.push_back(std::max<std::int64_t>(needed - s.image[i], 0));
    s.image[i] += before.back() + after.back();
    s.padding[i] = 0;
    axes.push_back(make_axis(s.image[i]));
  }
  before.insert(before.end(), after.begin(), after.end());
  const Written value = number_like(c.graph, image, s.bytes->pad_value);
  const std::string made = c.graph.add(
      "Pad", {image.name, c.graph.integers(before, c.name + ".pads"), value.name}, {}, c.name);
  return {made, Axes(axes), image.dtype};
}

// ConvInteger pads with its zero point, which is 0: another padding is added before.
Written byte_convolution(ExportContext& c, Convolution s) {
  const Axes &given = c.operands[0].axes, &k = c.axes();
  Written image = c.graph.ordered(c.operands[0], s.batch_first ? given : batch_first(given));
  const Written filters = c.graph.ordered(c.operands[1], batch_first(c.operands[1].axes));
  if (s.bytes->pad_value != 0) image = with_padding(c, s, image);
  const Written made =
      c.graph.add("ConvInteger", {image, filters}, s.batch_first ? k : batch_first(k), DType::i32,
                  c.name, window_attributes(s).common);
  return c.result(c.graph.ordered(made, k));
}

Written convolution(ExportContext& c, std::string_view) {
  const Convolution sizes = convolution_of(c.node);
  if (sizes.bytes) return byte_convolution(c, sizes);
  const Written& given = c.operands[0];
  const Written image =
      sizes.batch_first ? converted(c.graph, given, computed_in(c.node)) : batch_first(c, given);
  const Written filters = batch_first(c, c.operands[1]);
  const Axes made = sizes.batch_first ? c.axes() : batch_first(c.axes());
  return c.result(c.graph.ordered(c.graph.add("Conv", {image, filters}, made, image.dtype, c.name,
                                              window_attributes(sizes).common),
                                  c.axes()));
}

// The gradient of a convolution by its images: (C, M, P, Q, N) and (K, T, R, S, C).
Written deconvolution(ExportContext& c, std::string_view) {
  const Written image = batch_first(c, c.operands[0]);
  const Written filters = batch_first(c, c.operands[1]);
  const Axes& k = c.axes();
  WindowAttributes attributes = window_attributes(convolution_of(c.node));
  attributes.common.push_back(integers_attribute("output_padding", attributes.output_padding));
  const Written made = c.graph.add("ConvTranspose", {image, filters}, batch_first(k), image.dtype,
                                   c.name, attributes.common);
  return c.result(c.graph.ordered(made, k));
}

struct Spans {
  std::vector<std::int64_t> window, stride, before, after;
};

// The padding after the image is the least that gives as many outputs.
Spans spans_of(const Pooling& pooling, std::size_t first, std::size_t last) {
  Spans spans;
  for (std::size_t i = first; i < last; ++i) {
    spans.window.push_back(pooling.window[i]);
    spans.stride.push_back(pooling.stride[i]);
    spans.before.push_back(pooling.padding[i]);
    const std::int64_t reach = (pooling.output[i] - 1) * pooling.stride[i] + pooling.window[i];
    spans.after.push_back(std::max<std::int64_t>(reach - pooling.image[i] - pooling.padding[i], 0));
  }
  return spans;
}

Written pooled(ExportContext& c, bool average, const Written& x, const Axes& axes,
               const Spans& spans) {
  std::vector<std::int64_t> pads = spans.before;
  pads.insert(pads.end(), spans.after.begin(), spans.after.end());
  return c.graph.add(
      average ? "AveragePool" : "MaxPool", {x}, axes, x.dtype, c.name,
      {integers_attribute("kernel_shape", spans.window),
       integers_attribute("strides", spans.stride), integers_attribute("pads", pads)});
}

// ONNX pools space only: channels are pooled before, as the only dimension of images.
Written channels_pooled(ExportContext& c, const Pooling& s, const Written& image,
                        const Axis& channels) {
  const Axes& a = image.axes;
  const Axes rest{a[0], a[2], a[3], a[4]};
  const Axis all = make_axis(rest.element_count()), one = make_axis(1);
  const Written rows =
      c.graph.reshaped(c.graph.ordered(image, rest + Axes{a[1]}), Axes{all, one, a[1]});
  const Written made = pooled(c, s.average, rows, Axes{all, one, channels}, spans_of(s, 0, 1));
  return c.graph.ordered(c.graph.reshaped(made, rest + Axes{channels}),
                         Axes{a[0], channels, a[2], a[3], a[4]});
}

Written pooling(ExportContext& c, std::string_view) {
  const Pooling s = pooling_of(c.node);
  Written image = batch_first(c, c.operands[0]);
  const Axes made = batch_first(c.axes());
  if (s.window[0] != 1 || s.stride[0] != 1 || s.padding[0] != 0)
    image = channels_pooled(c, s, image, made[1]);
  return c.result(c.graph.ordered(pooled(c, s.average, image, made, spans_of(s, 1, 4)), c.axes()));
}

constexpr ExportRow rows[] = {
    {"convolution", "", convolution},
    {"convolution_inputs", "", deconvolution},
    {"pooling", "", pooling},
};

}  // namespace

std::span<const ExportRow> window_export_rows() {
  return rows;
}

}  // namespace ng::onnx
