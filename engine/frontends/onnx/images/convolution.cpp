// SPDX-License-Identifier: Apache-2.0
// Convolutions of images with channels second, over the engine's order (C, D, H, W, N).
#include "engine/ops/windows/convolution.h"

#include "engine/base/counted.h"
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/images/window_geometry.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"

namespace ng::onnx {
namespace {

std::vector<std::int64_t> taps_of(const Op& w) {
  const Shape shape = w.axes().lengths();
  return {shape.begin() + 2, shape.end()};
}

Shape spatial_of(const Op& x) {
  const Shape shape = x.axes().lengths();
  return {shape.begin() + 2, shape.end()};
}

// (first, second, spatial …) as (second, D, H, W, first).
Op five(NodeContext& n, const Op& x, const SpatialNames& names) {
  const Op whole = with_spatial_ones(n, x, names);
  return axes_with_order(whole, batch_last(whole.axes()));
}

// The reverse, with this number of spatial dimensions.
Op unfive(const Op& x, std::size_t spatial) {
  std::vector<std::size_t> ones;
  for (std::size_t i = 2; i + spatial < 5; ++i) ones.push_back(i);
  return without(axes_with_order(x, batch_first(x.axes())), ones);
}

WindowParams params_of(const std::vector<WindowDimension>& window, std::int64_t groups) {
  WindowParams params;
  static const char* const letters[] = {"d", "h", "w"};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string letter = letters[i];
    const std::size_t skipped = 3 - window.size();
    const WindowDimension d = i < skipped ? WindowDimension{} : window[i - skipped];
    params["pad_" + letter] = d.before;
    if (d.after != d.before) params["pad_end_" + letter] = d.after;
    params["str_" + letter] = d.stride;
    params["dil_" + letter] = d.dilation;
  }
  if (groups > 1) params["groups"] = groups;
  return params;
}

// The filters in the engine's order, with these axes first and others that differ from them.
Op filters_over(NodeContext& n, const Op& w, std::vector<Axis> axes) {
  static const char* const names[] = {"T", "R", "S"};
  for (std::size_t i = axes.size(); i < w.axes().size(); ++i) {
    n.dims.prefer(w.axes()[i], names[i + 3 - w.axes().size()], 1);
    axes.push_back(unlike(n, w.axes()[i], axes));
  }
  return five(n, renamed(w, axes), {"T", "R"});
}

// The axes of a result: its channels, `length` of each spatial dimension, and the batch.
template <class Length>
Axes made_axes(NodeContext& n, const Axis& channels, const Op& image,
               const std::vector<WindowDimension>& window, Length&& length) {
  std::vector<Axis> made{channels};
  const std::size_t skipped = 3 - window.size();
  for (std::size_t i = 0; i < 3; ++i) {
    const WindowDimension d = i < skipped ? WindowDimension{} : window[i - skipped];
    made.push_back(n.fresh(length(d), image.axes()[i + 1].name()));
  }
  made.push_back(image.axes()[4]);
  n.dims.keep_apart(made);
  return Axes(std::move(made));
}

// As many windows as the result has: rounded up, a last one may leave the padded image.
std::vector<WindowDimension> fitted(std::vector<WindowDimension> window) {
  for (WindowDimension& d : window) {
    d.after = std::max(d.after, (d.output - 1) * d.stride + d.span() - d.image - d.before);
  }
  return window;
}

// x (N, C, spatial …) and w (K, C / groups, taps …). One filter for each channel keeps the axis of
// the channels.
Op over_windows(NodeContext& n, const Op& x, const Op& w,
                const std::vector<WindowDimension>& window, std::int64_t groups) {
  const Op image = five(n, x, {"D", "H"});
  const Axis channels = image.axes()[0], batch = image.axes()[4];
  const bool one_each = groups > 1 && w.axes()[0].length() == channels.length();
  n.dims.prefer(w.axes()[0], "C", 1);
  if (groups == 1) n.dims.equate(channels, w.axes()[1]);
  if (one_each) n.dims.equate(channels, w.axes()[0]);
  if (groups > 1) n.dims.prefer(w.axes()[1], "C", 1);
  const Axis kernels = one_each ? channels : unlike(n, w.axes()[0], {channels, batch});
  const Axis each = groups == 1 ? channels : unlike(n, w.axes()[1], {channels, batch, kernels});
  const Op filters = filters_over(n, w, {kernels, each});  // (C / groups, T, R, S, K)
  const Axes made =
      made_axes(n, kernels, image, window, [](const WindowDimension& d) { return d.output; });
  return unfive(convolution(params_of(fitted(window), groups), image, filters, made),
                window.size());
}

// A convolution of images of half types is computed in float32 and rounded once.
template <class Build>
Op in_single(const Op& x, const Op& w, const Build& build) {
  const DType dtype = x.dtype();
  if (dtype != DType::f16 && dtype != DType::bf16) return build(x, w);
  const ScopedResultType type(DType::f32);
  return value_of(build(value_of(x, DType::f32), value_of(w, DType::f32)), dtype);
}

void convolve(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Op made = convolved(n, n.op(0), n.op(1));
  n.result(n.has(2) ? with_bias(n, made, n.op(2)) : made);
}

// x (N, K, spatial …) and w (K, C / groups, taps …): the images from which a convolution makes x.
// As many pixels as its windows meet; `window` has the lengths and padding of the result.
Op spread(NodeContext& n, const Op& x, const Op& w, const std::vector<WindowDimension>& window,
          std::int64_t groups) {
  const Op image = five(n, x, {"D", "H"});
  const Axis channels = image.axes()[0], batch = image.axes()[4];
  const bool one_each = groups > 1 && w.axes()[1].length() * groups == channels.length();
  n.dims.equate(channels, w.axes()[0]);
  n.dims.prefer(w.axes()[1], "C", 1);
  const Axis each = unlike(n, w.axes()[1], {channels, batch});
  const Axis made_channels = groups == 1 ? each
                             : one_each  ? channels
                                         : n.fresh(each.length() * groups, "C");
  const Op filters = filters_over(n, w, {channels, each});  // (C / groups, T, R, S, K)
  const Axes made =
      made_axes(n, made_channels, image, window, [](const WindowDimension& d) { return d.output; });
  return unfive(deconvolution(params_of(window, groups), image, filters, made), window.size());
}

// Leaves the zeros after the last window, but for those within a stride, to be added; returns their
// number along each dimension.
std::vector<std::int64_t> cut_to_windows(std::vector<WindowDimension>& window) {
  std::vector<std::int64_t> zeros;
  for (WindowDimension& d : window) {
    const std::int64_t met = (d.image - 1) * d.stride + d.span() - d.before;
    if (met < 1) NodeContext::refuse("its padding leaves no elements");
    const std::int64_t made = std::min(d.output, met + d.stride - 1);
    zeros.push_back(d.output - made);
    d.output = made;
    d.after = std::max<std::int64_t>(met - made, 0);
  }
  return zeros;
}

// Begin and end of the padding of a transposed convolution.
void pad_transposed(const NodeContext& n, std::vector<WindowDimension>& window) {
  const auto wanted = n.list("output_shape"), extra = n.list("output_padding");
  const std::string automatic = n.text("auto_pad", "NOTSET");
  for (std::size_t i = 0; i < window.size(); ++i) {
    WindowDimension& d = window[i];
    const std::int64_t more = i < extra.size() ? extra[i] : 0;
    const std::int64_t full = (d.image - 1) * d.stride + d.span() + more;
    const bool same = automatic == "SAME_UPPER" || automatic == "SAME_LOWER";
    if (!wanted.empty() || same) {
      const std::size_t skipped = wanted.size() > window.size() ? wanted.size() - window.size() : 0;
      d.output = wanted.empty() ? d.image * d.stride : wanted.at(i + skipped);
      const std::int64_t total = std::max<std::int64_t>(full - d.output, 0);
      d.before = automatic == "SAME_UPPER" ? total / 2 : total - total / 2;
      d.after = total - d.before;
    } else {
      d.output = full - d.before - d.after;
    }
    if (d.output < 1) NodeContext::refuse("its result has no elements");
  }
}

void convolve_transposed(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Op x = n.op(0), w = n.op(1);
  if (x.axes().size() < 3 || x.axes().size() > 5 || w.axes().size() != x.axes().size()) {
    NodeContext::refuse("it needs one to three spatial dimensions");
  }
  if (w.axes()[0].length() != x.axes()[1].length()) {
    NodeContext::refuse("its weight is for " + counted(w.axes()[0].length(), "channel") +
                        ", its input has " + std::to_string(x.axes()[1].length()));
  }
  check_window_attributes(n, x.axes().size() - 2);
  std::vector<WindowDimension> window(x.axes().size() - 2);
  const auto strides = n.list("strides"), dilations = n.list("dilations"), pads = n.list("pads");
  for (std::size_t i = 0; i < window.size(); ++i) {
    WindowDimension& d = window[i];
    d.image = spatial_of(x)[i];
    d.kernel = taps_of(w)[i];
    if (i < strides.size()) d.stride = strides[i];
    if (i < dilations.size()) d.dilation = dilations[i];
    if (i + window.size() < pads.size()) {
      d.before = pads[i];
      d.after = pads[i + window.size()];
    }
    if (d.stride < 1 || d.dilation < 1 || d.before < 0 || d.after < 0) {
      NodeContext::refuse("its window is out of range");
    }
  }
  pad_transposed(n, window);
  const std::int64_t groups = n.integer("group", 1), channels = x.axes()[1].length();
  if (groups < 1 || channels % groups != 0) NodeContext::refuse("its groups");
  if (x.axes()[0].length() == 0) {
    return n.result(over_no_images(n, x, w.axes()[1].length() * groups, window));
  }
  const std::vector<std::int64_t> zeros = cut_to_windows(window);
  Op made = in_single(x, w, [&](const Op& images, const Op& filters) {
    return spread(n, images, filters, window, groups);
  });
  std::vector<std::int64_t> before(made.axes().size(), 0), after{0, 0};
  after.insert(after.end(), zeros.begin(), zeros.end());
  made = padded(n, made, before, after, 0);
  n.result(n.has(2) ? with_bias(n, made, n.op(2)) : made);
}

// x (N, C, time) with one filter (C, 1, taps) per channel that sees no later elements. The elements
// before the first are a state, or zeros; the last ones are returned as the next state.
void causal_convolution(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Shape shape = n.shape(), filter = n.shape(1);
  if (shape.size() != 3 || filter.size() != 3 || filter[0] != shape[1] || filter[1] != 1 ||
      filter[2] < 1) {
    NodeContext::refuse("its weight does not fit its input");
  }
  const std::int64_t before = filter[2] - 1;
  const Op x = n.op(0);
  Op image = x;
  if (n.has(3)) {
    if (n.shape(3) != Shape{shape[0], shape[1], before}) NodeContext::refuse("its state");
    if (before > 0) image = joined(n, {n.op(3), x}, 2);
  } else {
    image = padded(n, x, {0, 0, before}, {0, 0, 0}, 0);
  }
  WindowDimension window;
  window.image = shape[2] + before;
  window.kernel = filter[2];
  window.output = shape[2];
  Op made = in_single(image, n.op(1), [&](const Op& images, const Op& filters) {
    return over_windows(n, images, filters, {window}, shape[1]);
  });
  if (n.has(2)) made = with_bias(n, made, n.op(2));
  const std::string activation = n.choice("activation", "none", {"none", "silu", "swish"});
  if (activation != "none") made = made * sigmoid(made);
  n.result(made);
  n.result(part(n, image, 2, shape[2], before), 1);
}

constexpr OpRow rows[] = {
    {"CausalConvWithState", 27, 0, causal_convolution},
    {"Conv", 1, 0, convolve},
    {"ConvTranspose", 1, 0, convolve_transposed},
};

}  // namespace

Op convolved(NodeContext& n, const Op& x, const Op& w) {
  if (x.axes().size() < 3 || x.axes().size() > 5 || w.axes().size() != x.axes().size()) {
    NodeContext::refuse("it needs one to three spatial dimensions");
  }
  name_image_axes(n, x);
  const std::vector<WindowDimension> window = window_of(n, spatial_of(x), taps_of(w));
  const std::int64_t groups = n.integer("group", 1);
  const std::int64_t channels = x.axes()[1].length(), each = w.axes()[1].length();
  const std::int64_t kernels = w.axes()[0].length();
  if (groups < 1 || each * groups != channels || kernels % groups != 0) {
    NodeContext::refuse("its groups do not fit: " + std::to_string(channels) + " channels, " +
                        std::to_string(each) + " per filter, " + std::to_string(groups) +
                        " groups");
  }
  if (x.axes()[0].length() == 0) return over_no_images(n, x, kernels, window);
  return in_single(x, w, [&](const Op& images, const Op& filters) {
    return over_windows(n, images, filters, window, groups);
  });
}

Op with_bias(NodeContext& n, const Op& x, const Op& bias) {
  if (bias.axes().size() != 1 || bias.axes()[0].length() != x.axes()[1].length()) {
    NodeContext::refuse("its bias does not have one element per channel");
  }
  n.dims.equate(x.axes()[1], bias.axes()[0]);
  return over(x + renamed(bias, {x.axes()[1]}), x.axes());
}

std::span<const OpRow> convolution_rows() {
  return rows;
}

}  // namespace ng::onnx
