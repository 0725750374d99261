// SPDX-License-Identifier: Apache-2.0
// Col2Im: the sum of overlapping windows, which is one dimension after another.
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/images/window_geometry.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/slice.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t most_taps = 1024;  // along one dimension

// x with the taps along the dimension `taps` added at their places along the dimension `at`, which
// becomes that of the image.
Op folded(NodeContext& n, const Op& x, std::size_t taps, std::size_t at, const WindowDimension& d) {
  const Axis full = n.fresh(d.image + d.before + d.after, x.axes()[at].name());
  const std::size_t placed = at - 1;  // without the taps, which come before it
  Op total;
  for (std::int64_t tap = 0; tap < d.kernel; ++tap) {
    const Op one = without(part(n, x, taps, tap, 1), {taps});
    std::vector<Axis> axes = one.axes().list();
    axes[placed] = full;
    std::vector<SliceItem> items(axes.size());
    const std::int64_t first = tap * d.dilation;
    items[placed] = SliceItem::range(first, first + (d.output - 1) * d.stride + 1, d.stride);
    const Op spread = unslice(one, items, Axes(axes));
    total = total ? total + spread : spread;
  }
  return part(n, total, placed, d.before, d.image);
}

// x (N, C * taps, windows) with the lengths of the image as input 1, and of a window as input 2.
void columns_to_image(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const auto image = n.integers(1, "its image shape"), block = n.integers(2, "its block shape");
  NodeContext::need_count("its block shape", block.size(), image.size());
  if (image.empty() || n.rank() != 3) NodeContext::refuse("its input does not have 3 dimensions");
  const std::vector<WindowDimension> window = window_of(n, image, block);
  const Shape shape = n.shape();
  std::int64_t taps = 1, places = 1;
  for (const WindowDimension& d : window) {
    if (d.kernel > most_taps) NodeContext::refuse("its window is longer than 1024");
    taps *= d.kernel;
    places *= d.output;
    if (taps > shape[1] || places > shape[2]) break;
  }
  if (shape[1] % taps != 0 || places != shape[2]) {
    NodeContext::refuse("its shape " + to_string(shape) + " does not have a multiple of " +
                        std::to_string(taps) + " rows and " + std::to_string(places) + " windows");
  }
  Shape opened{shape[0], shape[1] / taps};
  opened.insert(opened.end(), block.begin(), block.end());
  for (const WindowDimension& d : window) opened.push_back(d.output);
  Shape made{shape[0], shape[1] / taps};
  made.insert(made.end(), image.begin(), image.end());
  if (element_count(opened) == 0) return n.result(nothing(n, made, n.dtype()));
  Op x = regrouped(n, n.op(0), opened, "window");
  for (std::size_t i = window.size(); i-- > 0;) {
    x = folded(n, x, 2 + i, 2 + i + i + 1, window[i]);
  }
  name_image_axes(n, x);
  n.result(x);
}

constexpr OpRow rows[] = {
    {"Col2Im", 18, 0, columns_to_image},
};

}  // namespace

std::span<const OpRow> fold_rows() {
  return rows;
}

}  // namespace ng::onnx
