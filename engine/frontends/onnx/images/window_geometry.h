// SPDX-License-Identifier: Apache-2.0
// Kernel, stride, dilation and padding of a window along each spatial dimension.
#pragma once

#include <array>
#include <vector>

#include "engine/frontends/onnx/node_context.h"

namespace ng::onnx {

struct WindowDimension {
  std::int64_t image = 1, kernel = 1, stride = 1, dilation = 1, before = 0, after = 0, output = 1;
  std::int64_t span() const { return (kernel - 1) * dilation + 1; }
  std::int64_t first(std::int64_t position) const { return position * stride - before; }
};

// Refuses lists of strides, dilations and padding that do not have an entry per spatial dimension,
// and unknown kinds of padding.
void check_window_attributes(const NodeContext& n, std::size_t spatial);
// From the attributes of the node. `image` are the spatial lengths.
std::vector<WindowDimension> window_of(const NodeContext& n, const Shape& image,
                                       const std::vector<std::int64_t>& kernel);
// The result of windows over no images, with this number of channels.
Op over_no_images(NodeContext& n, const Op& x, std::int64_t channels,
                  const std::vector<WindowDimension>& window);
// x (N, C, spatial …) convolved with w (K, C / groups, taps …), without bias. `pad_value`: of
// images of bytes.
Op convolved(NodeContext& n, const Op& x, const Op& w, std::int64_t pad_value = 0);
// One element per channel added along the second dimension.
Op with_bias(NodeContext& n, const Op& x, const Op& bias);
using SpatialNames = std::array<const char*, 2>;
// x (first, second, spatial …) with dimensions of length 1 before its spatial ones, so that there
// are three. `names` are those of the first and second of three.
Op with_spatial_ones(NodeContext& n, Op x, const SpatialNames& names);
// Names N, C, H, W … for the dimensions of images.
void name_image_axes(NodeContext& n, const Op& x);

}  // namespace ng::onnx
