// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/data/texture_pictures.h"

#include <algorithm>
#include <cmath>

#include "engine/neon/data/mt19937.h"

namespace ng::neon {
namespace {

constexpr int side = 32, channels = 3;

struct Colour {
  double part[channels];
};

Colour colour_by_chance(RandomState& random) {
  Colour colour{};
  for (double& part : colour.part) part = random.uniform(20, 235);
  return colour;
}

// A random colour that contrasts with `other`.
Colour colour_unlike(const Colour& other, RandomState& random) {
  for (;;) {
    const Colour colour = colour_by_chance(random);
    double away = 0;
    for (int c = 0; c < channels; ++c) away += std::abs(colour.part[c] - other.part[c]);
    if (away > 220) return colour;
  }
}

// Whether the figure covers the point (u, v), in pixels from its centre. `size` is half its width.
bool covers(int kind, double u, double v, double size) {
  const double x = std::abs(u), y = std::abs(v), far = std::hypot(u, v);
  const bool square = x < size && y < size;
  switch (kind) {
    case 0: return far < size;                                      // a disc
    case 1: return far < size && far > size * 0.55;                 // a ring
    case 2: return square;                                          // a square
    case 3: return square && (x > size * 0.55 || y > size * 0.55);  // a frame
    case 4: return square && (x < size * 0.3 || y < size * 0.3);    // a plus
    case 5: return square && std::abs(x - y) < size * 0.38;         // a cross
    case 6: return square && std::fmod(v + 64, 4) < 2;              // horizontal stripes
    case 7: return square && std::fmod(u + 64, 4) < 2;              // vertical stripes
    case 8: return square && std::fmod(u + v + 64, 5) < 2.5;        // diagonal stripes
    default:
      return square && (std::fmod(u + 64, 6) < 3) == (std::fmod(v + 64, 6) < 3);  // a checkerboard
  }
}

void draw(int kind, RandomState& random, std::uint8_t* pixels) {
  const Colour ground = colour_by_chance(random), figure = colour_unlike(ground, random);
  const double size = random.uniform(5, 8);
  const double x = random.uniform(size, side - 1 - size), y = random.uniform(size, side - 1 - size);
  const double slope_x = random.uniform(-1.5, 1.5), slope_y = random.uniform(-1.5, 1.5);
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const bool inside = covers(kind, column - x, row - y, size);
      const double light = slope_x * (column - x) + slope_y * (row - y);
      for (int c = 0; c < channels; ++c) {
        const double value = (inside ? figure : ground).part[c] + light + random.uniform(-18, 18);
        pixels[(c * side + row) * side + column] =
            static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0));
      }
    }
  }
}

}  // namespace

Pictures draw_pictures(std::int64_t count, std::uint32_t seed) {
  RandomState random(seed);
  Pictures pictures{Tensor(DType::u8, {count, channels, side, side}), Tensor(DType::u8, {count})};
  for (std::int64_t i = 0; i < count; ++i) {
    const int kind = static_cast<int>(random.uniform() * 10);
    pictures.labels.set(i, kind);
    draw(kind, random, pictures.images.as<std::uint8_t>() + i * channels * side * side);
  }
  return pictures;
}

}  // namespace ng::neon
