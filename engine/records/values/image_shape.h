// SPDX-License-Identifier: Apache-2.0
// Recognizes arrays of images by their shape; ranges of pixel values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/tensor.h"

namespace ng {

struct ImageShape {
  std::int64_t batch = 1, channels = 1, height = 0, width = 0;
  bool channels_last = false;
};
// N, C, H, W or N, H, W, C, also without N, with 1 or 3 channels of at least 4 × 4 pixels, floats
// or uint8. If both orders fit, C is first. nullopt: no image.
std::optional<ImageShape> image_shape(DType dtype, const Shape& shape);

// What pixels of 0 to 255 become. imagenet: 0..1, minus the mean and divided by the standard
// deviation of ImageNet's red, green and blue.
enum class PixelRange { unit, symmetric, bytes, imagenet };
// "0..1", "-1..1", "0..255", "imagenet".
std::string_view name(PixelRange range);
std::optional<PixelRange> pixel_range(std::string_view name);

// An array of `shape` from pixels (height, width, channels) of type uint8; all images of the batch
// are equal. uint8 arrays keep 0 to 255.
Tensor image_array(const Tensor& pixels, const ImageShape& image, DType dtype, const Shape& shape,
                   PixelRange range);

}  // namespace ng
