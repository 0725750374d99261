// SPDX-License-Identifier: Apache-2.0
// Synthetic colour images of ten classes in the style of CIFAR-10.
#pragma once

#include <cstdint>

#include "engine/neon/data/cifar10.h"

namespace ng::neon {

// `count` images with about equal class frequencies, deterministic for a given seed. A class is a
// shape with a pattern, in random colours at a random position on noise. Its features are local and
// position-independent: convolutions find them, weights tied to positions do not.
Pictures draw_pictures(std::int64_t count, std::uint32_t seed);

}  // namespace ng::neon
