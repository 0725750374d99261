// SPDX-License-Identifier: Apache-2.0
// Round positions for the ticks of an axis. Labels have as many digits as needed to be distinct.
#pragma once

#include <QString>
#include <vector>

namespace ng::views {

struct AxisTick {
  double value = 0;
  QString label;
};

// About `wanted` ticks, at multiples of 1, 2 or 5 times a power of ten within [low, high]; one tick
// when low == high, none when a bound is not finite.
std::vector<AxisTick> axisTicks(double low, double high, int wanted = 5);

// The same at integers only (indexes, counts).
std::vector<AxisTick> integerTicks(double low, double high, int wanted = 5);

// Of a logarithmic axis from 10^low to 10^high, at the exponents: about `wanted` values 1, 2 or 5
// times a power of ten, powers of ten only where those are too many, and round steps within a
// factor of five.
std::vector<AxisTick> powerTicks(double low, double high, int wanted = 5);

// At powers of two bytes: "0 KiB", "64 KiB", "128 KiB"; empty if the range is.
std::vector<AxisTick> byteTicks(double low, double high, int wanted);

}  // namespace ng::views
