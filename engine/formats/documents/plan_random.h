// SPDX-License-Identifier: Apache-2.0
// Random numbers of a plan, resampled at each call: "normal(0, 1, seed=7)" with mean and std,
// "uniform(0, 10)" from low to below high. Defaults: 0, 1 and seed 0.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ng {

struct PlanRandom {
  bool normal = false;           // else uniform
  double first = 0, second = 1;  // loc and scale, or low and high
  std::uint32_t seed = 0;

  // Returns nullopt if the text does not begin with a distribution; throws a value Error if the
  // rest is invalid.
  static std::optional<PlanRandom> read(std::string_view text);
  std::string text() const;  // in the syntax of read()
  // Elements `first`, `first` + 1 … of call `call`, for a float placeholder; the same on every
  // machine.
  void draw(std::int64_t call, std::int64_t first, std::span<double> out) const;
};

}  // namespace ng
