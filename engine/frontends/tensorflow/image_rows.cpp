// SPDX-License-Identifier: Apache-2.0
// Images: resizing, boxes, and blocks of pixels as channels.
#include <numeric>

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

// Where the elements of a crop lie along a dimension of the image.
struct Samples {
  ItemPtr first, last;  // int64, (boxes, length): the pixels before and after, within the image
  ItemPtr part;         // of the way from the first to the last
  ItemPtr inside;       // flags
};

// `begin` and `end`, (boxes, 1), are parts of the image, from the middle of its first pixel to that
// of its last; a single sample is taken at the middle of the box.
Samples samples(NodeContext& n, const ItemPtr& begin, const ItemPtr& end, std::int64_t image,
                std::int64_t length, bool nearest) {
  const auto value = [](std::int64_t x) { return number(static_cast<double>(x), DType::f32); };
  ItemPtr at;
  if (length > 1) {
    std::vector<std::int64_t> count(static_cast<std::size_t>(length));
    std::iota(count.begin(), count.end(), 0);
    const ItemPtr grid = cast(n, reshaped(n, integers(count), {1, length}), DType::f32);
    const ItemPtr size = step(n, "Mul", {step(n, "Sub", {end, begin}), value(image - 1)});
    const ItemPtr apart = step(n, "Div", {size, value(length - 1)});
    at = step(n, "Add", {step(n, "Mul", {begin, value(image - 1)}), step(n, "Mul", {grid, apart})});
  } else {
    const ItemPtr both = step(n, "Add", {begin, end});
    at = step(n, "Mul", {step(n, "Mul", {both, number(0.5, DType::f32)}), value(image - 1)});
  }
  const ItemPtr inside = step(
      n, "And",
      {step(n, "GreaterOrEqual", {at, value(0)}), step(n, "LessOrEqual", {at, value(image - 1)})});
  at = step(n, "Where", {inside, at, value(0)});
  if (nearest) at = step(n, "Floor", {step(n, "Add", {at, number(0.5, DType::f32)})});
  const ItemPtr first = step(n, "Floor", {at}), last = step(n, "Ceil", {at});
  return {cast(n, first, DType::i64), cast(n, last, DType::i64), step(n, "Sub", {at, first}),
          inside};
}

// Boxes of images, each resized to one size: the images as rows of channels, gathered by number.
void crop_and_resize(NodeContext& n) {
  const auto sizes = n.integers(3, "its size");
  NodeContext::need_count("its size", sizes.size(), 2);
  const Shape image = n.shape(), boxes = n.shape(1);
  if (image.size() != 4) NodeContext::refuse("its input is not a batch of images");
  if (boxes.size() != 2 || boxes[1] != 4) NodeContext::refuse("its boxes are not rows of 4");
  for (const std::int64_t length : sizes) {
    if (length < 1) NodeContext::refuse("its size is below 1");
    NodeContext::need_short(length);
  }
  NodeContext::need_short(sizes[0] * sizes[1]);
  const bool nearest = n.choice("method", "bilinear", {"bilinear", "nearest"}) == "nearest";
  const auto corner = [&](std::int64_t i) { return sliced(n, n.shared(1), 1, i, i + 1); };
  const Samples down = samples(n, corner(0), corner(2), image[1], sizes[0], nearest);
  const Samples right = samples(n, corner(1), corner(3), image[2], sizes[1], nearest);

  const ItemPtr pixels = reshaped(n, cast(n, n.shared(0), DType::f32), {-1, image[3]});
  const ItemPtr number_of = unsqueezed(n, cast(n, n.shared(2), DType::i64), {1});
  const auto pixel = [&](const ItemPtr& row, const ItemPtr& column) {
    const ItemPtr rows = step(n, "Add", {step(n, "Mul", {number_of, integer(image[1])}), row});
    const ItemPtr begins = unsqueezed(n, step(n, "Mul", {rows, integer(image[2])}), {2});
    return step(n, "Gather", {pixels, step(n, "Add", {begins, unsqueezed(n, column, {1})})});
  };
  const auto between = [&](const ItemPtr& a, const ItemPtr& b, const ItemPtr& part) {
    return step(n, "Add", {a, step(n, "Mul", {step(n, "Sub", {b, a}), part})});
  };
  ItemPtr made = pixel(down.first, right.first);
  if (!nearest) {
    const ItemPtr across = unsqueezed(n, right.part, {1, 3});
    const ItemPtr top = between(made, pixel(down.first, right.last), across);
    const ItemPtr below =
        between(pixel(down.last, right.first), pixel(down.last, right.last), across);
    made = between(top, below, unsqueezed(n, down.part, {2, 3}));
  }
  const ItemPtr inside =
      step(n, "And", {unsqueezed(n, down.inside, {2, 3}), unsqueezed(n, right.inside, {1, 3})});
  const ItemPtr outside = number(n.number("extrapolation_value", 0), DType::f32);
  give(n, step(n, "Where", {inside, made, outside}));
}

constexpr OpRow rows[] = {
    {"CropAndResize", 1, 0, crop_and_resize},
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
