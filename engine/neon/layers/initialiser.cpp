// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/layers/initialiser.h"

#include <atomic>
#include <cmath>

#include "engine/base/error.h"

namespace ng::neon {
namespace {

std::atomic<std::uint64_t> base_seed = 0;

struct Fans {
  double in = 1, out = 1;
};

Fans fans_of(const Axes& axes) {
  Fans fans;
  for (const Axis& axis : axes) {
    (is_shadow_axis(axis) ? fans.out : fans.in) *= static_cast<double>(axis.length());
  }
  return fans;
}

InitialSamples samples(InitialSamples::Distribution distribution, double location, double spread,
                       std::uint64_t seed) {
  return {distribution, location, spread, seed};
}

// Uniform in +-sqrt(numerator / fan), `fan` being a function of the axes.
Initialiser within(double numerator, double (*fan)(const Fans&)) {
  return [=](const Axes& axes, std::uint64_t seed) -> Initial {
    const double limit = std::sqrt(numerator / fan(fans_of(axes)));
    return samples(InitialSamples::Distribution::uniform, -limit, 2 * limit, seed);
  };
}

}  // namespace

Initialiser gaussian(double mean, double deviation) {
  if (!(deviation >= 0))
    refuse(ErrorKind::value, "the standard deviation of initial values must not be negative");
  return [=](const Axes&, std::uint64_t seed) -> Initial {
    return samples(InitialSamples::Distribution::normal, mean, deviation, seed);
  };
}

Initialiser uniform(double low, double high) {
  return [=](const Axes&, std::uint64_t seed) -> Initial {
    return samples(InitialSamples::Distribution::uniform, low, high - low, seed);
  };
}

Initialiser constant(double value) {
  return [value](const Axes&, std::uint64_t) -> Initial { return value; };
}

Initialiser glorot() {
  return within(6, [](const Fans& fans) { return fans.in + fans.out; });
}

Initialiser xavier() {
  return within(3, [](const Fans& fans) { return fans.in; });
}

Initialiser kaiming() {
  return [](const Axes& axes, std::uint64_t seed) -> Initial {
    const double deviation = std::sqrt(2 / fans_of(axes).in);
    return samples(InitialSamples::Distribution::normal, 0, deviation, seed);
  };
}

Initialiser numbers(std::function<Tensor(const Axes&)> make) {
  return [make = std::move(make)](const Axes&, std::uint64_t) -> Initial { return make; };
}

Initialiser numbers(const Tensor& value) {
  return [value](const Axes&, std::uint64_t) -> Initial { return value; };
}

void seed_parameters(std::uint64_t seed) {
  base_seed = seed;
}

// FNV-1a hash of the name with the seed mixed in (splitmix64), truncated to the integers of a
// double.
std::uint64_t seed_of(const std::string& parameter) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : parameter) {
    hash = (hash ^ static_cast<unsigned char>(c)) * std::uint64_t{0x100000001b3};
  }
  hash += 0x9e3779b97f4a7c15 * (base_seed + 1);
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
  return (hash ^ (hash >> 31)) >> 11;
}

}  // namespace ng::neon
