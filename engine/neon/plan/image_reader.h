// SPDX-License-Identifier: Apache-2.0
// Reads the image files of plans. The engine has no decoder: a program that has one sets it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "engine/base/tensor.h"

namespace ng {

// The image of a file, scaled to `width` × `height`: uint8 (height, width, channels), grey for one
// channel, red, green and blue for three. Throws a bad_file Error. Called on any thread.
using ImageReader = std::function<Tensor(const std::string& path, std::int64_t channels,
                                         std::int64_t height, std::int64_t width)>;

// Is it the name of an image file, by its suffix?
bool names_image(const std::string& file);

// Before the first use of plans; empty: image files are refused.
void set_image_reader(ImageReader reader);
// Throws a value Error that says what to do if no reader is set.
const ImageReader& image_reader();

}  // namespace ng
