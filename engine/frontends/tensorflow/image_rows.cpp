// SPDX-License-Identifier: Apache-2.0
// Images: resizing, and blocks of pixels as channels.
#include "engine/frontends/tensorflow/channel_order.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"

namespace ng::tensorflow {
namespace {

void resize(NodeContext& n, const char* mode) {
  const auto sizes = n.integers(1, "its size");
  NodeContext::need_count("its size", sizes.size(), 2);
  if (n.rank() != 4) NodeContext::refuse("its input is not a batch of images");
  const Shape shape = n.shape();
  const bool corners = flag(n, "align_corners"), half = flag(n, "half_pixel_centers");
  const bool nearest = std::string(mode) == "nearest";
  const bool cubic = std::string(mode) == "cubic";
  if (cubic && !half) NodeContext::refuse("it is bicubic without half-pixel centers");
  const char* coordinates = corners ? "align_corners" : half ? "half_pixel" : "asymmetric";
  // Half-pixel centers: the pixel that contains the center, floor(center + 0.5) without corners.
  const char* rounding = corners ? "round_prefer_ceil" : half ? "round_prefer_ceil" : "floor";
  const ItemPtr x =
      channels_second(n, cast(n, n.shared(0), nearest ? n.dtype() : DType::f32), true);
  Attributes attributes{attribute("mode", mode),
                        attribute("coordinate_transformation_mode", coordinates),
                        attribute("nearest_mode", rounding)};
  if (cubic) attributes.push_back(attribute("cubic_coeff_a", -0.5));
  if (cubic) attributes.push_back(attribute("exclude_outside", std::int64_t{1}));
  const ItemPtr wanted = integers({shape[0], shape[3], sizes[0], sizes[1]});
  give(n, channels_back(n, step(n, "Resize", {x, nullptr, nullptr, wanted}, attributes), true));
}

void blocks(NodeContext& n, const char* op) {
  const bool last = channels_last(n);
  const ItemPtr x = channels_second(n, n.shared(0), last);
  give(n, channels_back(n, step(n, op, {x}, {attribute("blocksize", n.integer("block_size", 1))}),
                        last));
}

constexpr OpRow rows[] = {
    {"DepthToSpace", 1, 0, [](NodeContext& n) { blocks(n, "DepthToSpace"); }},
    {"ResizeBicubic", 1, 0, [](NodeContext& n) { resize(n, "cubic"); }},
    {"ResizeBilinear", 1, 0, [](NodeContext& n) { resize(n, "linear"); }},
    {"ResizeNearestNeighbor", 1, 0, [](NodeContext& n) { resize(n, "nearest"); }},
    {"SpaceToDepth", 1, 0, [](NodeContext& n) { blocks(n, "SpaceToDepth"); }},
};

}  // namespace

std::span<const OpRow> image_rows() {
  return rows;
}

}  // namespace ng::tensorflow
