// SPDX-License-Identifier: Apache-2.0
// Pooling over windows of images and over whole images.
#include "engine/ops/windows/pooling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/elementwise/roots.h"
#include "engine/frontends/onnx/images/window_geometry.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/windows/convolution.h"

namespace ng::onnx {
namespace {

using Window = std::vector<WindowDimension>;

Window geometry(const NodeContext& n, const Op& x) {
  if (x.axes().size() < 3 || x.axes().size() > 5) {
    NodeContext::refuse("it needs one to three spatial dimensions");
  }
  const Shape shape = x.axes().lengths();
  const auto kernel = n.list("kernel_shape");
  NodeContext::need_count("its kernel_shape", kernel.size(), shape.size() - 2);
  return window_of(n, {shape.begin() + 2, shape.end()}, kernel);
}

bool empty(const Op& x) {
  return x.axes()[0].length() == 0 || x.axes()[1].length() == 0;
}

// Whether so many windows fit with this padding after the image.
bool fits(const WindowDimension& d, std::int64_t after) {
  const std::int64_t room = d.image + d.before + after - d.span();
  return room >= 0 && room / d.stride + 1 == d.output;
}

// Padding after the image with which the op has these windows: that before it, or else the least.
std::int64_t padding_after(const WindowDimension& d) {
  if (fits(d, d.before)) return d.before;
  const std::int64_t needed = (d.output - 1) * d.stride + d.span() - d.before - d.image;
  return std::max<std::int64_t>(needed, 0);
}

// Whether the op has these windows, whose elements in the padding it skips.
bool direct(const Window& window) {
  return std::all_of(window.begin(), window.end(), [](const WindowDimension& d) {
    const std::int64_t after = padding_after(d);
    return d.dilation == 1 && fits(d, after) && std::max(d.before, after) < d.kernel;
  });
}

Op pooled(NodeContext& n, const char* kind, const Op& x, const Window& window, bool padding) {
  const Op image = with_spatial_ones(n, x, {"D", "H"});
  const std::vector<Axis> a = image.axes().list();
  const std::size_t skipped = 3 - window.size();
  WindowParams params{{"J", 1}, {"str_c", 1}, {"pad_c", 0}};
  std::vector<Axis> made{a[1]};
  std::vector<std::size_t> ones;
  static const char* const windows[] = {"T", "R", "S"};
  static const char* const letters[] = {"d", "h", "w"};
  for (std::size_t i = 0; i < 3; ++i) {
    const bool real = i >= skipped;
    const WindowDimension d = real ? window[i - skipped] : WindowDimension{};
    params[windows[i]] = d.kernel;
    params[std::string("str_") + letters[i]] = d.stride;
    params[std::string("pad_") + letters[i]] = padding ? d.before : 0;
    if (padding && padding_after(d) != d.before)
      params[std::string("pad_end_") + letters[i]] = padding_after(d);
    made.push_back(n.fresh(d.output, a[i + 2].name()));
    if (!real) ones.push_back(i + 2);
  }
  made.push_back(a[0]);
  n.dims.keep_apart(made);
  const Op five = axes_with_order(image, batch_last(image.axes()));
  const Op result = pooling(kind, params, five, Axes(made));
  return without(axes_with_order(result, batch_first(result.axes())), ones);
}

// x with `value` around it (or cut) so that every window fits exactly.
Op fitted(NodeContext& n, Op x, const Window& window, double value) {
  std::vector<std::int64_t> before(x.axes().size(), 0), after = before;
  for (std::size_t i = 0; i < window.size(); ++i) {
    const WindowDimension& d = window[i];
    const std::int64_t needed = (d.output - 1) * d.stride + d.span() - d.before;
    if (needed < d.image) x = part(n, x, i + 2, 0, needed);
    before[i + 2] = d.before;
    after[i + 2] = std::max<std::int64_t>(needed - d.image, 0);
  }
  return padded(n, x, before, after, value);
}

// Combines the elements of each window of a fitted image, tap by tap.
template <class F>
Op by_taps(NodeContext& n, const Op& x, const Window& window, F&& combine) {
  std::vector<Axis> made{x.axes()[0], x.axes()[1]};
  std::int64_t taps = 1;
  for (std::size_t i = 0; i < window.size(); ++i) {
    made.push_back(n.fresh(window[i].output, x.axes()[i + 2].name()));
    taps *= window[i].kernel;
    if (taps > 1024) NodeContext::refuse("its dilated window has more than 1024 elements");
  }
  n.dims.keep_apart(made);
  Op total;
  for (std::int64_t tap = 0; tap < taps; ++tap) {
    Op shifted = x;
    std::int64_t rest = tap;
    for (std::size_t i = window.size(); i-- > 0; rest /= window[i].kernel) {
      const WindowDimension& d = window[i];
      shifted = part(n, shifted, i + 2, rest % d.kernel * d.dilation, d.output, d.stride);
    }
    shifted = renamed(shifted, made);
    total = total ? combine(total, shifted) : shifted;
  }
  return total;
}

bool dilated(const Window& window) {
  return std::any_of(window.begin(), window.end(),
                     [](const WindowDimension& d) { return d.dilation != 1; });
}

double kernel_size(const Window& window) {
  double size = 1;
  for (const WindowDimension& d : window) size *= static_cast<double>(d.kernel);
  return size;
}

// The sum of each window.
Op window_sums(NodeContext& n, const Op& x, const Window& window) {
  const Op fit = fitted(n, x, window, 0);
  if (dilated(window))
    return by_taps(n, fit, window, [](const Op& a, const Op& b) { return a + b; });
  return pooled(n, "avg", fit, window, false) * kernel_size(window);
}

double lowest(DType dtype) {
  if (is_float(dtype)) return -std::numeric_limits<double>::infinity();
  return round_to(dtype, -0x1p63);
}

// Positions of the spatial elements of an image with padding, in elements of the image; those of
// padding are those of the nearest elements.
Op positions(const NodeContext& n, const Op& fit, const Window& window) {
  const bool columns_first = n.integer("storage_order", 0) != 0;
  Op index = number(0, DType::i64);
  double stride = 1;
  for (std::size_t k = 0; k < window.size(); ++k) {
    const std::size_t i = columns_first ? k : window.size() - 1 - k;
    const WindowDimension& d = window[i];
    const Axis& axis = fit.axes()[i + 2];
    std::vector<double> places;
    NodeContext::need_short(axis.length());
    for (std::int64_t at = 0; at < axis.length(); ++at) {
      places.push_back(
          stride * static_cast<double>(std::clamp<std::int64_t>(at - d.before, 0, d.image - 1)));
    }
    index = index + constant_along(places, axis, DType::i64);
    stride *= static_cast<double>(d.image);
  }
  return index;
}

// Where the first maximum of each window is, as an index into the whole of x: along the last
// dimension, then along the others.
void max_positions(NodeContext& n, const Op& x, const Window& window) {
  Op value = fitted(n, x, window, lowest(n.dtype()));
  const ScopedResultType type(DType::i64);
  Op index = positions(n, value, window);
  for (std::size_t i = window.size(); i-- > 0;) {
    const WindowDimension& d = window[i];
    const Axis from = value.axes()[i + 2], to = n.fresh(d.output, from.name());
    if (d.kernel > 1024) NodeContext::refuse("its window is longer than 1024");
    const auto tap_of = [&](const Op& y, std::int64_t tap) {
      const auto at = static_cast<std::size_t>(std::find(y.axes().begin(), y.axes().end(), from) -
                                               y.axes().begin());
      const Op shifted = part(n, y, at, tap * d.dilation, d.output, d.stride);
      std::vector<Axis> axes = y.axes().list();
      axes[at] = to;
      return renamed(shifted, axes);
    };
    Op best = tap_of(value, 0), place = tap_of(index, 0);
    for (std::int64_t tap = 1; tap < d.kernel; ++tap) {
      const Op other = tap_of(value, tap);
      place = where(greater(other, best), tap_of(index, tap), place);
      const ScopedResultType values(n.dtype());
      best = maximum(best, other);
    }
    value = best;
    index = place;
  }
  const auto image = static_cast<double>(element_count(x.axes().lengths()) /
                                         (x.axes()[0].length() * x.axes()[1].length()));
  const double batch = image * static_cast<double>(x.axes()[1].length());
  index = index + ramp(x.axes()[0], 0, batch) + ramp(x.axes()[1], 0, image);
  n.result(over(index, value.axes()), 1);
}

void max_pool(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Op x = n.op(0);
  name_image_axes(n, x);
  const Window window = geometry(n, x);
  if (empty(x)) {
    const Op none = over_no_images(n, x, x.axes()[1].length(), window);
    n.result(none);
    return n.result(value_of(none, DType::i64), 1);
  }
  if (n.wants(1)) max_positions(n, x, window);
  if (direct(window)) return n.result(pooled(n, "max", x, window, true));
  const Op fit = fitted(n, x, window, lowest(n.dtype()));
  const auto larger = [](const Op& a, const Op& b) { return maximum(a, b); };
  n.result(dilated(window) ? by_taps(n, fit, window, larger)
                           : pooled(n, "max", fit, window, false));
}

// Elements of each window along one dimension that count.
std::vector<double> counts(const WindowDimension& d, bool padding) {
  NodeContext::need_short(d.output);
  NodeContext::need_short(d.output * d.kernel);
  std::vector<double> result;
  const std::int64_t low = padding ? -d.before : 0, high = d.image + (padding ? d.after : 0);
  for (std::int64_t position = 0; position < d.output; ++position) {
    double count = 0;
    for (std::int64_t tap = 0; tap < d.kernel; ++tap) {
      const std::int64_t at = d.first(position) + tap * d.dilation;
      count += at >= low && at < high ? 1 : 0;
    }
    result.push_back(count);
  }
  return result;
}

void average_pool(NodeContext& n) {
  const ScopedResultType type(n.widened());
  const Op x = n.op(0);
  name_image_axes(n, x);
  const Window window = geometry(n, x);
  if (empty(x)) return n.result(over_no_images(n, x, x.axes()[1].length(), window));
  const bool padding = n.integer("count_include_pad", 0) != 0;
  const bool none = std::all_of(window.begin(), window.end(),
                                [](const WindowDimension& d) { return d.before + d.after == 0; });
  if (direct(window) && (none || !padding)) return n.result(pooled(n, "avg", x, window, true));
  Op result = window_sums(n, x, window);
  for (std::size_t i = 0; i < window.size(); ++i) {
    result =
        result / constant_along(counts(window[i], padding), result.axes()[i + 2], result.dtype());
  }
  n.result(result);
}

void lp_pool(NodeContext& n) {
  const ScopedResultType type(n.widened());
  const Op x = n.op(0);
  const auto p = static_cast<double>(n.integer("p", 2));
  const Window window = geometry(n, x);
  if (empty(x)) return n.result(over_no_images(n, x, x.axes()[1].length(), window));
  n.result(norm_of_total(window_sums(n, power(absolute(x), p), window), p));
}

using Reduce = Op (*)(const Op& x, const Over& over, const NodeContext& n);

template <Reduce f>
void global(NodeContext& n) {
  const ScopedResultType type(n.widened());
  const Op x = n.op(0);
  name_image_axes(n, x);
  std::vector<Axis> spatial;
  std::vector<std::size_t> ones;
  for (std::size_t i = 2; i < x.axes().size(); ++i) {
    spatial.push_back(x.axes()[i]);
    ones.push_back(i);
  }
  n.result(with_ones_like(n, f(x, reduce_over(Axes(spatial)), n), ones, spatial));
}

Op global_lp(const Op& x, const Over& over, const NodeContext& n) {
  const auto p = static_cast<double>(n.integer("p", 2));
  return norm_of_total(sum(power(absolute(x), p), over), p);
}

constexpr OpRow rows[] = {
    {"AveragePool", 1, 0, average_pool},
    {"GlobalAveragePool", 1, 0,
     global<+[](const Op& x, const Over& over, const NodeContext&) { return mean(x, over); }>},
    {"GlobalLpPool", 2, 0, global<global_lp>},
    {"GlobalMaxPool", 1, 0,
     global<+[](const Op& x, const Over& over, const NodeContext&) { return max(x, over); }>},
    {"LpPool", 2, 0, lp_pool},
    {"MaxPool", 1, 0, max_pool},
};

}  // namespace

std::span<const OpRow> window_rows() {
  return rows;
}

}  // namespace ng::onnx
