// SPDX-License-Identifier: Apache-2.0
// Digits of a seven-segment display as 28 x 28 grayscale images: shifted, slanted, with uneven
// strokes and noise. Deterministic.
#pragma once

#include <cstdint>

#include "engine/base/tensor.h"

namespace sample {

struct Digits {
  ng::Tensor images;  // uint8, (count, 28, 28), 0 is the background
  ng::Tensor labels;  // uint8, (count), the digit
};

// Different seeds give different images.
Digits draw_digits(std::int64_t count, std::uint32_t seed);

}  // namespace sample
