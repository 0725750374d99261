// SPDX-License-Identifier: Apache-2.0
// Numbers that a plan draws anew at each call, as a text: "normal(0, 1, seed=7)" around 0 with a
// deviation of 1, "uniform(0, 10)" from 0 to below 10. What is left out: 0, 1 and seed 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ng {

struct PlanRandom {
  bool normal = false;           // else uniform
  double first = 0, second = 1;  // loc and scale, or low and high
  std::uint32_t seed = 0;

  // Nothing for a text that begins as no distribution does; value Errors for one that goes on
  // wrong.
  static std::optional<PlanRandom> read(std::string_view text);
  std::string text() const;  // as read() takes it
  // Element `position` at call `call`, of floats; the same on every machine.
  double draw(std::int64_t call, std::int64_t position) const;
};

}  // namespace ng
