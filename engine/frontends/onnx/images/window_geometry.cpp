// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/images/window_geometry.h"

#include <algorithm>

#include "engine/base/counted.h"
#include "engine/frontends/onnx/align.h"

namespace ng::onnx {
namespace {

std::int64_t entry(const std::vector<std::int64_t>& list, std::size_t i, std::int64_t otherwise) {
  return i < list.size() ? list[i] : otherwise;
}

// Output length ceil(image / stride); the odd element of padding goes after or before.
void pad_same(WindowDimension& d, bool upper) {
  d.output = (d.image + d.stride - 1) / d.stride;
  const std::int64_t total =
      std::max<std::int64_t>((d.output - 1) * d.stride + d.span() - d.image, 0);
  d.before = upper ? total / 2 : total - total / 2;
  d.after = total - d.before;
}

void count_windows(WindowDimension& d, bool ceil_mode) {
  const std::int64_t room = d.image + d.before + d.after - d.span();
  // Rounded up, the number of windows is 1 also if the window is larger by less than a stride.
  const bool fits = room >= 0 || (ceil_mode && -room < d.stride);
  if (!fits) NodeContext::refuse("its window is larger than its padded input");
  d.output = 1;
  if (room < 0) return;
  d.output = room / d.stride + 1;
  if (!ceil_mode || room % d.stride == 0) return;
  // A window that starts in the padding after the image does not count.
  if (d.output * d.stride < d.image + d.before) ++d.output;
}

}  // namespace

void check_window_attributes(const NodeContext& n, std::size_t spatial) {
  n.choice("auto_pad", "NOTSET", {"NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"});
  for (const auto& [attribute, count] :
       {std::pair("strides", spatial), {"dilations", spatial}, {"pads", 2 * spatial}}) {
    const std::size_t found = n.list(attribute).size();
    if (found == 0 || found == count) continue;
    NodeContext::refuse("its attribute '" + std::string(attribute) + "' has " +
                        counted(found, "element") + ", expected " + std::to_string(count));
  }
}

std::vector<WindowDimension> window_of(const NodeContext& n, const Shape& image,
                                       const std::vector<std::int64_t>& kernel) {
  check_window_attributes(n, image.size());
  const auto strides = n.list("strides"), dilations = n.list("dilations"), pads = n.list("pads");
  const std::string automatic = n.text("auto_pad", "NOTSET");
  const bool ceil_mode = n.integer("ceil_mode", 0) != 0;
  std::vector<WindowDimension> dimensions;
  for (std::size_t i = 0; i < image.size(); ++i) {
    WindowDimension d;
    d.image = image[i];
    d.kernel = entry(kernel, i, 1);
    d.stride = entry(strides, i, 1);
    d.dilation = entry(dilations, i, 1);
    constexpr std::int64_t most = std::int64_t{1} << 31;
    if (automatic == "NOTSET") {
      d.before = entry(pads, i, 0);
      d.after = entry(pads, i + image.size(), 0);
    }
    for (const std::int64_t value : {d.kernel, d.stride, d.dilation}) {
      if (value < 1 || value > most)
        NodeContext::refuse("a length, stride or dilation of its window is " +
                            std::to_string(value) + ", expected 1 to 2^31");
    }
    if (d.before < 0 || d.after < 0 || d.before > most || d.after > most) {
      NodeContext::refuse("its padding is out of range");
    }
    if (automatic == "SAME_UPPER" || automatic == "SAME_LOWER") {
      pad_same(d, automatic == "SAME_UPPER");
    } else {
      count_windows(d, ceil_mode);
    }
    dimensions.push_back(d);
  }
  return dimensions;
}

Op with_spatial_ones(NodeContext& n, Op x, const SpatialNames& names) {
  for (std::size_t missing = 5 - x.axes().size(); missing > 0; --missing) {
    x = with_ones(n, x, {2}, {names[missing - 1]});
  }
  return x;
}

Op over_no_images(NodeContext& n, const Op& x, std::int64_t channels,
                  const std::vector<WindowDimension>& window) {
  Shape shape{x.axes()[0].length(), channels};
  for (const WindowDimension& d : window) shape.push_back(d.output);
  return nothing(n, shape, n.dtype());
}

void name_image_axes(NodeContext& n, const Op& x) {
  const auto& axes = x.axes();
  if (axes.size() < 3 || axes.size() > 5) return;
  static const char* const names[] = {"D", "H", "W"};
  n.dims.prefer(axes[0], "N", 3);
  n.dims.prefer(axes[1], "C", 3);
  for (std::size_t i = 2; i < axes.size(); ++i) {
    n.dims.prefer(axes[i], axes.size() == 3 ? "W" : names[i + 3 - axes.size()], 3);
  }
}

}  // namespace ng::onnx
