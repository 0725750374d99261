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

constexpr std::int64_t most_taps = 64, most_groups = 1024;

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
  const Axes& a = whole.axes();
  return axes_with_order(whole, Axes{a[1], a[2], a[3], a[4], a[0]});
}

// The reverse, with this number of spatial dimensions.
Op unfive(const Op& x, std::size_t spatial) {
  std::vector<std::size_t> ones;
  for (std::size_t i = 1; i + spatial < 4; ++i) ones.push_back(i);
  const Op dropped = without(x, ones);
  std::vector<Axis> axes{dropped.axes()[dropped.axes().size() - 1], dropped.axes()[0]};
  for (std::size_t i = 0; i < spatial; ++i) axes.push_back(dropped.axes()[i + 1]);
  return axes_with_order(dropped, Axes(axes));
}

WindowParams params_of(const std::vector<WindowDimension>& window, bool padding) {
  WindowParams params;
  static const char* const letters[] = {"d", "h", "w"};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string letter = letters[i];
    const std::size_t skipped = 3 - window.size();
    const WindowDimension d = i < skipped ? WindowDimension{} : window[i - skipped];
    params["pad_" + letter] = padding ? d.before : 0;
    params["str_" + letter] = d.stride;
    params["dil_" + letter] = d.dilation;
  }
  return params;
}

bool symmetric(const std::vector<WindowDimension>& window) {
  for (const WindowDimension& d : window) {
    if (d.before != d.after) return false;
  }
  return true;
}

// Zeros around the spatial dimensions.
Op zero_padded(NodeContext& n, const Op& x, const std::vector<WindowDimension>& window) {
  std::vector<std::int64_t> before(x.axes().size(), 0), after = before;
  for (std::size_t i = 0; i < window.size(); ++i) {
    before[i + 2] = window[i].before;
    after[i + 2] = window[i].after;
  }
  return padded(n, x, before, after, 0);
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

// All channels at once.
Op whole(NodeContext& n, const Op& x, const Op& w, const std::vector<WindowDimension>& window) {
  const bool direct = symmetric(window);
  const Op image = five(n, direct ? x : zero_padded(n, x, window), {"D", "H"});
  const Axis channels = image.axes()[0], batch = image.axes()[4];
  n.dims.equate(channels, w.axes()[1]);
  n.dims.prefer(w.axes()[0], "C", 1);
  const Axis kernels = unlike(n, w.axes()[0], {channels, batch});
  const Op filters = filters_over(n, w, {kernels, channels});  // (C, T, R, S, K)
  const Axes made =
      made_axes(n, kernels, image, window, [](const WindowDimension& d) { return d.output; });
  return unfive(convolution(params_of(window, direct), image, filters, made), window.size());
}

// One filter per channel: a sum over taps, which fuses into one kernel.
Op depthwise(NodeContext& n, const Op& x, const Op& w, const std::vector<WindowDimension>& window) {
  const Op image = zero_padded(n, x, window);
  n.dims.equate(x.axes()[1], w.axes()[0]);
  std::vector<Axis> made{x.axes()[0], x.axes()[1]};
  std::int64_t taps = 1;
  for (std::size_t i = 0; i < window.size(); ++i) {
    made.push_back(n.fresh(window[i].output, x.axes()[i + 2].name()));
    taps *= window[i].kernel;
  }
  n.dims.keep_apart(made);
  Op total;
  for (std::int64_t tap = 0; tap < taps; ++tap) {
    Op shifted = image, weight = without(part(n, w, 1, 0, 1), {1});
    std::int64_t rest = tap;
    for (std::size_t i = window.size(); i-- > 0; rest /= window[i].kernel) {
      const WindowDimension& d = window[i];
      const std::int64_t at = rest % d.kernel;
      shifted = part(n, shifted, i + 2, at * d.dilation, d.output, d.stride);
      weight = without(part(n, weight, i + 1, at, 1), {i + 1});
    }
    const Op product = renamed(shifted, made) * renamed(weight, {made[1]});
    total = total ? total + product : product;
  }
  return over(total, Axes(made));
}

std::int64_t product_of(const std::vector<std::int64_t>& values) {
  std::int64_t product = 1;
  for (const std::int64_t value : values) product *= std::min<std::int64_t>(value, 1 << 20);
  return product;
}

void convolve(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Op made = convolved(n, n.op(0), n.op(1));
  n.result(n.has(2) ? with_bias(n, made, n.op(2)) : made);
}

// Of one group: the whole result without padding, from which the padding is then cut.
Op spread(NodeContext& n, const Op& x, const Op& w, const std::vector<WindowDimension>& window) {
  const Op image = five(n, x, {"D", "H"});
  const Axis channels = image.axes()[0], batch = image.axes()[4];
  n.dims.equate(channels, w.axes()[0]);
  n.dims.prefer(w.axes()[1], "C", 1);
  const Axis kernels = unlike(n, w.axes()[1], {channels, batch});
  const Op filters = filters_over(n, w, {channels, kernels});  // (K, T, R, S, C)
  const Axes made = made_axes(n, kernels, image, window, [](const WindowDimension& d) {
    return (d.image - 1) * d.stride + d.span();
  });
  return unfive(deconvolution(params_of(window, false), image, filters, made), window.size());
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
  if (groups < 1 || groups > most_groups || channels % groups != 0)
    NodeContext::refuse("its groups");
  if (x.axes()[0].length() == 0) {
    return n.result(over_no_images(n, x, w.axes()[1].length() * groups, window));
  }
  std::vector<Op> parts;
  for (std::int64_t g = 0; g < groups; ++g) {
    const std::int64_t each = channels / groups;
    parts.push_back(
        spread(n, part(n, x, 1, g * each, each), part(n, w, 0, g * each, each), window));
  }
  Op made = joined(n, parts, 1);
  std::vector<std::int64_t> before(made.axes().size(), 0), after = before;
  for (std::size_t i = 0; i < window.size(); ++i) {
    const std::int64_t length = made.axes()[i + 2].length();
    const std::int64_t kept = std::min(window[i].output, length - window[i].before);
    made = part(n, made, i + 2, window[i].before, kept);
    after[i + 2] = window[i].output - kept;
  }
  made = padded(n, made, before, after, 0);
  n.result(n.has(2) ? with_bias(n, made, n.op(2)) : made);
}

// x (N, C, time) with one filter (C, 1, taps) per channel that sees no later elements. The elements
// before the first are a state, or zeros; the last ones are returned as the next state.
void causal_convolution(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Shape shape = n.shape(), filter = n.shape(1);
  if (shape.size() != 3 || filter.size() != 3 || filter[0] != shape[1] || filter[1] != 1 ||
      filter[2] < 1 || filter[2] > most_taps) {
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
  Op made = depthwise(n, image, n.op(1), {window});
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
  if (groups < 1 || groups > std::max(most_groups, channels) || each * groups != channels ||
      kernels % groups != 0) {
    NodeContext::refuse("its groups do not fit: " + std::to_string(channels) + " channels, " +
                        std::to_string(each) + " per filter, " + std::to_string(groups) +
                        " groups");
  }
  if (x.axes()[0].length() == 0) return over_no_images(n, x, kernels, window);
  if (groups == 1) return whole(n, x, w, window);
  if (each == 1 && kernels == channels && product_of(taps_of(w)) <= most_taps) {
    return depthwise(n, x, w, window);
  }
  if (groups > most_groups) NodeContext::refuse("it has more than 1024 groups");
  std::vector<Op> parts;
  for (std::int64_t g = 0; g < groups; ++g) {
    const std::int64_t k = kernels / groups;
    parts.push_back(whole(n, part(n, x, 1, g * each, each), part(n, w, 0, g * k, k), window));
  }
  return joined(n, parts, 1);
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
