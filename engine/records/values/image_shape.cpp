// SPDX-License-Identifier: Apache-2.0
#include "engine/records/values/image_shape.h"

#include <array>

namespace ng {
namespace {

constexpr std::int64_t least_side = 4;
constexpr std::array<double, 3> mean = {0.485, 0.456, 0.406}, deviation = {0.229, 0.224, 0.225};

bool is_channels(std::int64_t length) {
  return length == 1 || length == 3;
}

double in_range(double byte, std::int64_t channel, PixelRange range) {
  const auto colour = static_cast<std::size_t>(channel);
  switch (range) {
    case PixelRange::unit: return byte / 255;
    case PixelRange::symmetric: return byte / 127.5 - 1;
    case PixelRange::bytes: return byte;
    case PixelRange::imagenet: return (byte / 255 - mean[colour]) / deviation[colour];
  }
  return byte;
}

}  // namespace

std::optional<ImageShape> image_shape(DType dtype, const Shape& shape) {
  const std::size_t rank = shape.size();
  if ((rank != 3 && rank != 4) || !(is_float(dtype) || dtype == DType::u8)) return std::nullopt;
  const std::int64_t a = shape[rank - 3], b = shape[rank - 2], c = shape[rank - 1];
  ImageShape image{rank == 4 ? shape[0] : 1, a, b, c, false};
  if (!is_channels(a)) image = {image.batch, c, a, b, true};
  const bool is_image = is_channels(image.channels) && image.height >= least_side &&
                        image.width >= least_side && image.batch >= 1;
  return is_image ? std::optional(image) : std::nullopt;
}

std::optional<ImageShape> image_shape(const OpRecord& op) {
  if (op.results.empty()) return std::nullopt;
  Shape shape;
  for (const AxisRecord& axis : op.results.front().axes) shape.push_back(axis.length.value_or(0));
  return image_shape(op.results.front().dtype, shape);
}

Tensor image_array(const Tensor& pixels, const ImageShape& image, DType dtype, const Shape& shape,
                   PixelRange range) {
  if (dtype == DType::u8) range = PixelRange::bytes;
  Tensor array(dtype, shape);
  const std::int64_t size = image.height * image.width;
  for (std::int64_t n = 0; n < image.batch; ++n)
    for (std::int64_t pixel = 0; pixel < size; ++pixel)
      for (std::int64_t channel = 0; channel < image.channels; ++channel) {
        const std::int64_t inside =
            image.channels_last ? pixel * image.channels + channel : channel * size + pixel;
        array.set(n * size * image.channels + inside,
                  in_range(pixels.at(pixel * image.channels + channel), channel, range));
      }
  return array;
}

}  // namespace ng
