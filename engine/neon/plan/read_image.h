// SPDX-License-Identifier: Apache-2.0
// Reads image files in a process of its own, ngraph-images: decoders meet files from anywhere.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/tensor.h"

namespace ng {

// Is it the name of an image file, by its suffix?
bool names_image(const std::string& file);

// The image of a file, scaled to `width` × `height`: uint8 (height, width, channels), grey for one
// channel, red, green and blue for three. Throws a bad_file Error for a file that is no image or
// cannot be read, a system Error if ngraph-images is missing, and what check_cancellation() throws.
// Thread safe.
Tensor read_image(const std::string& path, std::int64_t channels, std::int64_t height,
                  std::int64_t width);

}  // namespace ng
