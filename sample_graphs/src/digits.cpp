// SPDX-License-Identifier: Apache-2.0
#include "sample_graphs/src/digits.h"

#include <algorithm>

#include "sample_graphs/src/numbers.h"

namespace sample {
namespace {

constexpr std::int64_t side = 28;

// A line between two corners of the display, in half heights of a digit.
struct Segment {
  int x1, y1, x2, y2;
};
//  0 top, 1 and 2 right, 3 bottom, 4 and 5 left from below, 6 middle
constexpr Segment segments[] = {{0, 0, 1, 0}, {1, 0, 1, 1}, {1, 1, 1, 2}, {0, 2, 1, 2},
                                {0, 1, 0, 2}, {0, 0, 0, 1}, {0, 1, 1, 1}};
// Segments of each digit, one bit per segment.
constexpr int lit[] = {0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f};

// Drawing parameters of a digit, in pixels.
struct Hand {
  int left, top, width, half, thick, slant;
};

void stroke(ng::Tensor& image, std::int64_t at, const Segment& segment, const Hand& hand, int ink) {
  const int x1 = hand.left + segment.x1 * hand.width, x2 = hand.left + segment.x2 * hand.width;
  const int y1 = hand.top + segment.y1 * hand.half, y2 = hand.top + segment.y2 * hand.half;
  for (int y = y1; y < y2 + hand.thick; ++y) {
    const int shift = hand.slant * (hand.top + hand.half - y) / 8;
    for (int x = x1 + shift; x < x2 + shift + hand.thick; ++x) {
      if (x < 0 || y < 0 || x >= side || y >= side) continue;
      const std::int64_t pixel = at + y * side + x;
      image.set(pixel, std::max<double>(image.at(pixel), ink));
    }
  }
}

void draw(ng::Tensor& images, std::int64_t at, int digit, Numbers& numbers) {
  const Hand hand{8 + numbers(4), 4 + numbers(3), 8 + numbers(3),
                  7 + numbers(2), 2 + numbers(2), numbers(3) - 1};
  for (int i = 0; i < 7; ++i) {
    if (lit[digit] >> i & 1) stroke(images, at, segments[i], hand, 150 + numbers(106));
  }
  for (int i = 0; i < 40; ++i) {
    const std::int64_t pixel = at + numbers(side * side);
    images.set(pixel, std::min(255.0, images.at(pixel) + numbers(160)));
  }
}

}  // namespace

Digits draw_digits(std::int64_t count, std::uint32_t seed) {
  Digits digits{ng::Tensor(ng::DType::u8, {count, side, side}), ng::Tensor(ng::DType::u8, {count})};
  Numbers numbers(seed);
  for (std::int64_t i = 0; i < count; ++i) {
    const int digit = numbers(10);
    digits.labels.set(i, digit);
    draw(digits.images, i * side * side, digit, numbers);
  }
  return digits;
}

}  // namespace sample
