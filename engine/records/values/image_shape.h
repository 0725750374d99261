// SPDX-License-Identifier: Apache-2.0
// Recognizes arrays of images by their shape; ranges of pixel values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/base/enum_names.h"
#include "engine/base/tensor.h"
#include "engine/records/op_record.h"

namespace ng {

struct ImageShape {
  std::int64_t batch = 1, channels = 1, height = 0, width = 0;
  bool channels_last = false;
};
// N, C, H, W or N, H, W, C, also without N, with 1 or 3 channels of at least 4 × 4 pixels, floats
// or uint8. If both orders fit, C is first. nullopt: no image.
std::optional<ImageShape> image_shape(DType dtype, const Shape& shape);
// The images that an op's first result holds.
std::optional<ImageShape> image_shape(const OpRecord& op);

// What pixels of 0 to 255 become. imagenet: 0..1, minus the mean and divided by the standard
// deviation of ImageNet's red, green and blue.
enum class PixelRange { unit, symmetric, bytes, imagenet };
constexpr auto names_of(PixelRange) {
  return std::to_array<std::string_view>({"0..1", "-1..1", "0..255", "imagenet"});
}

// An array of `shape` from pixels (height, width, channels) of type uint8; all images of the batch
// are equal. uint8 arrays keep 0 to 255.
Tensor image_array(const Tensor& pixels, const ImageShape& image, DType dtype, const Shape& shape,
                   PixelRange range);

}  // namespace ng
