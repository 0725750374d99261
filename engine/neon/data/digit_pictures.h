// SPDX-License-Identifier: Apache-2.0
// Synthetic digit images in the style of MNIST.
#pragma once

#include <cstdint>

#include "engine/neon/data/mnist.h"

namespace ng::neon {

// `count` digits with about equal class frequencies, deterministic for a given seed. Strokes are
// randomly shifted, scaled, sheared, rotated and thickened, with noise added: a linear model
// classifies most of them, a network with a hidden layer nearly all.
Digits draw_digits(std::int64_t count, std::uint32_t seed);

}  // namespace ng::neon
