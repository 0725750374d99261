// SPDX-License-Identifier: Apache-2.0
// Coloured pictures of ten kinds in CIFAR-10's manner, made in a moment.
#pragma once

#include <cstdint>

#include "engine/neon/data/cifar10.h"

namespace ng::neon {

// `count` pictures, each kind about as often; the same for the same seed. A kind is a shape with a
// pattern, in any colours at any place on a noisy ground: what tells them apart is local, wherever
// it is, so windows that slide find it and weights tied to places do not.
Pictures draw_pictures(std::int64_t count, std::uint32_t seed);

}  // namespace ng::neon
