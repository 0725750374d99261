// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/data/digit_pictures.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/neon/data/mt19937.h"

namespace ng::neon {
namespace {

constexpr int side = 28;

struct Point {
  double x = 0, y = 0;
};
using Stroke = std::vector<Point>;

// Digits as polylines in the unit square, y downward; curves are approximated by short lines.
const std::vector<Stroke>& strokes_of(int digit) {
  static const std::vector<Stroke> shapes[10] = {
      {{{.5, 0},
        {.85, .15},
        {.95, .5},
        {.85, .85},
        {.5, 1},
        {.15, .85},
        {.05, .5},
        {.15, .15},
        {.5, 0}}},
      {{{.25, .2}, {.55, 0}, {.55, 1}}},
      {{{.1, .2}, {.35, 0}, {.7, 0}, {.9, .25}, {.75, .5}, {.1, 1}, {.95, 1}}},
      {{{.1, .05},
        {.6, 0},
        {.9, .2},
        {.7, .45},
        {.4, .5},
        {.75, .55},
        {.95, .8},
        {.6, 1},
        {.1, .95}}},
      {{{.7, 1}, {.7, 0}, {.05, .65}, {.95, .65}}},
      {{{.9, 0}, {.2, 0}, {.15, .45}, {.6, .4}, {.9, .65}, {.8, .9}, {.5, 1}, {.1, .95}}},
      {{{.8, .05},
        {.4, .15},
        {.1, .55},
        {.15, .9},
        {.5, 1},
        {.85, .85},
        {.85, .6},
        {.5, .5},
        {.15, .65}}},
      {{{.05, 0}, {.95, 0}, {.45, 1}}, {{.35, .5}, {.85, .5}}},
      {{{.5, .48}, {.15, .3}, {.25, .05}, {.5, 0}, {.75, .05}, {.85, .3}, {.5, .48}},
       {{.5, .48}, {.9, .7}, {.8, .95}, {.5, 1}, {.2, .95}, {.1, .7}, {.5, .48}}},
      {{{.88, .35}, {.5, .5}, {.15, .38}, {.15, .15}, {.5, 0}, {.85, .12}, {.88, .4}, {.75, 1}}}};
  return shapes[digit];
}

// Affine map from the unit square to pixels, and the pen.
struct Hand {
  double a, b, c, d, x, y;  // a matrix and an offset
  double radius, ink;
  Point operator()(const Point& p) const {
    const double u = p.x - 0.5, v = p.y - 0.5;
    return {x + a * u + b * v, y + c * u + d * v};
  }
};

Hand hand_by_chance(RandomState& random) {
  const double width = random.uniform(10, 16), height = random.uniform(15, 21);
  const double shear = random.uniform(-0.4, 0.4), turn = random.uniform(-0.3, 0.3);
  const double co = std::cos(turn), si = std::sin(turn);
  Hand hand{};
  hand.a = co * width;
  hand.b = (co * shear - si) * height;
  hand.c = si * width;
  hand.d = (si * shear + co) * height;
  hand.x = 13.5 + random.uniform(-4, 4);
  hand.y = 13.5 + random.uniform(-3.5, 3.5);
  hand.radius = random.uniform(0.7, 1.6);
  hand.ink = random.uniform(150, 255);
  return hand;
}

double distance(const Point& p, const Point& from, const Point& to) {
  const double dx = to.x - from.x, dy = to.y - from.y, length = dx * dx + dy * dy;
  const double along = length > 0 ? ((p.x - from.x) * dx + (p.y - from.y) * dy) / length : 0;
  const double t = std::clamp(along, 0.0, 1.0);
  return std::hypot(p.x - from.x - t * dx, p.y - from.y - t * dy);
}

// Full ink within the pen's radius, fading over one pixel.
void draw_line(std::vector<double>& image, const Point& from, const Point& to, const Hand& hand) {
  const double reach = hand.radius + 1;
  const int left = std::max(0, static_cast<int>(std::min(from.x, to.x) - reach));
  const int right = std::min(side - 1, static_cast<int>(std::max(from.x, to.x) + reach) + 1);
  const int top = std::max(0, static_cast<int>(std::min(from.y, to.y) - reach));
  const int bottom = std::min(side - 1, static_cast<int>(std::max(from.y, to.y) + reach) + 1);
  for (int y = top; y <= bottom; ++y) {
    for (int x = left; x <= right; ++x) {
      const double away =
          distance({static_cast<double>(x), static_cast<double>(y)}, from, to) - hand.radius;
      double& pixel = image[static_cast<std::size_t>(y * side + x)];
      pixel = std::max(pixel, hand.ink * std::clamp(1 - away, 0.0, 1.0));
    }
  }
}

void draw(int digit, RandomState& random, std::vector<double>& image) {
  const Hand hand = hand_by_chance(random);
  for (const Stroke& stroke : strokes_of(digit)) {
    Stroke placed;
    for (const Point& p : stroke) {
      const Point wobbled{p.x + random.uniform(-0.05, 0.05), p.y + random.uniform(-0.05, 0.05)};
      placed.push_back(hand(wobbled));
    }
    for (std::size_t i = 1; i < placed.size(); ++i) {
      draw_line(image, placed[i - 1], placed[i], hand);
    }
  }
  for (double& pixel : image) {
    if (random.uniform() < 0.06) pixel += random.uniform(-120, 120);
  }
}

}  // namespace

Digits draw_digits(std::int64_t count, std::uint32_t seed) {
  RandomState random(seed);
  Digits digits{Tensor(DType::u8, {count, side, side}), Tensor(DType::u8, {count})};
  auto* pixels = digits.images.as<std::uint8_t>();
  for (std::int64_t i = 0; i < count; ++i) {
    const int digit = static_cast<int>(random.uniform() * 10);
    digits.labels.set(i, digit);
    std::vector<double> image(side * side);
    draw(digit, random, image);
    for (const double pixel : image) {
      *pixels++ = static_cast<std::uint8_t>(std::clamp(pixel, 0.0, 255.0));
    }
  }
  return digits;
}

}  // namespace ng::neon
