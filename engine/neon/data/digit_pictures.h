// SPDX-License-Identifier: Apache-2.0
// Digits drawn by a wobbling pen: pictures in MNIST's manner, made in a moment.
#pragma once

#include <cstdint>

#include "engine/neon/data/mnist.h"

namespace ng::neon {

// `count` digits, each of the ten about as often; the same for the same seed. Strokes are shifted,
// scaled, sheared, turned, thick or thin, and lie in noise: a linear model tells most of them, a
// net with a hidden layer nearly all.
Digits draw_digits(std::int64_t count, std::uint32_t seed);

}  // namespace ng::neon
